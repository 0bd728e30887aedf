import { hash, verify } from '@node-rs/argon2';

/** Turns passwords into hashes that are slow to guess, and checks them. */
export interface PasswordHasher {
  /** Argon2id as a PHC string with a salt of its own. */
  hash(password: string): Promise<string>;
  /** Takes the same time when `stored` is null: nobody learns that there is no account. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. Algorithm 2 is Argon2id.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// One character typed on two keyboards may arrive as different code points (NIST SP 800-63B §3.1.1.2).
const normalized = (password: string): string => password.normalize('NFKC');

/** Argon2id over `@node-rs/argon2`; see {@link PasswordHasher}. */
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
