import { sql } from 'kysely';
import type { PlanTier } from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Cycle } from './cycles.rules.ts';

/** An organisation's plan and its current credit cycle. */
export interface PlanState {
  readonly organizationId: string;
  readonly tier: PlanTier;
  readonly creditsPerCycle: number;
  /** Unit: bytes; null means no limit. */
  readonly storageLimitBytes: number | null;
  readonly lifetimeCodes: number;
  readonly anchor: Date;
  readonly cycle: Cycle;
  /** Maximum that plans have granted in the current cycle. */
  readonly cycleGrant: number;
}

/** Returns the database's time. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select without a table answered no row');
  return row.now;
}

/** Inserts an organisation. */
export async function insertOrganization(
  db: Db,
  { name, ...state }: PlanState & { readonly name: string },
): Promise<void> {
  await db
    .insertInto('organizations')
    .values({ id: state.organizationId, name, ...columnsOf(state) })
    .execute();
}

/** Returns the current plan, or undefined if the organisation does not exist. */
export async function findPlanState(
  db: Db,
  organizationId: string,
): Promise<PlanState | undefined> {
  const row = await selectState(db).where('id', '=', organizationId).executeTakeFirst();
  return row && stateOf(row);
}

/**
 * Returns the current plan, locked for this transaction. The lock does not block rows that
 * reference the organisation: captures insert such rows while holding the account's lock, which is
 * acquired next here.
 */
export async function lockPlanState(
  tx: Tx,
  organizationId: string,
): Promise<PlanState | undefined> {
  const row = await selectState(tx)
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && stateOf(row);
}

/**
 * Organisations whose cycle has ended at `now`, locked for this transaction and skipped by others;
 * at most `limit`. Deleted ones get no further credits.
 */
export async function lockEndedCycles(
  tx: Tx,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<PlanState[]> {
  const rows = await selectState(tx)
    .where('cycle_ends_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('cycle_ends_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map(stateOf);
}

/** Writes a plan's new state. */
export async function updatePlanState(tx: Tx, state: PlanState): Promise<void> {
  await tx
    .updateTable('organizations')
    .set(columnsOf(state))
    .where('id', '=', state.organizationId)
    .execute();
}

/** True if a plan change with this name was recorded before. */
export async function hasPlanChange(
  db: Db,
  input: { readonly organizationId: string; readonly uniqueKey: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('plan_changes')
    .select('unique_key')
    .where('organization_id', '=', input.organizationId)
    .where('unique_key', '=', input.uniqueKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a plan change. */
export async function insertPlanChange(
  tx: Tx,
  change: Pick<PlanState, 'organizationId' | 'tier' | 'creditsPerCycle'> & {
    readonly uniqueKey: string;
  },
): Promise<void> {
  await tx
    .insertInto('plan_changes')
    .values({
      organization_id: change.organizationId,
      unique_key: change.uniqueKey,
      tier: change.tier,
      credits_per_cycle: change.creditsPerCycle,
    })
    .execute();
}

const selectState = (db: Db) =>
  db
    .selectFrom('organizations')
    .select([
      'id',
      'plan_tier',
      'credits_per_cycle',
      'storage_limit_bytes',
      'lifetime_codes',
      'cycle_anchor',
      'cycle_started_at',
      'cycle_ends_at',
      'cycle_grant',
    ]);

type StateRow = Awaited<ReturnType<ReturnType<typeof selectState>['executeTakeFirstOrThrow']>>;

function stateOf(row: StateRow): PlanState {
  return {
    organizationId: row.id,
    tier: row.plan_tier,
    creditsPerCycle: row.credits_per_cycle,
    storageLimitBytes: row.storage_limit_bytes,
    lifetimeCodes: row.lifetime_codes,
    anchor: row.cycle_anchor,
    cycle: { startedAt: row.cycle_started_at, endsAt: row.cycle_ends_at },
    cycleGrant: row.cycle_grant,
  };
}

function columnsOf({ cycle, ...state }: Omit<PlanState, 'organizationId'>) {
  return {
    plan_tier: state.tier,
    credits_per_cycle: state.creditsPerCycle,
    storage_limit_bytes: state.storageLimitBytes,
    lifetime_codes: state.lifetimeCodes,
    cycle_anchor: state.anchor,
    cycle_started_at: cycle.startedAt,
    cycle_ends_at: cycle.endsAt,
    cycle_grant: state.cycleGrant,
  };
}
