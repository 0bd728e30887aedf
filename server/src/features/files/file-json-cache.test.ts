import type { StoredFile } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { createFileJsonCache } from './file-json-cache.ts';
import type { ListedFile } from './search/file-list.store.ts';

const listed = (id = newId()): ListedFile => ({
  id,
  version: '700',
  fileVersion: '701',
  publicLinkId: null,
});

/** A cached list of files that change with `edition`, and a record of the ids that were read. */
function openCache() {
  const source = {
    until: 1_000,
    edition: 'first',
    deleted: new Set<string>(),
    onRead: async () => {},
  };
  const reads: string[][] = [];
  const cache = createFileJsonCache(() => source.until);
  const fileOf = (id: string): StoredFile => ({
    id,
    type: 'HTML',
    status: 'FAILED',
    livemode: true,
    projectId: 1,
    screenshotUrl: null,
    thumbnailUrl: null,
    screenshotImageSize: null,
    imageWidth: null,
    imageHeight: null,
    creditsCharged: 0,
    verdict: null,
    creditsRequired: 1,
    duration: 1.37,
    createdAt: '2026-01-05T10:00:00.000Z',
    code: null,
    error: `"${source.edition}" – \\ \u2028`,
  });
  const read = async (list: readonly ListedFile[]) => {
    reads.length = 0;
    const rows = await cache(list, async (ids) => {
      reads.push([...ids]);
      await source.onRead();
      // Reversed, because a database guarantees no order.
      return ids
        .filter((id) => !source.deleted.has(id))
        .map(fileOf)
        .toReversed();
    });
    return rows.map((row): unknown => JSON.parse(row));
  };
  return { source, reads, fileOf, read };
}

test('each file is read once, and the output equals the files in list order', async () => {
  const { reads, fileOf, read } = openCache();
  const list = Array.from({ length: 2_500 }, () => listed());
  const files = list.map(({ id }) => fileOf(id));
  expect(await read(list)).toEqual(files);
  expect(reads.map((ids) => ids.length)).toEqual([1_000, 1_000, 500]);
  expect(await read(list.toReversed())).toEqual(files.toReversed());
  expect(reads).toEqual([]);
});

test.each([
  { version: '800' },
  { fileVersion: '800' },
  { fileVersion: null },
  { publicLinkId: 'x' },
])('a file is read again if its list entry has changed to %o, and no other is', async (change) => {
  const { source, reads, fileOf, read } = openCache();
  const [one, other] = [listed(), listed()];
  const before = await read([one, other]);
  source.edition = 'second';
  const changed = { ...one, ...change };
  expect(await read([changed, other])).toEqual([fileOf(one.id), before[1]]);
  expect(reads).toEqual([[one.id]]);
  expect(await read([changed, other])).toEqual([fileOf(one.id), before[1]]);
  expect(reads).toEqual([]);
});

test('all files are read again when their URLs change', async () => {
  const { source, reads, fileOf, read } = openCache();
  const list = [listed(), listed()];
  await read(list);
  source.until += 600;
  source.edition = 'second';
  expect(await read(list)).toEqual(list.map(({ id }) => fileOf(id)));
  expect(reads).toEqual([list.map(({ id }) => id)]);
});

test('files read while their URLs change are read again next time', async () => {
  const { source, reads, read } = openCache();
  const [slow, quick] = [listed(), listed()];
  source.onRead = async () => {
    source.onRead = async () => {};
    source.until += 600;
    await read([quick]);
  };
  expect(await read([slow])).toHaveLength(1);
  await read([slow, quick]);
  expect(reads).toEqual([[slow.id]]);
});

test('a file deleted since it was listed is omitted', async () => {
  const { source, fileOf, read } = openCache();
  const [first, deleted, last] = [listed(), listed(), listed()];
  source.deleted.add(deleted.id);
  expect(await read([first, deleted, last])).toEqual([first, last].map(({ id }) => fileOf(id)));
});

test('at most thirty million characters are cached, and longer lists are still complete', async () => {
  const { source, reads, read } = openCache();
  source.edition = 'x'.repeat(1_000_000);
  const early = [listed(), listed()];
  const many = Array.from({ length: 29 }, () => listed());
  await read(early);
  expect(await read([...early, ...many])).toHaveLength(31);
  expect(reads.flat()).toHaveLength(29);
  await read(early);
  expect(reads.flat()).toHaveLength(2);
});
