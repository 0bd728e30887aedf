import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

/** Keys for separate purposes, all derived from one secret outside the database. */
export interface KeyRing {
  /** Returns an HMAC that only this purpose can reproduce; base64url. */
  sign(purpose: string, text: string): string;
  /** Compares in constant time. */
  verify(purpose: string, input: { readonly text: string; readonly signature: string }): boolean;
  /**
   * Encrypts with AES-256-GCM, bound to `context` (the row's ID), so that swapped rows cannot be
   * decrypted.
   */
  encrypt(purpose: string, input: { readonly text: string; readonly context: string }): Buffer;
  /** Throws if the text was changed, swapped or encrypted with another secret. */
  decrypt(purpose: string, input: { readonly sealed: Buffer; readonly context: string }): string;
}

const version = 1;

/** Derives a {@link KeyRing} from the master secret (text of at least 32 bytes). */
export function createKeyRing(masterSecret: string): KeyRing {
  const keys = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const known = keys.get(purpose);
    if (known) return known;
    // A key object is prepared once; raw bytes would be prepared for each of the ten thousand
    // signatures of a list.
    const key = createSecretKey(
      Buffer.from(hkdfSync('sha256', masterSecret, 'shotwright', purpose, 32)),
    );
    keys.set(purpose, key);
    return key;
  };
  const sign = (purpose: string, text: string): string =>
    createHmac('sha256', keyFor(`sign:${purpose}`))
      .update(text)
      .digest('base64url');
  return {
    sign,
    verify: (purpose, { text, signature }) => {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    encrypt: (purpose, { text, context }) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(`encrypt:${purpose}`), nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]);
    },
    decrypt: (purpose, { sealed, context }) => {
      if (sealed[0] !== version) throw new Error('encrypted by an unknown format version');
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyFor(`encrypt:${purpose}`),
        sealed.subarray(1, 13),
      );
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(13, 29));
      return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** Returns the SHA-256 hash as hex. For 256-bit tokens, which need no slow hash. */
export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
