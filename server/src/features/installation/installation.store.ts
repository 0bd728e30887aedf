import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** An encrypted value of a row, with the inputs for its decryption. */
export interface EncryptedSample {
  readonly purpose: string;
  readonly context: string;
  readonly sealed: Buffer;
}

/**
 * Returns the stored fingerprint, or undefined if there is none or its table does not exist yet.
 */
export async function findSecretFingerprint(db: Db): Promise<string | undefined> {
  const { rows: tables } = await sql<{ found: string | null }>`
    select to_regclass('installation')::text as found`.execute(db);
  if (!tables[0]?.found) return undefined;
  const row = await db.selectFrom('installation').select('secret_fingerprint').executeTakeFirst();
  return row?.secret_fingerprint;
}

/** Stores the fingerprint unless there is one; returns the stored one. */
export async function insertSecretFingerprint(db: Db, fingerprint: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ secret_fingerprint: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('installation')
    .select('secret_fingerprint')
    .executeTakeFirstOrThrow();
  return row.secret_fingerprint;
}

/**
 * Oldest encrypted values of the database, at most `limit` of each kind: API keys and webhook
 * secrets.
 */
export async function listEncryptedSamples(db: Db, limit: number): Promise<EncryptedSample[]> {
  const keys = await db
    .selectFrom('api_keys')
    .select(['seal_id as context', 'key_sealed as sealed'])
    .orderBy('id')
    .limit(limit)
    .execute();
  const secrets = await db
    .selectFrom('webhook_secrets')
    .select(['id as context', 'secret_sealed as sealed'])
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return [
    ...keys.map((row) => ({ purpose: 'api-key', ...row })),
    ...secrets.map((row) => ({ purpose: 'webhook-secret', ...row })),
  ];
}
