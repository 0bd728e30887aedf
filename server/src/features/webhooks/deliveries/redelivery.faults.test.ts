import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';
import { openTestWebhooks, webhookTestSecret } from '../../../../test/webhooks.ts';

let rig: Awaited<ReturnType<typeof openTestWebhooks>>;
let customer: Awaited<ReturnType<typeof rig.customer>>;
let receiver: WebhookReceiver;
let ref: { organizationId: string; id: number };
beforeAll(async () => {
  rig = await openTestWebhooks();
});
beforeEach(async () => {
  customer = await rig.customer();
  receiver = await startWebhookReceiver();
  rig.sender.post = rig.network.post;
  const { organizationId } = customer;
  const values = { name: 'CI', eventTypes: [], projectIds: [] };
  const { webhook } = await rig.webhooks.create({ ...values, organizationId, url: receiver.url });
  ref = { organizationId, id: webhook.id };
});
afterEach(() => receiver.close());
afterAll(() => rig.close());

const announce = async () => {
  await rig.endCapture(customer);
  return (await rig.deliveriesOf(customer.organizationId)).at(-1)!.id;
};
const failWith = (status: number, body = '') => {
  receiver.response = (_req, res) => res.writeHead(status).end(body);
};
const acceptAgain = () => {
  receiver.response = (_req, res) => res.writeHead(204).end();
};
const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);
const untilSucceeded = (id: string, timeout: number) =>
  vi.waitUntil(async () => (await rig.deliveryOf(id))?.state === 'SUCCEEDED', {
    timeout,
    interval: 50,
  });
const letLeasesExpire = () =>
  rig.jobs.database.pool.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'
     where name like 'webhook.deliver%' and state = 'active'`,
  );

test('[WH-10] a crash between delivery and record delivers again, with the same id and body', async () => {
  let crashes = 1;
  rig.sender.post = async (message, signal) => {
    const outcome = await rig.network.post(message, signal);
    if (crashes-- > 0) throw new Error('crashed after the receiver had it');
    return outcome;
  };
  const workers = await rig.work();
  const id = await announce();
  await untilSucceeded(id, 15_000);
  await workers.stop({ graceMs: 1_000 });
  expect(idsReceived()).toEqual([id, id]);
  expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
  expect(await rig.deliveryOf(id)).toMatchObject({ attempts: 1 });
});

test('[WH-10] SIGKILL of the worker between delivery and record: another worker delivers again, with the same id', async () => {
  const program = join(import.meta.dirname, '../../../../test/webhook-worker-process.ts');
  const { url } = rig.jobs.database;
  const worker = spawn(process.execPath, [program, url, webhookTestSecret], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(worker, 'exit');
  receiver.response = (_req, res) => {
    worker.kill('SIGKILL');
    acceptAgain();
    res.writeHead(204).end();
  };
  const id = await announce();
  await exited;
  expect(worker.signalCode).toBe('SIGKILL');
  expect(await rig.deliveryOf(id)).toMatchObject({ state: 'PENDING', attempts: 0 });
  await letLeasesExpire();
  const workers = await rig.work();
  await untilSucceeded(id, 40_000);
  await workers.stop({ graceMs: 1_000 });
  expect(idsReceived()).toEqual([id, id]);
  expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
}, 60_000);

test('concurrent workers on one delivery record one attempt', async () => {
  const id = await announce();
  await Promise.all([rig.attempt(id), rig.attempt(id), rig.attempt(id)]);
  expect(await rig.deliveryOf(id)).toMatchObject({ state: 'SUCCEEDED', attempts: 1 });
  const { attempts } = await rig.deliveries.get({ ...ref, deliveryId: id });
  expect(attempts).toHaveLength(1);
});

test('the log contains the request and the response, truncated and storable', async () => {
  failWith(503, `\0<script>alert(1)</script>${'x'.repeat(5_000)}`);
  const id = await announce();
  await rig.attempt(id);
  acceptAgain();
  await rig.attempt(id);
  const { delivery, attempts } = await rig.deliveries.get({ ...ref, deliveryId: id });
  expect(delivery).toMatchObject({ state: 'SUCCEEDED', body: receiver.received[0]?.body });
  expect(attempts.map((one) => [one.number, one.statusCode])).toEqual([
    [1, 503],
    [2, 204],
  ]);
  const [first] = attempts;
  expect(first?.requestHeaders['webhook-id']).toBe(id);
  expect(first?.responseBody.startsWith('\ufffd<script>alert(1)</script>xxx')).toBe(true);
  expect(first?.responseBody.length).toBeLessThanOrEqual(2_048);
  expect(first?.isBodyCut).toBe(true);
  const { deliveries, summary } = await rig.deliveries.list({ ...ref, limit: 100 });
  expect(deliveries).toMatchObject([{ id, attempts: 2, lastStatusCode: 204 }]);
  expect(summary).toEqual({ pending: 0, succeeded: 1, failed: 0 });
});

test('a manual resend uses the same id and body and adds one attempt, not a new schedule', async () => {
  const id = await announce();
  await rig.attempt(id);
  await rig.deliveries.resend({ ...ref, deliveryId: id });
  failWith(500);
  expect(await rig.attempt(id)).toMatchObject({ state: 'FAILED', attempts: 2 });
  acceptAgain();
  expect(await rig.deliveries.resend({ ...ref, deliveryId: id })).toMatchObject({
    state: 'PENDING',
  });
  expect(await rig.attempt(id)).toMatchObject({ state: 'SUCCEEDED', attempts: 3 });
  expect(new Set(idsReceived())).toEqual(new Set([id]));
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test('a manual resend of a waiting delivery sends it now and preserves its schedule', async () => {
  failWith(500);
  const id = await announce();
  const oldJob = (await rig.attempt(id))!.job_id;
  await rig.deliveries.resend({ ...ref, deliveryId: id });
  expect(await rig.attempt(id)).toMatchObject({ state: 'PENDING', attempts: 2, max_attempts: 10 });
  const { organizationId } = ref;
  const { signal } = new AbortController();
  await rig.service.deliver({
    organizationId,
    deliveryId: id,
    jobId: oldJob,
    signal,
    lane: 'main',
  });
  expect(receiver.received).toHaveLength(2);
});

test('a bulk resend sends deliveries that failed since a time, and neither older nor delivered ones', async () => {
  failWith(410);
  const old = await announce();
  await rig.attempt(old);
  await rig.webhooks.setStatus({ ...ref, isActive: true });
  await rig.db
    .updateTable('webhook_deliveries')
    .set({ finished_at: new Date(Date.now() - 3_600_000) })
    .where('id', '=', old)
    .execute();
  acceptAgain();
  await rig.attempt(await announce());
  failWith(410);
  const failed = await announce();
  await rig.attempt(failed);
  const since = new Date(Date.now() - 60_000);
  const whileOff = rig.deliveries.resendFailed({ ...ref, since });
  await expect(whileOff).rejects.toMatchObject({ code: 'conflict' });
  await rig.webhooks.setStatus({ ...ref, isActive: true });
  acceptAgain();
  expect(await rig.deliveries.resendFailed({ ...ref, since })).toEqual({ resent: 1, remaining: 0 });
  const workers = await rig.work();
  await untilSucceeded(failed, 10_000);
  await workers.stop({ graceMs: 1_000 });
  expect(idsReceived().filter((id) => id === old)).toHaveLength(1);
});

test('a delivery that lost its job is requeued, and one with a job is unchanged', async () => {
  const withoutJob = await announce();
  const withJob = await announce();
  const { job_id: jobId } = (await rig.deliveryOf(withoutJob))!;
  const { job_id: unchangedJobId } = (await rig.deliveryOf(withJob))!;
  await rig.jobs.database.pool.query('delete from pgboss.job where id = $1', [jobId]);
  expect((await rig.sweep()).requeued).toBe(0);
  await rig.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: new Date(Date.now() - 120_000) })
    .where('id', 'in', [withoutJob, withJob])
    .execute();
  expect((await rig.sweep()).requeued).toBe(1);
  expect((await rig.deliveryOf(withJob))?.job_id).toBe(unchangedJobId);
  const workers = await rig.work();
  await untilSucceeded(withoutJob, 10_000);
  await workers.stop({ graceMs: 1_000 });
});

test('a delivery that lost its job is requeued although 500 older ones still wait with theirs', async () => {
  const withJob = await announce();
  const withoutJob = await announce();
  const { pool } = rig.jobs.database;
  await pool.query(
    `insert into webhook_deliveries (id, organization_id, webhook_id, screenshot_id, event_type, body,
       max_attempts, job_id, next_attempt_at)
     select gen_random_uuid(), organization_id, webhook_id, gen_random_uuid(), event_type, body,
       max_attempts, job_id, now() - interval '1 hour'
     from webhook_deliveries, generate_series(1, 500) where id = $1`,
    [withJob],
  );
  await pool.query(
    `update webhook_deliveries set job_id = gen_random_uuid(), next_attempt_at = now() - interval '2 minutes'
     where id = $1`,
    [withoutJob],
  );
  expect((await rig.sweep()).requeued).toBe(1);
});

test('deliveries that ended thirty days ago are deleted, waiting ones are not', async () => {
  const old = await announce();
  await rig.attempt(old);
  const waiting = await announce();
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  await rig.db
    .updateTable('webhook_deliveries')
    .set({ finished_at: longAgo })
    .where('id', '=', old)
    .execute();
  expect((await rig.sweep()).forgotten).toBe(1);
  const remaining = await rig.deliveriesOf(ref.organizationId);
  expect(remaining.map(({ id }) => id)).toEqual([waiting]);
});

test('a capture can end while its webhook is being deleted, without deadlock', async () => {
  for (let n = 0; n < 10; n += 1) {
    const { organizationId } = ref;
    const { webhook } = await rig.webhooks.create({
      organizationId,
      name: `${n}`,
      url: receiver.url,
      eventTypes: [],
      projectIds: [],
    });
    await Promise.all([
      rig.endCapture(customer),
      rig.webhooks.remove({ organizationId, id: webhook.id }),
      rig.endCapture(customer),
    ]);
  }
  expect(await rig.deliveriesOf(ref.organizationId)).toHaveLength(20);
});
