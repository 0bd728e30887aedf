import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import { describeObjectStore } from './storage.suite.ts';

const base = mkdtempSync(join(tmpdir(), 'shotwright-disk-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describeObjectStore('on disk', async () => {
  const store = await createDiskStore({ directory: join(base, 'suite') });
  return { store, close: () => store.close() };
});

const png = { contentType: 'image/png' };
const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('objects survive a restart of the store', async () => {
  const directory = join(base, 'reopened');
  const first = await createDiskStore({ directory });
  await first.put('a/b.png', Buffer.from('kept'), png);
  await first.close();
  const second = await createDiskStore({ directory });
  expect(String(await second.read('a/b.png'))).toBe('kept');
});

test('images larger than the verification buffer are stored complete, also in parallel', async () => {
  const store = await createDiskStore({ directory: join(base, 'large') });
  const images = Array.from({ length: 6 }, () => randomBytes(1_300_000));
  await Promise.all(images.map((bytes, i) => store.put(`large/${i}`, bytes, png)));
  const objects = await Promise.all(images.map((_, i) => store.read(`large/${i}`)));
  expect(objects.map((bytes, i) => bytes?.equals(images[i] ?? bytes))).toEqual(
    images.map(() => true),
  );
});

test('a failed write leaves no partial file and is reported as unavailable', async () => {
  const directory = join(base, 'blocked');
  const store = await createDiskStore({ directory });
  await store.put('probe', Buffer.from('x'), png);
  const fanOut = readdirSync(directory).filter((name) => name !== 'incoming');
  for (const name of fanOut) rmSync(join(directory, name), { recursive: true });
  // A file in place of the directory: fails for root as well, unlike a permission.
  for (const name of fanOut) writeFileSync(join(directory, name), '');
  const putting = store.put('probe', randomBytes(1_000), png);
  await expect(putting).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  expect(filesIn(join(directory, 'incoming'))).toEqual([]);
});

test('a full disk is reported as unavailable and works again once space is freed', async ({
  skip,
}) => {
  const directory = join(base, 'full');
  mkdirSync(directory);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', directory]);
  if (mounted.status !== 0) skip('only root can mount a small disk');
  try {
    const store = await createDiskStore({ directory });
    await store.put('small', randomBytes(1_000), png);
    const putting = store.put('large', randomBytes(400_000), png);
    await expect(putting).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store.head('large')).toBeUndefined();
    await store.put('after', randomBytes(50_000), png);
    expect(await store.head('after')).toEqual({ sizeBytes: 50_000 });
  } finally {
    spawnSync('umount', [directory]);
  }
});

test('an object is reported as absent only while its disk is mounted; otherwise reads are unavailable', async () => {
  const directory = join(base, 'unmounted');
  const store = await createDiskStore({ directory });
  await store.put('there', Buffer.from('x'), png);
  expect(await store.read('absent')).toBeUndefined();
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
  for (const key of ['there', 'absent']) {
    const unavailable = { code: 'unavailable', retryAfterSeconds: 5 };
    await expect(store.read(key)).rejects.toMatchObject(unavailable);
    await expect(store.get(key)).rejects.toMatchObject(unavailable);
    await expect(store.head(key)).rejects.toMatchObject(unavailable);
  }
});

test('partial files of a killed process are removed at the next start', async () => {
  const directory = join(base, 'abandoned');
  await createDiskStore({ directory });
  const old = join(directory, 'incoming', 'old');
  const young = join(directory, 'incoming', 'young');
  for (const path of [old, young]) writeFileSync(path, 'half');
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  utimesSync(old, twoHoursAgo, twoHoursAgo);
  await createDiskStore({ directory });
  expect(filesIn(join(directory, 'incoming'))).toEqual(['young']);
});
