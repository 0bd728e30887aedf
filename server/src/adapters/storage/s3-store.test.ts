import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3Server, type S3Server } from '../../../test/s3-server.ts';
import { createS3Store } from './s3-store.ts';
import { describeObjectStore } from './storage.suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'shotwright-s3-'));
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server(directory);
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const png = { contentType: 'image/png' };

describeObjectStore('in an S3 bucket that did not exist', async () => {
  const store = await createS3Store({ ...server.options, bucket: 'made-on-first-use' });
  return { store, close: () => store.close() };
});

test('several processes can create the bucket concurrently', async () => {
  const stores = await Promise.all(
    [1, 2, 3].map(() => createS3Store({ ...server.options, bucket: 'made-together' })),
  );
  await Promise.all(stores.map((store, n) => store.put(`key-${n}`, Buffer.from('x'), png)));
  expect(await stores[0]?.head('key-2')).toEqual({ sizeBytes: 1 });
  await Promise.all(stores.map((store) => store.close()));
});

/** Runs `use` with the endpoint of a fake S3 server. */
async function withServer(
  listener: Parameters<typeof createServer>[1],
  use: (endpoint: string) => Promise<void>,
): Promise<void> {
  const fake: Server = createServer({}, listener);
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(fake.address() as AddressInfo).port}`);
  } finally {
    fake.closeAllConnections();
    fake.close();
  }
}

test('a put that the store acknowledges but truncates is detected', async () => {
  await withServer(
    (req, res) => {
      req.resume();
      req.on('end', () => {
        if (req.method === 'HEAD') res.setHeader('content-length', '2');
        res.setHeader('etag', '"x"').end();
      });
    },
    async (endpoint) => {
      const store = await createS3Store({ ...server.options, endpoint, bucket: 'lying' });
      const putting = store.put('a', Buffer.from('three'), png);
      await expect(putting).rejects.toMatchObject({ code: 'unavailable' });
      await store.close();
    },
  );
});

test('a put that the store acknowledges before it has written the object whole succeeds', async () => {
  let heads = 0;
  await withServer(
    (req, res) => {
      req.resume();
      req.on('end', () => {
        if (req.method === 'HEAD') res.setHeader('content-length', heads++ === 0 ? '0' : '5');
        res.setHeader('etag', '"35d6d33467aae9a2e3dccb4b6b027878"').end();
      });
    },
    async (endpoint) => {
      const store = await createS3Store({ ...server.options, endpoint, bucket: 'slow' });
      expect(await store.put('a', Buffer.from('three'), png)).toMatchObject({ sizeBytes: 5 });
      expect(heads).toBe(2);
      await store.close();
    },
  );
});

test('a put that the store acknowledges with other bytes of the same length is detected', async () => {
  await withServer(
    (req, res) => {
      req.resume();
      req.on('end', () => {
        res.setHeader('etag', '"encrypted"');
        if (req.method === 'HEAD') res.setHeader('content-length', '5').end();
        else res.end(req.method === 'GET' ? 'xhree' : '');
      });
    },
    async (endpoint) => {
      const store = await createS3Store({ ...server.options, endpoint, bucket: 'lying' });
      const putting = store.put('a', Buffer.from('three'), png);
      await expect(putting).rejects.toMatchObject({ code: 'unavailable' });
      await store.close();
    },
  );
});

test('a store that never responds is reported as unavailable at the deadline', async () => {
  await withServer(
    () => undefined,
    async (endpoint) => {
      const options = { ...server.options, endpoint, bucket: 'silent', deadlineMs: 200 };
      const store = await createS3Store(options);
      await expect(store.read('a')).rejects.toMatchObject({ code: 'unavailable' });
      await expect(store.put('a', Buffer.from('x'), png)).rejects.toMatchObject({
        code: 'unavailable',
      });
      await store.close();
    },
  );
});

test('a store that is down or rejects our key is reported as unavailable, not the object as absent', async () => {
  let endpoint = '';
  await withServer(
    (_req, res) => void res.writeHead(403).end(),
    async (at) => {
      endpoint = at;
      const store = await createS3Store({ ...server.options, endpoint, bucket: 'closed' });
      await expect(store.head('a')).rejects.toMatchObject({ code: 'unavailable' });
      await store.close();
    },
  );
  const store = await createS3Store({ ...server.options, endpoint, bucket: 'down' });
  await expect(store.get('a')).rejects.toMatchObject({ code: 'unavailable' });
  await store.close();
});
