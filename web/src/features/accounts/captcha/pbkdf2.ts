import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Derives a 32-byte key from a password and a salt. */
export type DeriveKey = (input: {
  readonly password: Uint8Array<ArrayBuffer>;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
}) => Promise<Uint8Array>;

/**
 * Returns the browser's native PBKDF2 with HMAC-SHA-256 if available, otherwise one in JavaScript.
 * Browsers expose `crypto.subtle` only on https and localhost.
 */
export function keyDerivation(subtle: SubtleCrypto | undefined): DeriveKey {
  if (subtle !== undefined) return nativePbkdf2(subtle);
  return async ({ password, salt, iterations }) =>
    pbkdf2(sha256, password, salt, { c: iterations, dkLen: 32 });
}

function nativePbkdf2(subtle: SubtleCrypto): DeriveKey {
  return async ({ password, salt, iterations }) => {
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    return new Uint8Array(await subtle.deriveBits(parameters, key, 256));
  };
}
