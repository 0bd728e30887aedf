/**
 * The CBOR dialect of DevTools (a subset of RFC 8949): maps and arrays of indefinite length, each
 * in an envelope that states its length in bytes; text as UTF-8 or, in a byte string, as UTF-16;
 * bytes with tag 22. Source: chromium's third_party/inspector_protocol/crdtp.
 */
const byte = {
  stop: 0xff,
  map: 0xbf,
  array: 0x9f,
  null: 0xf6,
  true: 0xf5,
  false: 0xf4,
  double: 0xfb,
  bytesTag: 0xd6,
  /** Start of an envelope: tag 24, then a byte string with a 32-bit length. */
  envelope: [0xd8, 0x18, 0x5a],
} as const;
const major = { unsigned: 0, negative: 1, bytes: 2, text: 3 } as const;

/** Bytes before an envelope's content: three for the marker, four for the length. */
export const envelopeHeadBytes = 7;

/**
 * Returns the length of the envelope at `at`, including its header. Returns undefined if no
 * envelope starts there.
 */
export function envelopeLength(bytes: Buffer, at = 0): number | undefined {
  const [first, second, third] = byte.envelope;
  const isEnvelope = bytes[at] === first && bytes[at + 1] === second && bytes[at + 2] === third;
  if (isEnvelope && at + envelopeHeadBytes > bytes.length) throw endsTooSoon();
  return isEnvelope ? envelopeHeadBytes + bytes.readUInt32BE(at + 3) : undefined;
}

/** Encodes a value. Undefined fields are omitted. Besides JSON values, bytes are allowed. */
export function encodeCbor(value: unknown): Buffer {
  const out: Writer = { buffer: Buffer.allocUnsafe(512), end: 0 };
  writeValue(out, value);
  return out.buffer.subarray(0, out.end);
}

/** Decodes a value; bytes within it share the input's memory. Throws if the input is malformed. */
export function decodeCbor(bytes: Buffer): unknown {
  return readValue({ bytes, at: 0 });
}

/**
 * Decodes the fields of a map. Nested maps and arrays remain encoded until {@link decodeCbor} is
 * called for them.
 */
export function decodeFields(bytes: Buffer): ReadonlyMap<string, unknown> {
  const reader: Reader = { bytes, at: envelopeHeadBytes };
  const fields = new Map<string, unknown>();
  if (next(reader) !== byte.map) throw new Error('Not a protocol message.');
  while (bytes[reader.at] !== byte.stop) {
    const key = String(readValue(reader));
    const length = envelopeLength(bytes, reader.at);
    fields.set(key, length === undefined ? readValue(reader) : take(reader, length));
  }
  return fields;
}

interface Writer {
  buffer: Buffer;
  end: number;
}

/** Reserves `count` bytes and returns their offset. */
function grow(out: Writer, count: number): number {
  const start = out.end;
  out.end += count;
  if (out.end > out.buffer.length) {
    const larger = Buffer.allocUnsafe(Math.max(out.end, out.buffer.length * 2));
    out.buffer.copy(larger, 0, 0, start);
    out.buffer = larger;
  }
  return start;
}

function writeByte(out: Writer, value: number): void {
  const at = grow(out, 1);
  out.buffer[at] = value;
}

/** Writes an item's type with a number, in the shortest encoding. */
function writeHead(out: Writer, kind: number, count: number): void {
  const first = kind << 5;
  if (count < 24) return writeByte(out, first | count);
  if (count < 0x100) {
    writeByte(out, first | 24);
    return writeByte(out, count);
  }
  const isShort = count < 0x1_0000;
  writeByte(out, first | (isShort ? 25 : 26));
  const at = grow(out, isShort ? 2 : 4);
  if (isShort) out.buffer.writeUInt16BE(count, at);
  else out.buffer.writeUInt32BE(count, at);
}

function writeValue(out: Writer, value: unknown): void {
  if (typeof value === 'string') writeText(out, value);
  else if (typeof value === 'number') writeNumber(out, value);
  else if (typeof value === 'boolean') writeByte(out, value ? byte.true : byte.false);
  else if (value === null || value === undefined) writeByte(out, byte.null);
  else if (value instanceof Uint8Array) writeBytes(out, value);
  else writeMembers(out, Object(value));
}

function writeBytes(out: Writer, bytes: Uint8Array): void {
  writeByte(out, byte.bytesTag);
  writeHead(out, major.bytes, bytes.length);
  const at = grow(out, bytes.length);
  out.buffer.set(bytes, at);
}

function writeMembers(out: Writer, value: object): void {
  const start = grow(out, envelopeHeadBytes);
  if (Array.isArray(value)) {
    writeByte(out, byte.array);
    for (const item of value) writeValue(out, item);
  } else {
    writeByte(out, byte.map);
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      writeText(out, key);
      writeValue(out, item);
    }
  }
  writeByte(out, byte.stop);
  out.buffer.set(byte.envelope, start);
  out.buffer.writeUInt32BE(out.end - start - envelopeHeadBytes, start + 3);
}

function writeNumber(out: Writer, value: number): void {
  // Integers in the protocol have 32 bits.
  if ((value | 0) === value) {
    const isNegative = value < 0;
    writeHead(out, isNegative ? major.negative : major.unsigned, isNegative ? -1 - value : value);
    return;
  }
  writeByte(out, byte.double);
  const at = grow(out, 8);
  out.buffer.writeDoubleBE(value, at);
}

/** Writes UTF-16 for text with a lone surrogate, because UTF-8 cannot encode one. */
function writeText(out: Writer, text: string): void {
  const isWellFormed = text.isWellFormed();
  const length = isWellFormed ? Buffer.byteLength(text) : text.length * 2;
  writeHead(out, isWellFormed ? major.text : major.bytes, length);
  const at = grow(out, length);
  out.buffer.write(text, at, isWellFormed ? 'utf8' : 'utf16le');
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

/** Advances by `count` bytes and returns the previous offset. */
function skip(reader: Reader, count: number): number {
  const start = reader.at;
  reader.at += count;
  if (reader.at > reader.bytes.length) throw endsTooSoon();
  return start;
}

function next(reader: Reader): number {
  const at = skip(reader, 1);
  return reader.bytes[at] ?? 0;
}

function take(reader: Reader, count: number): Buffer {
  const start = skip(reader, count);
  return reader.bytes.subarray(start, reader.at);
}

function readText(reader: Reader, count: number, encoding: 'utf8' | 'utf16le'): string {
  const start = skip(reader, count);
  return reader.bytes.toString(encoding, start, reader.at);
}

/** Reads the number in an item's first byte or in the bytes after it. */
function readCount(reader: Reader, first: number): number {
  const info = first & 31;
  if (info < 24) return info;
  if (info === 24) return next(reader);
  if (info === 25) return reader.bytes.readUInt16BE(skip(reader, 2));
  if (info === 26) return reader.bytes.readUInt32BE(skip(reader, 4));
  throw new Error('A protocol message has a number that is too long.');
}

function readValue(reader: Reader): unknown {
  const first = next(reader);
  switch (first) {
    case byte.null:
      return null;
    case byte.true:
      return true;
    case byte.false:
      return false;
    case byte.double:
      return reader.bytes.readDoubleBE(skip(reader, 8));
    case byte.bytesTag:
      return take(reader, readCount(reader, next(reader)));
    case byte.envelope[0]:
      skip(reader, envelopeHeadBytes - 1);
      return readValue(reader);
    case byte.map:
      return readMap(reader);
    case byte.array:
      return readArray(reader);
    default:
      return readPlain(reader, first);
  }
}

function readPlain(reader: Reader, first: number): string | number {
  const count = readCount(reader, first);
  switch (first >> 5) {
    case major.unsigned:
      return count;
    case major.negative:
      return -1 - count;
    case major.text:
      return readText(reader, count, 'utf8');
    case major.bytes:
      return readText(reader, count, 'utf16le');
    default:
      throw new Error('A protocol message has a value of an unknown kind.');
  }
}

function readMap(reader: Reader): object {
  const map: Record<string, unknown> = {};
  while (reader.bytes[reader.at] !== byte.stop) {
    const key = String(readValue(reader));
    const value = readValue(reader);
    // An untrusted page may choose this field name: define it as an ordinary property.
    if (key === '__proto__') Object.defineProperty(map, key, { value, enumerable: true });
    else map[key] = value;
  }
  reader.at += 1;
  return map;
}

function readArray(reader: Reader): unknown[] {
  const items: unknown[] = [];
  while (reader.bytes[reader.at] !== byte.stop) items.push(readValue(reader));
  reader.at += 1;
  return items;
}

function endsTooSoon(): Error {
  return new Error('A protocol message ends too soon.');
}
