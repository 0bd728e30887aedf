import type { DeriveKey } from './pbkdf2.ts';

/** Challenge signed by the server; returned unchanged with its solution. */
export interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    /** Hexadecimal, as are salt and key prefix. */
    readonly nonce: string;
    readonly salt: string;
    /** Iterations per key derivation. */
    readonly cost: number;
    readonly keyPrefix: string;
    /** Unix time. Units: seconds. */
    readonly expiresAt?: number;
  };
  readonly signature: string;
}

/** Counter whose derived key has the challenge's prefix. */
export interface Solution {
  readonly counter: number;
  /** Hexadecimal. */
  readonly derivedKey: string;
}

/** Share of the search: every `step`th counter starting at `start`. */
export interface WorkShare {
  readonly challenge: Challenge;
  readonly start: number;
  readonly step: number;
}

/**
 * Upper bound of the search, far above the difficulty the server uses; ends a search that has no
 * solution.
 */
const lastCounter = 1_000_000;

/** Tries counters in order until a derived key has the prefix. Throws if no counter matches. */
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

/**
 * Returns the token with the solution, in the ALTCHA format; the ALTCHA library verifies it on the
 * server.
 */
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
