import { sql } from 'kysely';
import type { BatchStatus } from '@shotwright/contract';
import type { Db, Tx } from '../../../db/transaction.ts';
import { isInScope } from '../../../shared/capture-scope.ts';
import type { ScreenshotScope } from '../screenshots.store.ts';

/** A batch with the sums of its screenshots. */
export interface BatchRow {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: number;
  readonly userId: string | null;
  readonly apiKeyId: number | null;
  readonly name: string | null;
  readonly webhookUrl: string | null;
  readonly isTest: boolean;
  readonly status: BatchStatus;
  /** Number of accepted items. */
  readonly items: number;
  readonly pending: number;
  readonly processing: number;
  readonly complete: number;
  readonly failed: number;
  readonly credits: number;
  readonly creditsCharged: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly pausedAt: Date | null;
}

/** Identifies a batch of an organisation. */
export interface BatchRef {
  readonly organizationId: string;
  readonly batchId: string;
}

const selectBatches = sql`
  select b.id, b.organization_id as "organizationId", b.project_id as "projectId", b.user_id as "userId",
    b.api_key_id as "apiKeyId", b.name,
    b.webhook_url as "webhookUrl", b.is_test as "isTest", b.status, b.items, b.created_at as "createdAt",
    b.finished_at as "finishedAt", b.paused_at as "pausedAt", sums.*
  from batches b cross join lateral (
    select count(*) filter (where s.status = 'PENDING') as pending,
      count(*) filter (where s.status = 'PROCESSING') as processing,
      count(*) filter (where s.status = 'COMPLETE') as complete, count(*) filter (where s.status = 'FAILED') as failed,
      coalesce(sum(s.credits), 0)::int as credits,
      coalesce(sum(s.credits) filter (where s.status = 'COMPLETE' and not s.is_refunded), 0)::int as "creditsCharged"
    from screenshots s where s.batch_id = b.id) sums`;

/** Inserts a running batch. */
export async function insertBatch(
  tx: Tx,
  batch: Pick<
    BatchRow,
    | 'id'
    | 'organizationId'
    | 'projectId'
    | 'userId'
    | 'apiKeyId'
    | 'name'
    | 'webhookUrl'
    | 'isTest'
    | 'items'
  >,
): Promise<void> {
  await tx
    .insertInto('batches')
    .values({
      id: batch.id,
      organization_id: batch.organizationId,
      project_id: batch.projectId,
      user_id: batch.userId,
      api_key_id: batch.apiKeyId,
      name: batch.name,
      webhook_url: batch.webhookUrl,
      is_test: batch.isTest,
      items: batch.items,
    })
    .execute();
}

/** Returns a batch, or undefined if it does not exist or is out of scope. */
export async function findBatch(
  db: Db,
  input: ScreenshotScope & { readonly batchId: string },
): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    ${selectBatches} where b.id = ${input.batchId} and ${isInScope('b', input)}`.execute(db);
  return rows[0];
}

/** One page of batches, newest first. */
export async function listBatches(
  db: Db,
  input: ScreenshotScope & { readonly limit: number; readonly offset: number },
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    ${selectBatches} where ${isInScope('b', input)}
    order by b.id desc limit ${input.limit} offset ${input.offset}`.execute(db);
  return rows;
}

/** Returns the number of batches in scope. */
export async function countBatches(db: Db, scope: ScreenshotScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from batches b where ${isInScope('b', scope)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Locks a batch until the transaction ends. Of transactions that end its captures, each then sees
 * the ends of those before.
 */
export async function lockBatch(tx: Tx, { organizationId, batchId }: BatchRef): Promise<void> {
  await tx
    .selectFrom('batches')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', batchId)
    .forNoKeyUpdate()
    .execute();
}

/**
 * Ends a locked batch that is running if none of its captures is open. Returns false if it is not
 * ended by this call.
 */
export async function endBatch(
  tx: Tx,
  {
    organizationId,
    batchId,
    status,
  }: BatchRef & { readonly status: Exclude<BatchStatus, 'RUNNING'> },
): Promise<boolean> {
  const { rows } = await sql`
    update batches set status = ${status}, finished_at = now(), paused_at = null
    where id = ${batchId} and organization_id = ${organizationId} and status = 'RUNNING' and not exists (
      select from screenshots s where s.batch_id = ${batchId} and s.status in ('PENDING', 'PROCESSING'))
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Pauses or resumes a batch; false if it has ended, or is in that state already. */
export async function setPaused(
  tx: Tx,
  { organizationId, batchId, isPaused }: BatchRef & { readonly isPaused: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update batches set paused_at = case when ${isPaused} then now() end
    where id = ${batchId} and organization_id = ${organizationId} and status = 'RUNNING'
      and (paused_at is null) = ${isPaused}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Makes a batch run again. */
export async function reopenBatch(tx: Tx, { organizationId, batchId }: BatchRef): Promise<void> {
  await tx
    .updateTable('batches')
    .set({ status: 'RUNNING', finished_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', batchId)
    .execute();
}

/** Running batches without an open capture, at most `limit`. */
export async function listEndedBatches(db: Db, limit: number): Promise<BatchRef[]> {
  const { rows } = await sql<BatchRef>`
    select b.organization_id as "organizationId", b.id as "batchId" from batches b
    where b.status = 'RUNNING' and not exists (
      select from screenshots s where s.batch_id = b.id and s.status in ('PENDING', 'PROCESSING'))
    order by b.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the user who requested a batch; for one of an API key the owner of the organisation. */
export async function findRequester(
  db: Db,
  { organizationId, userId }: Pick<BatchRow, 'organizationId' | 'userId'>,
): Promise<{ readonly email: string; readonly firstName: string } | undefined> {
  const { rows } = await sql<{ email: string; firstName: string }>`
    select email, first_name as "firstName" from users where organization_id = ${organizationId}
    order by coalesce(id = ${userId}::uuid, false) desc, role = 'owner' desc, created_at limit 1`.execute(
    db,
  );
  return rows[0];
}
