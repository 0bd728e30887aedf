import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { unzip } from '../../../test/unzip.ts';
import { sha256 } from '../../lib/crypto.ts';
import { csvLine } from '../../lib/csv.ts';
import { newId } from '../../lib/ids.ts';
import { createZipNames, type NameParts } from './zip-names.rules.ts';
import { zipStream, type ZipEntry, type ZipTextEntry } from './zip-stream.ts';

const modifiedAt = new Date('2026-03-04T05:06:08Z');
async function zipOf(entries: AsyncIterable<ZipEntry | ZipTextEntry>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zipStream(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}
async function* emptyFiles(count: number): AsyncGenerator<ZipEntry> {
  for (let n = 0; n < count; n += 1) yield { path: `${n}`, bytes: Buffer.alloc(0), modifiedAt };
}

async function* broken(): AsyncGenerator<string> {
  yield 'one';
  throw new Error('the database is down');
}

test('another program reads back every file with its name, bytes and date', async () => {
  const files = [
    { path: 'Été/日本-1.png', bytes: Buffer.from('one'), modifiedAt },
    { path: 'empty', bytes: Buffer.alloc(0), modifiedAt },
    { path: 'large.png', bytes: Buffer.alloc(3_000_000, 'abc'), modifiedAt },
  ];
  const read = await unzip(await zipOf(Readable.from(files)));
  expect(read).toEqual(
    files.map(({ path, bytes }) => ({
      name: path,
      size: bytes.length,
      sha256: sha256(bytes),
      date: [2026, 3, 4, 5, 6, 8],
    })),
  );
});

test('[ST-13] texts that are made while they are sent are compressed and read back, beside an image', async () => {
  const lines = Array.from({ length: 5_000 }, (_, n) => `https://example.com/é/${n}\n`);
  const text = (path: string, pieces: readonly string[]) => ({
    path,
    pieces: Readable.from(pieces),
    modifiedAt,
  });
  const png = { path: 'a.png', bytes: Buffer.from('one'), modifiedAt };
  const entries = [text('lines.csv', lines), png, text('empty.json', [])];
  const zip = await zipOf(Readable.from(entries));
  const expected = [Buffer.from(lines.join('')), png.bytes, Buffer.alloc(0)];
  const read = await unzip(zip);
  expect(read.map(({ name, size, sha256: hash }) => [name, size, hash])).toEqual(
    entries.map(({ path }, n) => [path, expected[n]?.length, sha256(expected[n]!)]),
  );
  expect(zip.length).toBeLessThan(expected[0]!.length / 3);
});

test('[ST-13] a text whose source fails ends the zip with its error', async () => {
  const entries = Readable.from([{ path: 'a.csv', pieces: broken(), modifiedAt }]);
  await expect(zipOf(entries)).rejects.toThrow('the database is down');
});

test('[ST-13] a reader that stops also stops the source of a text', async () => {
  let isStopped = false;
  let made = 0;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        made += 1;
        yield Array.from({ length: 1_000 }, () => newId()).join('\n');
      }
    } finally {
      isStopped = true;
    }
  }
  const stream = zipStream(Readable.from([{ path: 'a.csv', pieces: endless(), modifiedAt }]));
  for (let piece = 0; piece < 5; piece += 1) await stream.next();
  await stream.return(undefined);
  await vi.waitUntil(() => isStopped, { timeout: 5_000 });
  expect(made).toBeLessThan(50);
});

test('a zip with more entries than the classic format allows is read back', async () => {
  const read = await unzip(await zipOf(emptyFiles(66_000)));
  expect([read.length, read.at(-1)?.name]).toEqual([66_000, '65999']);
}, 60_000);

test('an image is read only after the previous one has been consumed', async () => {
  let read = 0;
  async function* images() {
    for (; read < 5;) {
      read += 1;
      yield { path: `${read}`, bytes: Buffer.alloc(1_000_000), modifiedAt };
    }
  }
  const stream = zipStream(images());
  for (let piece = 0; piece < 10; piece += 1) await stream.next();
  expect(read).toBe(1);
  await stream.return(undefined);
});

const parts: NameParts = {
  project: 'Shop',
  host: 'example.com',
  path: 'a-b',
  date: '2026-03-04',
  time: '050608',
  id: '1',
  ext: 'png',
};

test.each([
  ['{project}/{host}-{path}-{date}.{ext}', {}, 'Shop/example.com-a-b-2026-03-04.png'],
  ['{project}/{host}.{ext}', { project: '../../etc' }, 'etc/example.com.png'],
  ['../{project}/../{id}.{ext}', {}, 'Shop/1.png'],
  ['/etc/{id}', {}, 'etc/1'],
  ['C:\\{id}', {}, 'C-/1'],
  ['{project}.{ext}', { project: 'con' }, '_con.png'],
  ['{project}/{id}', { project: 'a/b\\c' }, 'a-b-c/1'],
  ['{project}', { project: '..' }, 'picture'],
  ['{project}.{ext}', { project: 'x'.repeat(500) }, `${'x'.repeat(80)}.png`],
  ['{path}.{ext}', { path: '日本 été %00' }, '日本 été -00.png'],
])('the template %s with %j yields %s', (template, changes, name) => {
  expect(createZipNames(template)({ ...parts, ...changes })).toBe(name);
});

test('names are unique regardless of case, and none replaces the manifest', () => {
  const nameOf = createZipNames('{path}.{ext}');
  const names = ['a', 'A', 'a', 'manifest'].map((path) =>
    nameOf({ ...parts, path, ext: path === 'manifest' ? 'csv' : 'png' }),
  );
  expect(names).toEqual(['a.png', 'A-2.png', 'a-3.png', 'manifest-2.csv']);
});

test('CSV escapes commas, quotes and line breaks, and neutralises formulas', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', '=1+1', 7, null])).toBe(
    '"a,b","say ""hi""","two\nlines",\'=1+1,7,\r\n',
  );
});
