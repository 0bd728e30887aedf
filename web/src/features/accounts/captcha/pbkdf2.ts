/** Derives a 32-byte key from a password and a salt. */
export type DeriveKey = (input: {
  readonly password: Uint8Array<ArrayBuffer>;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
}) => Promise<Uint8Array>;

/**
 * Returns the browser's native PBKDF2 if available, otherwise the JavaScript implementation below.
 */
export function keyDerivation(subtle: SubtleCrypto | undefined): DeriveKey {
  return subtle === undefined ? async (input) => pbkdf2Sha256(input) : nativePbkdf2(subtle);
}

function nativePbkdf2(subtle: SubtleCrypto): DeriveKey {
  return async ({ password, salt, iterations }) => {
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    return new Uint8Array(await subtle.deriveBits(parameters, key, 256));
  };
}

const blockBytes = 64;
const digestWords = 8;

/**
 * PBKDF2 with HMAC-SHA-256 in plain JavaScript, one block of output. Browsers expose
 * `crypto.subtle` only on https and localhost; this takes about five times as long. Source: RFC
 * 8018 §5.2, RFC 2104, FIPS 180-4.
 */
export function pbkdf2Sha256({
  password,
  salt,
  iterations,
}: Parameters<DeriveKey>[0]): Uint8Array<ArrayBuffer> {
  const key = password.length > blockBytes ? sha256(password) : password;
  const inner = compress(initialState, wordsOf(padded(key, 0x36), 0));
  const outer = compress(initialState, wordsOf(padded(key, 0x5c), 0));
  const first = new Uint8Array(salt.length + 4);
  first.set(salt);
  first[salt.length + 3] = 1;
  // One buffer serves all iterations: a digest, followed by the padding of a one-block message.
  const block = new Int32Array(16);
  block[8] = 0x80000000;
  block[15] = (blockBytes + digestWords * 4) * 8;
  block.set(finish(inner, { message: first, before: blockBytes }));
  compress(outer, block, block);
  const result = block.slice(0, digestWords);
  for (let round = 1; round < iterations; round += 1) {
    compress(inner, block, block);
    compress(outer, block, block);
    for (let at = 0; at < digestWords; at += 1) result[at] = wordAt(result, at) ^ wordAt(block, at);
  }
  return bytesOf(result);
}

function padded(key: Uint8Array, pad: number): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(blockBytes).fill(pad);
  key.forEach((byte, at) => (block[at] = byte ^ pad));
  return block;
}

/** Computes the SHA-256 digest of a message. */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytesOf(finish(initialState, { message, before: 0 }));
}

/** Hashes the rest of a message; `before` is the number of bytes already hashed into the state. */
function finish(
  state: Int32Array,
  { message, before }: { readonly message: Uint8Array; readonly before: number },
): Int32Array {
  const blocks = Math.ceil((message.length + 9) / blockBytes);
  const bytes = new Uint8Array(blocks * blockBytes);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, (before + message.length) * 8);
  let result = state;
  for (let at = 0; at < bytes.length; at += blockBytes)
    result = compress(result, wordsOf(bytes, at));
  return result;
}

function wordsOf(bytes: Uint8Array<ArrayBuffer>, from: number): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, blockBytes);
  return Int32Array.from({ length: blockBytes / 4 }, (_, at) => view.getInt32(at * 4));
}

function wordAt(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

function bytesOf(words: Int32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((word, at) => view.setInt32(at * 4, word));
  return bytes;
}

const { initialState, roundConstants } = constants();
const schedule = new Int32Array(64);

/**
 * Applies the SHA-256 compression function to one block of 16 words; `into` may be the same array
 * as the block.
 */
function compress(
  state: Int32Array,
  block: Int32Array,
  into: Int32Array = new Int32Array(digestWords),
): Int32Array {
  expand(block);
  let a = wordAt(state, 0);
  let b = wordAt(state, 1);
  let c = wordAt(state, 2);
  let d = wordAt(state, 3);
  let e = wordAt(state, 4);
  let f = wordAt(state, 5);
  let g = wordAt(state, 6);
  let h = wordAt(state, 7);
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 =
      (h + s1 + ((e & f) ^ (~e & g)) + wordAt(roundConstants, t) + wordAt(schedule, t)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  into[0] = wordAt(state, 0) + a;
  into[1] = wordAt(state, 1) + b;
  into[2] = wordAt(state, 2) + c;
  into[3] = wordAt(state, 3) + d;
  into[4] = wordAt(state, 4) + e;
  into[5] = wordAt(state, 5) + f;
  into[6] = wordAt(state, 6) + g;
  into[7] = wordAt(state, 7) + h;
  return into;
}

/** Expands a block into the message schedule. */
function expand(block: Int32Array): void {
  for (let t = 0; t < 16; t += 1) schedule[t] = wordAt(block, t);
  for (let t = 16; t < 64; t += 1) {
    const x = wordAt(schedule, t - 15);
    const y = wordAt(schedule, t - 2);
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[t] = s1 + wordAt(schedule, t - 7) + s0 + wordAt(schedule, t - 16);
  }
}

/**
 * Computes the SHA-256 constants: the fractional parts of the square roots of the first 8 primes
 * and of the cube roots of the first 64.
 */
function constants() {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return {
    initialState: Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p))),
    roundConstants: Int32Array.from(primes, (p) => fraction(Math.cbrt(p))),
  };
}

/** Returns the first 32 bits of the fractional part. */
function fraction(root: number): number {
  return (root - Math.floor(root)) * 2 ** 32;
}
