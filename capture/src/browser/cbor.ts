/**
 * CBOR as DevTools speaks it (RFC 8949 within limits): maps and arrays of open length, each in an envelope that says its
 * bytes; text as UTF-8 or, as a byte string, UTF-16; bytes behind tag 22. Source: chromium's third_party/inspector_protocol/crdtp.
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
  /** Of an envelope: tag 24, then a byte string with a length of 32 bits. */
  envelope: [0xd8, 0x18, 0x5a],
} as const;
const major = { unsigned: 0, negative: 1, bytes: 2, text: 3 } as const;

/** Bytes before an envelope's content: three that mark it, four of its length. */
export const envelopeHeadBytes = 7;

/** The length of the envelope that begins at `at`, head included; undefined where none begins. */
export function envelopeLength(bytes: Buffer, at = 0): number | undefined {
  const isEnvelope = byte.envelope.every((mark, i) => bytes[at + i] === mark);
  if (isEnvelope && at + envelopeHeadBytes > bytes.length) throw endsTooSoon();
  return isEnvelope ? envelopeHeadBytes + bytes.readUInt32BE(at + 3) : undefined;
}

/** A value as the protocol's bytes. Absent fields are left out; other than JSON's values, bytes may be given. */
export function encodeCbor(value: unknown): Buffer {
  const out = createWriter();
  writeValue(out, value);
  return out.written();
}

/** The value behind the protocol's bytes; bytes in it share their memory. Throws when they are none. */
export function decodeCbor(bytes: Buffer): unknown {
  return readValue(createReader(bytes));
}

/** The fields of a map, those that are maps or arrays still encoded: {@link decodeCbor} reads them when they are wanted. */
export function decodeFields(bytes: Buffer): ReadonlyMap<string, unknown> {
  const reader = createReader(bytes);
  const fields = new Map<string, unknown>();
  reader.skip(envelopeHeadBytes);
  if (reader.next() !== byte.map) throw new Error('Not a protocol message.');
  while (reader.peek() !== byte.stop) {
    const key = String(readValue(reader));
    const length = reader.envelopeLength();
    fields.set(key, length === undefined ? readValue(reader) : reader.take(length));
  }
  return fields;
}

type Writer = ReturnType<typeof createWriter>;

function createWriter() {
  let buffer = Buffer.allocUnsafe(512);
  let end = 0;
  /** Makes room for `count` bytes and answers where they begin. */
  const grow = (count: number): number => {
    const start = end;
    end += count;
    if (end > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, buffer.length * 2));
      buffer.copy(larger, 0, 0, start);
      buffer = larger;
    }
    return start;
  };
  const push = (...values: readonly number[]): void => {
    let at = grow(values.length);
    for (const value of values) buffer[at++] = value;
  };
  return {
    push,
    head(kind: number, count: number) {
      const first = kind << 5;
      if (count < 24) push(first | count);
      else if (count < 0x100) push(first | 24, count);
      else if (count < 0x1_0000) push(first | 25, count >> 8, count & 0xff);
      else {
        push(first | 26);
        const at = grow(4);
        buffer.writeUInt32BE(count, at);
      }
    },
    text(text: string, encoding: 'utf8' | 'utf16le', length: number) {
      const at = grow(length);
      buffer.write(text, at, encoding);
    },
    bytes(bytes: Uint8Array) {
      const at = grow(bytes.length);
      buffer.set(bytes, at);
    },
    double(value: number) {
      push(byte.double);
      const at = grow(8);
      buffer.writeDoubleBE(value, at);
    },
    enveloped(write: () => void) {
      const start = grow(envelopeHeadBytes);
      write();
      buffer.set(byte.envelope, start);
      buffer.writeUInt32BE(end - start - envelopeHeadBytes, start + 3);
    },
    written: () => buffer.subarray(0, end),
  };
}

function writeValue(out: Writer, value: unknown): void {
  if (value === null || value === undefined) out.push(byte.null);
  else if (typeof value === 'boolean') out.push(value ? byte.true : byte.false);
  else if (typeof value === 'number') writeNumber(out, value);
  else if (typeof value === 'string') writeText(out, value);
  else if (value instanceof Uint8Array) {
    out.push(byte.bytesTag);
    out.head(major.bytes, value.length);
    out.bytes(value);
  } else out.enveloped(() => writeMembers(out, Object(value)));
}

function writeMembers(out: Writer, value: object): void {
  if (Array.isArray(value)) {
    out.push(byte.array);
    for (const item of value) writeValue(out, item);
  } else {
    out.push(byte.map);
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      writeText(out, key);
      writeValue(out, item);
    }
  }
  out.push(byte.stop);
}

function writeNumber(out: Writer, value: number): void {
  // The protocol's whole numbers have 32 bits.
  if ((value | 0) !== value) out.double(value);
  else if (value < 0) out.head(major.negative, -1 - value);
  else out.head(major.unsigned, value);
}

/** UTF-8 cannot say a lone surrogate. */
function writeText(out: Writer, text: string): void {
  const isWellFormed = text.isWellFormed();
  const length = isWellFormed ? Buffer.byteLength(text) : text.length * 2;
  out.head(isWellFormed ? major.text : major.bytes, length);
  out.text(text, isWellFormed ? 'utf8' : 'utf16le', length);
}

type Reader = ReturnType<typeof createReader>;

function createReader(bytes: Buffer) {
  let at = 0;
  const skip = (count: number): number => {
    const start = at;
    at += count;
    if (at > bytes.length) throw endsTooSoon();
    return start;
  };
  return {
    skip,
    next: () => bytes[skip(1)] ?? 0,
    peek: () => bytes[at],
    take: (count: number) => {
      const start = skip(count);
      return bytes.subarray(start, at);
    },
    text: (count: number, encoding: 'utf8' | 'utf16le') => {
      const start = skip(count);
      return bytes.toString(encoding, start, at);
    },
    double: () => bytes.readDoubleBE(skip(8)),
    /** The number in an item's first byte or behind it. */
    count(info: number): number {
      if (info < 24) return info;
      if (info === 24) return bytes.readUInt8(skip(1));
      if (info === 25) return bytes.readUInt16BE(skip(2));
      if (info === 26) return bytes.readUInt32BE(skip(4));
      throw new Error('A protocol message has a number that is too long.');
    },
    envelopeLength: () => envelopeLength(bytes, at),
  };
}

function readValue(reader: Reader): unknown {
  const first = reader.next();
  switch (first) {
    case byte.null:
      return null;
    case byte.true:
      return true;
    case byte.false:
      return false;
    case byte.double:
      return reader.double();
    case byte.bytesTag:
      return reader.take(reader.count(reader.next() & 31));
    case byte.envelope[0]:
      reader.skip(envelopeHeadBytes - 1);
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
  const count = reader.count(first & 31);
  switch (first >> 5) {
    case major.unsigned:
      return count;
    case major.negative:
      return -1 - count;
    case major.text:
      return reader.text(count, 'utf8');
    case major.bytes:
      return reader.text(count, 'utf16le');
    default:
      throw new Error('A protocol message has a value of an unknown kind.');
  }
}

function readMap(reader: Reader): object {
  const entries: [string, unknown][] = [];
  while (reader.peek() !== byte.stop) entries.push([String(readValue(reader)), readValue(reader)]);
  reader.skip(1);
  // A page may name a field "__proto__": this makes it one like any other.
  return Object.fromEntries(entries);
}

function readArray(reader: Reader): unknown[] {
  const items: unknown[] = [];
  while (reader.peek() !== byte.stop) items.push(readValue(reader));
  reader.skip(1);
  return items;
}

function endsTooSoon(): Error {
  return new Error('A protocol message ends too soon.');
}
