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

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. Algorithm 2 is Argon2id.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// The same character typed on different keyboards may have different code points (NIST SP 800-63B
// §3.1.1.2).
const normalized = (password: string): string => password.normalize('NFKC');

/** Creates a {@link PasswordHasher} with Argon2id from `@node-rs/argon2`. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const nobodysHash = await hash('the password of nobody', settings);
  return {
    hash: (password) => hash(normalized(password), settings),
    verify: async (stored, password) => {
      const isRight = await verify(stored ?? nobodysHash, normalized(password));
      return stored !== null && isRight;
    },
  };
}
