import { hash, verify } from '@node-rs/argon2';

/** Hashes and verifies passwords with a function that is slow to brute-force. */
export interface PasswordHasher {
  /** Returns an Argon2id hash as a PHC string with a random salt. */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time if `stored` is null, so that timing does not reveal that the account does
   * not exist.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Work of a hash. `memoryCost` in KiB, `timeCost` in passes over it. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP's first choice for Argon2id: 19 MiB, two passes. */
const owaspCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** Hash of a password that is not stored, at OWASP's cost. Verifying against it never succeeds. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1IGiso2W1zCf3Tdi/S3jUA$Obcb4o81Y/XTU7zAt0jKnJxFKfgGIORCmeqCmgnRW1c';

// The same character typed on different keyboards may have different code points (NIST SP 800-63B
// §3.1.1.2).
const normalized = (password: string): string => password.normalize('NFKC');

/**
 * Creates a {@link PasswordHasher} with Argon2id from `@node-rs/argon2`. A hash states its cost, so
 * hashers of different costs verify each other's.
 */
export function createPasswordHasher(cost: PasswordCost = owaspCost): PasswordHasher {
  // Algorithm 2 is Argon2id.
  const settings = { algorithm: 2, parallelism: 1, ...cost } as const;
  return {
    hash: (password) => hash(normalized(password), settings),
    verify: async (stored, password) => {
      const isRight = await verify(stored ?? nobodysHash, normalized(password));
      return stored !== null && isRight;
    },
  };
}
