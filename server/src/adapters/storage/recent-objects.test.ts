import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import { cacheRecentObjects, type RecentLimits } from './recent-objects.ts';

const contentType = 'image/png';
const bytes = Buffer.alloc(1_000, 7);
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recent-objects-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function openStore(limits?: RecentLimits) {
  const disk = await createDiskStore({ directory });
  return { disk, store: cacheRecentObjects(disk, limits) };
}

/** Deletes the files below the store: an object that it still returns comes from memory. */
async function loseFiles(): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.length !== 2) continue;
    for (const file of await readdir(join(directory, name))) await rm(join(directory, name, file));
  }
}

test('a new object is served once from memory without reading it back', async () => {
  const { store, disk } = await openStore();
  await store.put('a', bytes, { contentType });
  expect(await disk.read('a')).toEqual(bytes);
  await loseFiles();
  expect(await store.read('a')).toEqual(bytes);
  expect(await store.read('a')).toBeUndefined();
});

test('a removed object is evicted at once', async () => {
  const { store } = await openStore();
  await store.put('a', bytes, { contentType });
  await store.remove(['a']);
  expect(await store.read('a')).toBeUndefined();
});

test('the memory limit evicts the oldest objects, which are read from the store again', async () => {
  const { store } = await openStore({ maxBytes: 2_500, maxAgeMs: 5_000 });
  for (const key of ['a', 'b', 'c']) await store.put(key, bytes, { contentType });
  await loseFiles();
  expect(await store.read('a')).toBeUndefined();
  expect([await store.read('b'), await store.read('c')]).toEqual([bytes, bytes]);
});

test('an expired entry is read from the store', async () => {
  const { store } = await openStore({ maxBytes: 2_500, maxAgeMs: 0 });
  await store.put('a', bytes, { contentType });
  await loseFiles();
  expect(await store.read('a')).toBeUndefined();
});

test('an object that could not be stored is not served', async () => {
  const { store } = await openStore();
  await rm(directory, { recursive: true });
  await expect(store.put('a', bytes, { contentType })).rejects.toThrow('temporarily unavailable');
  await expect(store.read('a')).rejects.toThrow('temporarily unavailable');
});
