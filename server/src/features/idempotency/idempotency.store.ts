import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** What tells one request from another: whose it is, what it does, and the caller's own name for it. */
export interface IdempotencyScope {
  readonly organizationId: string;
  readonly operation: string;
  readonly key: string;
}

/** A request remembered by its key. `statusCode` null: it has not been answered yet. */
export interface IdempotencyRecord {
  readonly bodyHash: string;
  readonly statusCode: number | null;
  readonly answer: Record<string, unknown> | null;
}

/** How long a key is remembered; hours. */
const keptHours = 24;
/** No request is answered later than this; one without an answer then died with its process. */
const lost = sql`now() - interval '60 seconds'`;
const expiry = sql`now() - make_interval(hours => ${sql.lit(keptHours)})`;

/**
 * Remembers a key, or takes it over when its record is older than a day or its request was lost; false: a live record has it. Waits for
 * a parallel transaction that is about to remember the same key.
 */
export async function insertIdempotencyRecord(
  tx: Tx,
  input: IdempotencyScope & { readonly bodyHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_records (organization_id, operation, idempotency_key, body_hash)
    values (${input.organizationId}, ${input.operation}, ${input.key}, ${input.bodyHash})
    on conflict (organization_id, operation, idempotency_key) do update
    set body_hash = excluded.body_hash, status_code = null, answer = null, created_at = now()
    where idempotency_records.created_at < ${expiry}
      or (idempotency_records.status_code is null and idempotency_records.created_at < ${lost})
    returning true`.execute(tx);
  return rows.length > 0;
}

/** The record of a key, if there is one. */
export function findIdempotencyRecord(
  db: Db,
  scope: IdempotencyScope,
): Promise<IdempotencyRecord | undefined> {
  return db
    .selectFrom('idempotency_records')
    .select(['body_hash as bodyHash', 'status_code as statusCode', 'answer'])
    .where('organization_id', '=', scope.organizationId)
    .where('operation', '=', scope.operation)
    .where('idempotency_key', '=', scope.key)
    .executeTakeFirst();
}

/** Keeps the answer of a remembered request. */
export async function updateIdempotencyAnswer(
  tx: Tx,
  input: IdempotencyScope & {
    readonly statusCode: number;
    readonly answer: Record<string, unknown>;
  },
): Promise<void> {
  await tx
    .updateTable('idempotency_records')
    .set({ status_code: input.statusCode, answer: JSON.stringify(input.answer) })
    .where('organization_id', '=', input.organizationId)
    .where('operation', '=', input.operation)
    .where('idempotency_key', '=', input.key)
    .execute();
}

/** Forgets a request, as if it had never come. */
export async function removeIdempotencyRecord(db: Db, scope: IdempotencyScope): Promise<void> {
  await db
    .deleteFrom('idempotency_records')
    .where('organization_id', '=', scope.organizationId)
    .where('operation', '=', scope.operation)
    .where('idempotency_key', '=', scope.key)
    .execute();
}

/** Forgets records older than a day; answers how many. */
export async function removeExpiredIdempotencyRecords(db: Db): Promise<number> {
  const result = await sql`delete from idempotency_records where created_at < ${expiry}`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
