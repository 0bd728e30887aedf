import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createSafeConnector, explainEgress } from '@shotwright/capture';
import { captureOptionsOf, urlCaptureSchema } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCustomerStore } from '../../../../test/customer-store.ts';
import { insertOrganization, insertProject } from '../../../../test/factories.ts';
import { openTestScreenshots, requestOf } from '../../../../test/screenshots.ts';
import { createOutboundSender } from '../../../adapters/outbound/undici-sender.ts';
import {
  createCustomerBuckets,
  type CustomerBuckets,
} from '../../../adapters/storage/customer-bucket.ts';
import { silentLogger as logger } from '../../../lib/logger.ts';
import { createDestinationsService } from '../destinations.service.ts';
import { createDeliverFile } from './deliver-file.service.ts';

let rig: Awaited<ReturnType<typeof openTestScreenshots>>;
let store: Awaited<ReturnType<typeof openCustomerStore>>;
beforeAll(async () => {
  store = await openCustomerStore();
  rig = await openTestScreenshots({ allowPrivateTargets: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await rig?.close();
  await store?.close();
});

const network = {
  connect: createSafeConnector({ allowPrivateTargets: ['127.0.0.0/8'] }),
  explain: explainEgress,
};
const buckets = createCustomerBuckets(network);

/** A completed capture with a delivery, and the service that delivers with `used`. */
async function openDelivery(
  used: CustomerBuckets = buckets,
  changes: { readonly endpoint?: string; readonly keepLocal?: boolean } = {},
) {
  const { db, keyRing, readSecureUrl } = rig;
  const { id: organizationId } = await insertOrganization(db, { credits: 100 });
  await insertProject(db, { organization_id: organizationId });
  const destinations = createDestinationsService({ db, keyRing, buckets: used, readSecureUrl });
  const { name, endpoint, region, bucket, access_key_id, secret_access_key } = store.destination;
  const { id: destination_id } = await destinations.create({
    organizationId,
    name,
    endpoint,
    region,
    bucket,
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    prefix: organizationId,
    pathTemplate: '{id}.{ext}',
    storageClass: null,
    acl: null,
    publicBaseUrl: null,
    keepLocal: true,
    ...changes,
  });
  const fields = urlCaptureSchema.parse({ url: 'https://example.com', destination_id });
  const request = { fields: captureOptionsOf(fields) };
  const { id: screenshotId } = await rig.requestScreenshot(requestOf(organizationId, request));
  await rig.run({ id: screenshotId, data: { organizationId } });
  const sender = createOutboundSender(network);
  const service = (by: CustomerBuckets) =>
    createDeliverFile({
      db,
      keyRing,
      destinations,
      sender,
      logger,
      queue: rig.jobs.queue,
      store: rig.store,
      buckets: by,
    });
  const row = () =>
    db
      .selectFrom('file_deliveries')
      .selectAll()
      .where('screenshot_id', '=', screenshotId)
      .executeTakeFirstOrThrow();
  return {
    screenshotId,
    destinations,
    organizationId,
    destinationId: destination_id,
    row,
    /** Kinds of our copies. */
    copies: async () => {
      const files = db.selectFrom('files').select('kind').where('screenshot_id', '=', screenshotId);
      return (await files.execute()).map(({ kind }) => kind);
    },
    keys: async () => (await store.keys()).filter((key) => key.startsWith(organizationId)),
    /** Runs the next attempt, even if it is not due yet. */
    attempt: async (by: CustomerBuckets = used) => {
      const { id: deliveryId, job_id: jobId } = await row();
      const { signal } = new AbortController();
      await service(by).deliver({ organizationId, deliveryId, jobId: jobId ?? '', signal });
      return row();
    },
  };
}

test('[DL-34] a worker that dies between the upload and the record delivers the same file again', async () => {
  const delivery = await openDelivery();
  const { job_id: jobId } = await delivery.row();
  const dying: CustomerBuckets = {
    ...buckets,
    put: async (...input) => {
      await buckets.put(...input);
      throw new Error('killed');
    },
  };
  await expect(delivery.attempt(dying)).rejects.toThrow('killed');
  const key = `${delivery.organizationId}/${delivery.screenshotId}.png`;
  expect(await delivery.keys()).toEqual([key]);
  expect(await delivery.row()).toMatchObject({ state: 'PENDING', attempts: 0, job_id: jobId });
  // A template that changes meanwhile does not move the file.
  const { organizationId, destinationId: id } = delivery;
  await delivery.destinations.change({ organizationId, id, pathTemplate: 'other-{id}.{ext}' });
  expect(await delivery.attempt()).toMatchObject({ state: 'DELIVERED', attempts: 1 });
  expect(await delivery.keys()).toEqual([key]);
  const { bytes } = await store.read(key);
  expect(bytes.toString()).toBe('image');
});

test('[DL-34] two workers record one delivery', async () => {
  const delivery = await openDelivery();
  await Promise.all([delivery.attempt(), delivery.attempt()]);
  expect(await delivery.row()).toMatchObject({ state: 'DELIVERED', attempts: 1 });
});

test('[DL-30] our copy is deleted only after the store has confirmed the size of its own', async () => {
  let storedBytes = 1;
  const lossy = createHttpServer((req, res) => {
    req.resume().on('end', () => {
      if (req.method === 'HEAD') res.setHeader('content-length', storedBytes);
      res.end();
    });
  });
  await new Promise<void>((resolve) => lossy.listen(0, '127.0.0.1', resolve));
  const address = lossy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const delivery = await openDelivery(buckets, {
    endpoint: `http://127.0.0.1:${port}`,
    keepLocal: false,
  });
  expect(await delivery.attempt()).toMatchObject({
    state: 'PENDING',
    error_code: 'destination_failed',
    error_message: expect.stringContaining('stored a file of another size'),
  });
  expect(await delivery.copies()).toContain('image');
  storedBytes = 'image'.length;
  expect(await delivery.attempt()).toMatchObject({ state: 'DELIVERED' });
  expect(await delivery.copies()).toEqual([]);
  lossy.closeAllConnections();
  lossy.close();
});

test('[DL-31] a delivery fails for good after five attempts, and can be started again', async () => {
  const failing: CustomerBuckets = {
    ...buckets,
    put: async () => ({ ok: false, code: 'destination_failed', message: 'The store is down.' }),
  };
  const delivery = await openDelivery(failing);
  const states = [];
  for (let at = 0; at < 5; at += 1) states.push((await delivery.attempt()).state);
  expect(states).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING', 'FAILED']);
  expect(await delivery.row()).toMatchObject({
    attempts: 5,
    error_code: 'destination_failed',
    error_message: 'The store is down.',
    next_attempt_at: null,
  });
  const { organizationId, screenshotId } = delivery;
  await rig.uploadTargets.retry({ organizationId, screenshotId });
  expect(await delivery.attempt(buckets)).toMatchObject({ state: 'DELIVERED', attempts: 1 });
});

test('[DL-31] without its destination a delivery fails at once', async () => {
  const delivery = await openDelivery();
  const { organizationId, destinationId: id } = delivery;
  await delivery.destinations.remove({ organizationId, id });
  expect(await delivery.attempt()).toMatchObject({
    state: 'FAILED',
    error_code: 'destination_not_found',
  });
});

test('[DL-35] a private endpoint is never connected to, whatever its name', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const guarded = createCustomerBuckets({
    connect: createSafeConnector({
      allowPrivateTargets: [],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    }),
    explain: explainEgress,
  });
  const credentials = { region: 'eu', bucket: 'shots', accessKeyId: 'a', secretAccessKey: 'b' };
  for (const scheme of ['http', 'https']) {
    const endpoint = `${scheme}://store.example.com:${port}`;
    expect(await guarded.probe({ endpoint, ...credentials }, 'key')).toMatchObject({
      ok: false,
      code: 'destination_not_allowed',
    });
  }
  expect(connections).toBe(0);
  server.close();
});
