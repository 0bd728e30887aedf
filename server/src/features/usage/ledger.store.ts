import { sql } from 'kysely';
import type { LedgerKind } from '../../db/tables/credits.ts';
import type { Db } from '../../db/transaction.ts';

/** A ledger row that changed the available credits; charging a hold does not. */
export interface LedgerRow {
  readonly id: number;
  readonly kind: Exclude<LedgerKind, 'settle'>;
  readonly credits: number;
  /** Available credits after it. */
  readonly balance: number;
  readonly note: string | null;
  readonly screenshotId: string | null;
  /** End of the hold; null if it has not ended, or nothing was held. */
  readonly end: 'settle' | 'release' | null;
  readonly createdAt: Date;
}

const columns = sql`
  l.id, l.kind, l.available_delta as credits, l.note, l.screenshot_id as "screenshotId", l.created_at as "createdAt"`;

const endOfHold = sql`
  left join credit_ledger e on l.kind = 'hold' and e.organization_id = l.organization_id
    and e.unique_key = 'end:' || l.screenshot_id`;

/** Ledger rows newest first, `limit` of them, older than `before` if given. */
export async function listLedgerRows(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly before: number | null;
    readonly limit: number;
  },
): Promise<LedgerRow[]> {
  const { organizationId, before, limit } = input;
  const { rows } = await sql<LedgerRow>`
    with page as (
      select * from credit_ledger
      where organization_id = ${organizationId} and kind <> 'settle'
        and (${before}::bigint is null or id < ${before}::bigint)
      order by id desc limit ${limit}
    ), newest as (
      select coalesce((select available from credit_accounts where organization_id = ${organizationId}), 0)
        - coalesce((
          select sum(available_delta) from credit_ledger
          where organization_id = ${organizationId} and id > (select max(id) from page)), 0) as balance
    )
    select ${columns}, e.kind as "end",
      ((select balance from newest) - coalesce(sum(l.available_delta) over (
        order by l.id desc rows between unbounded preceding and 1 preceding), 0))::bigint as balance
    from page l ${endOfHold}
    order by l.id desc`.execute(db);
  return rows;
}

/**
 * Ledger rows oldest first, `limit` of them, newer than `after`; the `balance` of each is computed
 * from the given `balance`.
 */
export async function listLedgerRowsAscending(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly after: number;
    readonly balance: number;
    readonly limit: number;
  },
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    with page as (
      select * from credit_ledger
      where organization_id = ${input.organizationId} and kind <> 'settle' and id > ${input.after}::bigint
      order by id limit ${input.limit}
    )
    select ${columns}, e.kind as "end",
      (${input.balance}::bigint + sum(l.available_delta) over (order by l.id))::bigint as balance
    from page l ${endOfHold}
    order by l.id`.execute(db);
  return rows;
}
