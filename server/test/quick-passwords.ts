import { createPasswordHasher } from '../src/adapters/passwords/argon2-passwords.ts';

/**
 * Argon2id at the least cost that it allows. Tests create hundreds of users, and each hash of
 * production takes 30 ms of a processor.
 */
export const quickPasswords = createPasswordHasher({ memoryCost: 8, timeCost: 1 });
