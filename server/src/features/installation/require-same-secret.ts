import type { Db } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import {
  findSecretFingerprint,
  insertSecretFingerprint,
  listEncryptedSamples,
  type EncryptedSample,
} from './installation.store.ts';

interface SecretCheck {
  readonly db: Db;
  readonly keyRing: KeyRing;
  /** Source of this process's secret, for the error message. */
  readonly secretSource: string;
}

const sampleLimit = 100;

/** Returns a fingerprint of the secret. It reveals nothing about the secret itself. */
export function secretFingerprint(keyRing: Pick<KeyRing, 'sign'>): string {
  return keyRing.sign('installation', 'secret fingerprint 1');
}

/**
 * Throws `conflict` if the database belongs to another secret. Changes nothing, and accepts a
 * database without a recorded secret, so it can run before the migrations.
 */
export async function rejectOtherSecret(check: SecretCheck): Promise<void> {
  const found = await findSecretFingerprint(check.db);
  if (found !== undefined && found !== secretFingerprint(check.keyRing)) throw otherSecret(check);
}

/**
 * Binds the database to this process's secret at the first start; afterwards throws `conflict` for
 * every other secret. A database of an older release has no recorded secret: it is bound only if
 * the secret decrypts most of the stored values.
 */
export async function requireSameSecret(check: SecretCheck): Promise<void> {
  const { db, keyRing } = check;
  const own = secretFingerprint(keyRing);
  const found = await findSecretFingerprint(db);
  if (found === own) return;
  if (found !== undefined) throw otherSecret(check);
  const samples = await listEncryptedSamples(db, sampleLimit);
  const readable = samples.filter((sample) => canDecrypt(keyRing, sample)).length;
  // Most, not all, because two processes with different secrets may have written before this check
  // existed.
  if (readable * 2 < samples.length) throw otherSecret(check);
  // Of two concurrent first starts one inserts the row; the other compares its secret with that
  // one.
  if ((await insertSecretFingerprint(db, own)) !== own) throw otherSecret(check);
}

function canDecrypt(keyRing: KeyRing, { purpose, ...sample }: EncryptedSample): boolean {
  try {
    keyRing.decrypt(purpose, sample);
    return true;
  } catch {
    return false;
  }
}

function otherSecret({ secretSource }: SecretCheck): AppError {
  return new AppError({
    code: 'conflict',
    message: `This database was set up with a different secret than ${secretSource}. With this one, API keys, signed URLs and stored secrets would not work, so the server did not start. Set SECRET_KEY to the secret of the first start (or restore its file "secret-key" in DATA_DIR), or set DATABASE_URL to another database.`,
  });
}
