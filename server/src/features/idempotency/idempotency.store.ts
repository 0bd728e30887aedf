import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** Identity of a request: its organisation, its operation, and the caller's key. */
export interface IdempotencyScope {
  readonly organizationId: string;
  readonly operation: string;
  readonly key: string;
}

/** A request recorded by its key. `statusCode` is null until it has a response. */
export interface IdempotencyRecord {
  readonly bodyHash: string;
  readonly statusCode: number | null;
  readonly answer: Record<string, unknown> | null;
}

/** Retention of a key; hours. */
const retentionHours = 24;
/** Every request completes within this time; one without a response has died with its process. */
const lost = sql`now() - interval '60 seconds'`;
const expiry = sql`now() - make_interval(hours => ${sql.lit(retentionHours)})`;

/**
 * Records a key, or takes it over if its record is older than a day or its request was lost.
 * Returns false if a live record has it. Waits for a parallel transaction that is recording the
 * same key.
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

/** Returns the record of a key, if there is one. */
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

/** Stores the response to a recorded request. */
export async function updateIdempotencyResponse(
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

/** Deletes the record of a request, so that it can be repeated. */
export async function removeIdempotencyRecord(db: Db, scope: IdempotencyScope): Promise<void> {
  await db
    .deleteFrom('idempotency_records')
    .where('organization_id', '=', scope.organizationId)
    .where('operation', '=', scope.operation)
    .where('idempotency_key', '=', scope.key)
    .execute();
}

/** Deletes records older than a day; returns their number. */
export async function removeExpiredIdempotencyRecords(db: Db): Promise<number> {
  const result = await sql`delete from idempotency_records where created_at < ${expiry}`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
