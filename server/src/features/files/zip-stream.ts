import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of a zip. `path` uses `/`; `modifiedAt` is written in UTC. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: Buffer;
  readonly modifiedAt: Date;
}

/** One file of a zip that is made while it is sent: at most 4 GiB of text, which is compressed. */
export interface ZipTextEntry {
  readonly path: string;
  readonly pieces: AsyncIterable<string>;
  readonly modifiedAt: Date;
}

/** Values of a written entry for the central directory at the end. */
interface WrittenEntry {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly size: number;
  readonly storedSize: number;
  readonly stamp: number;
  readonly offset: number;
}

/** Small pieces, so that a slow reader never makes us buffer more than the current entry. */
const pieceBytes = 64 * 1024;
const max32 = 0xff_ff_ff_ff;
const max16 = 0xff_ff;
const utf8Names = 0x08_00;
/** Checksum and sizes follow the data. */
const sizesAfterData = 0x00_08;
const deflated = 8;
/** Length of the record with the checksum and sizes that follow the data. */
const sizesBytes = 16;
const versionPlain = 20;
const versionZip64 = 45;

/**
 * Creates a zip as a stream of pieces. Entries with their bytes are stored uncompressed, because images do
 * not shrink. Reads the next entry only after the previous one was consumed. Their sizes and checksums
 * precede the data, so any reader can start immediately; those of texts follow it. zip64 is used if the sizes or the number
 * of entries need it. Source: PKWARE APPNOTE 6.3.10, §4.3 to §4.5.
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry | ZipTextEntry>,
): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for await (const given of entries) {
    const common = { name: Buffer.from(given.path), stamp: dosStamp(given.modifiedAt), offset };
    const entry = yield* 'pieces' in given ? sendText(given, common) : sendBytes(given, common);
    offset += localHeader(entry).byteLength + entry.storedSize;
    if ('pieces' in given) offset += sizesBytes;
    written.push(entry);
  }
  let directoryBytes = 0;
  for (const entry of written) {
    const record = directoryRecord(entry);
    directoryBytes += record.byteLength;
    yield record;
  }
  yield endOfDirectory({ count: written.length, directoryBytes, offset });
}

type EntryHead = Pick<WrittenEntry, 'name' | 'stamp' | 'offset'>;

async function* sendBytes(
  { bytes }: ZipEntry,
  head: EntryHead,
): AsyncGenerator<Buffer, WrittenEntry> {
  const size = bytes.byteLength;
  const sizes = { checksum: crc32(bytes), size, storedSize: size };
  const entry = { ...head, flags: utf8Names, method: 0, ...sizes };
  yield localHeader(entry);
  for (let at = 0; at < size; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  return entry;
}

async function* sendText(
  { pieces }: ZipTextEntry,
  head: EntryHead,
): AsyncGenerator<Buffer, WrittenEntry> {
  const entry = { ...head, flags: utf8Names | sizesAfterData, method: deflated };
  let checksum = 0;
  let size = 0;
  let storedSize = 0;
  yield localHeader({ ...entry, checksum, size, storedSize });
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      checksum = crc32(bytes, checksum);
      size += bytes.byteLength;
      yield bytes;
    }
  }
  const source = Readable.from(counted(), { objectMode: false, highWaterMark: 1 });
  // Also destroys the source if the reader stops, and the result if the source fails.
  const compressed = pipeline(source, createDeflateRaw(), () => undefined);
  for await (const piece of compressed as AsyncIterable<Buffer>) {
    storedSize += piece.byteLength;
    yield piece;
  }
  if (size >= max32) throw new Error('a text of a zip is larger than 4 GiB');
  yield sizesRecord({ checksum, size, storedSize });
  return { ...entry, checksum, size, storedSize };
}

function sizesRecord(of: Pick<WrittenEntry, 'checksum' | 'size' | 'storedSize'>): Buffer {
  const record = Buffer.alloc(sizesBytes);
  record.writeUInt32LE(0x08_07_4b_50, 0);
  record.writeUInt32LE(of.checksum, 4);
  record.writeUInt32LE(of.storedSize, 8);
  record.writeUInt32LE(of.size, 12);
  return record;
}

/** Entries are below 4 GiB: only their offsets may need 64 bits. */
function localHeader(entry: WrittenEntry): Buffer {
  const { name, flags, method, checksum, size, storedSize, stamp } = entry;
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04_03_4b_50, 0);
  head.writeUInt16LE(versionPlain, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(stamp, 10);
  head.writeUInt32LE(checksum, 14);
  head.writeUInt32LE(storedSize, 18);
  head.writeUInt32LE(size, 22);
  head.writeUInt16LE(name.byteLength, 26);
  return Buffer.concat([head, name]);
}

function directoryRecord(entry: WrittenEntry): Buffer {
  const { name, flags, method, checksum, size, storedSize, stamp, offset } = entry;
  const isFar = offset >= max32;
  const version = isFar ? versionZip64 : versionPlain;
  const extra = isFar ? Buffer.alloc(12) : Buffer.alloc(0);
  if (isFar) {
    extra.writeUInt16LE(0x00_01, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02_01_4b_50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(method, 10);
  head.writeUInt32LE(stamp, 12);
  head.writeUInt32LE(checksum, 16);
  head.writeUInt32LE(storedSize, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.byteLength, 28);
  head.writeUInt16LE(extra.byteLength, 30);
  head.writeUInt32LE(Math.min(offset, max32), 42);
  return Buffer.concat([head, name, extra]);
}

function endOfDirectory(at: { count: number; directoryBytes: number; offset: number }): Buffer {
  const { count, directoryBytes, offset } = at;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (count < max16 && directoryBytes < max32 && offset < max32) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06_06_4b_50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(versionZip64, 12);
  record.writeUInt16LE(versionZip64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(offset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

/** Date in the high bits, time in the low bits, resolution two seconds, from 1980 on. */
function dosStamp(at: Date): number {
  const years = Math.min(127, Math.max(0, at.getUTCFullYear() - 1_980));
  const date = (years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
