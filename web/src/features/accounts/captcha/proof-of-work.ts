import type { DeriveKey } from './pbkdf2.ts';

/** A challenge as the server signs it; it is sent back unchanged with its solution. */
export interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    /** Hexadecimal, as are salt and key prefix. */
    readonly nonce: string;
    readonly salt: string;
    /** Iterations of one key derivation. */
    readonly cost: number;
    readonly keyPrefix: string;
    /** Seconds since 1970. */
    readonly expiresAt?: number;
  };
  readonly signature: string;
}

/** The counter whose key begins with the challenge's prefix. */
export interface Solution {
  readonly counter: number;
  /** Hexadecimal. */
  readonly derivedKey: string;
}

/** A share of the work: every `step`th counter from `start` on. */
export interface WorkShare {
  readonly challenge: Challenge;
  readonly start: number;
  readonly step: number;
}

/** Far above what the server asks for; ends a search that has no solution. */
const lastCounter = 1_000_000;

/** Tries one counter after the other until a key begins with the prefix. Throws where there is no such key. */
export async function solveShare(
  { challenge, start, step }: WorkShare,
  deriveKey: DeriveKey,
): Promise<Solution> {
  const { nonce, salt: saltHex, cost, keyPrefix } = challenge.parameters;
  const nonceBytes = bytesOfHex(nonce);
  const salt = bytesOfHex(saltHex);
  const password = new Uint8Array(nonceBytes.length + 4);
  password.set(nonceBytes);
  const view = new DataView(password.buffer);
  for (let counter = start; counter <= lastCounter; counter += step) {
    view.setUint32(nonceBytes.length, counter);
    const derivedKey = hexOf(await deriveKey({ password, salt, iterations: cost }));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
  throw new Error('the challenge has no solution');
}

/** The token that proves the work. The format is ALTCHA's, whose library verifies it on the server. */
export function tokenOf(challenge: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge, solution }));
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
