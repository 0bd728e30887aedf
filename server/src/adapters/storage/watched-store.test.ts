import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startS3Server, type S3Server } from '../../../test/s3-server.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';
import { watchStore } from './watched-store.ts';

const base = mkdtempSync(join(tmpdir(), 'shotwright-watched-'));
const png = { contentType: 'image/png' };
const timings = { firstProbeMs: 20, longestPauseMs: 50, probeDeadlineMs: 2_000, believedMs: 0 };
const watch = (store: Parameters<typeof watchStore>[0]) =>
  watchStore(store, { logger: silentLogger, timings });
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server(join(base, 's3'));
});
afterAll(async () => {
  await server.close();
  rmSync(base, { recursive: true, force: true });
});

test('a missing disk is detected by a failed put, and its return by a write probe', async () => {
  const directory = join(base, 'disk');
  const { store, health } = watch(await createDiskStore({ directory }));
  let returns = 0;
  const stopListening = health.onAvailable(() => (returns += 1));
  await store.put('before', Buffer.from('x'), png);
  renameSync(directory, `${directory}-away`);
  await expect(store.put('during', Buffer.from('x'), png)).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(health.isAvailable()).toBe(false);
  expect(await health.check()).toBe(false);
  await expect(store.read('before')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  });
  renameSync(`${directory}-away`, directory);
  await vi.waitUntil(() => health.isAvailable(), 5_000);
  expect(returns).toBe(1);
  expect(String(await store.read('before'))).toBe('x');
  stopListening();
  await store.close();
});

test('an S3 store that rejects the key or is down is reported as unavailable before the first put', async () => {
  const { options } = server;
  const down = { ...options, endpoint: 'http://127.0.0.1:1', bucket: 'any' };
  const wrong = { ...options, accessKeyId: 'NOBODY', bucket: 'any' };
  for (const each of [down, wrong]) {
    const { store, health } = watch(await createS3Store(each));
    expect(await health.check()).toBe(false);
    expect(health.isAvailable()).toBe(false);
    await store.close();
  }
  const { store, health } = watch(await createS3Store({ ...options, bucket: 'any' }));
  expect(await health.check()).toBe(true);
  await store.close();
});

test('the end of an outage is detected with a probe as large as the object that failed', async () => {
  const directory = join(base, 'sizes');
  const disk = await createDiskStore({ directory });
  const probed: number[] = [];
  let room = 10_000;
  const { store, health } = watch({
    ...disk,
    put: async (key, bytes, options) => {
      if (key.startsWith('probe/')) probed.push(bytes.length);
      // Simulates a disk with `room` bytes left.
      if (bytes.length > room) throw (await failure()) as Error;
      return disk.put(key, bytes, options);
    },
  });
  await expect(store.put('large', Buffer.alloc(40_000), png)).rejects.toMatchObject({
    code: 'unavailable',
  });
  await vi.waitUntil(() => probed.length >= 2, 5_000);
  expect(health.isAvailable()).toBe(false);
  room = 50_000;
  await vi.waitUntil(() => health.isAvailable(), 5_000);
  expect(new Set(probed)).toEqual(new Set([40_000]));
  await store.close();
});

/** Returns the error of a store whose directory is a file. */
async function failure(): Promise<unknown> {
  return createDiskStore({ directory: '/dev/null/none' }).then(
    () => new Error('a directory below a file was made'),
    (err: unknown) => err,
  );
}
