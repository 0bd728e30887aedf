import { defaultCreditPrices } from '@shotwright/contract';
import { sql } from 'kysely';
import { inTransaction, type Database } from '../src/db/transaction.ts';
import { createCreditsService } from '../src/features/credits/credits.service.ts';
import type { CreditEvent } from '../src/features/credits/credits.store.ts';
import { createCyclesService } from '../src/features/organizations/cycles.service.ts';
import { createOrganizationsService } from '../src/features/organizations/organizations.service.ts';
import { createPlansService } from '../src/features/organizations/plans.service.ts';
import { newId } from '../src/lib/ids.ts';

const dayMs = 86_400_000;

/** Balances of an account with the sums of its ledger. */
export interface LedgerSums {
  readonly available: number;
  readonly held: number;
  readonly lasting: number;
  readonly ledgerAvailable: number;
  readonly ledgerHeld: number;
}

/**
 * A simulated account: the real ledger and plans over a real database, with a clock that the test
 * sets.
 */
export type SimulatedAccount = Awaited<ReturnType<typeof openSimulatedAccount>>;

/** Creates an account whose clock starts at `startsAt`. */
export async function openSimulatedAccount(db: Database, startsAt: string) {
  let time = new Date(startsAt);
  const now = async (): Promise<Date> => time;
  const credits = createCreditsService({ prices: defaultCreditPrices });
  const cycles = createCyclesService(credits);
  const organizations = createOrganizationsService({ db, cycles, now });
  const plans = createPlansService({ cycles, now });
  const organizationId = await inTransaction(db, (tx) =>
    organizations.createOrganization(tx, { name: 'Simulated' }),
  );
  const event = (amount: number): CreditEvent => ({
    organizationId,
    screenshotId: newId(),
    apiKeyId: null,
    amount,
  });
  const hold = async (amount: number): Promise<CreditEvent> => {
    const held = event(amount);
    await inTransaction(db, (tx) => credits.hold(tx, { ...held, projectId: null }));
    return held;
  };
  const settle = (held: CreditEvent) => inTransaction(db, (tx) => credits.settle(tx, held));
  return {
    organizationId,
    now: () => time,
    hold,
    settle,
    release: (held: CreditEvent) => inTransaction(db, (tx) => credits.release(tx, held)),
    spend: async (amount: number) => settle(await hold(amount)),
    coupon: (amount: number, uniqueKey: string = newId()) =>
      inTransaction(db, (tx) =>
        credits.grant(tx, { organizationId, amount, kind: 'coupon', uniqueKey }),
      ),
    /** Starts a plan whose cycle starts at `from`, by default now. */
    begin: (tier: 'basic' | 'advanced', from = time, uniqueKey: string = newId()) =>
      inTransaction(db, (tx) =>
        plans.setPaidPlan(tx, {
          organizationId,
          tier,
          periodStart: from,
          startsCycle: true,
          uniqueKey,
        }),
      ),
    /** Changes the plan within the current cycle. */
    change: (tier: 'basic' | 'advanced', uniqueKey: string = newId()) =>
      inTransaction(db, (tx) =>
        plans.setPaidPlan(tx, {
          organizationId,
          tier,
          periodStart: time,
          startsCycle: false,
          uniqueKey,
        }),
      ),
    end: (endedAt = time, { isRevoked = false, uniqueKey = newId() } = {}) =>
      inTransaction(db, (tx) =>
        plans.endPaidPlan(tx, { organizationId, endedAt, isRevoked, uniqueKey }),
      ),
    code: (uniqueKey: string = newId()) =>
      inTransaction(db, (tx) => plans.addLifetimeCode(tx, { organizationId, uniqueKey })),
    plan: () => plans.planOf(db, organizationId),
    renew: organizations.renewEndedCycles,
    /** Advances the clock while the scheduled job runs. */
    advanceTo: async (moment: string | Date): Promise<void> => {
      const target = new Date(moment);
      while (time < target) {
        time = new Date(Math.min(time.getTime() + 3 * dayMs, target.getTime()));
        await organizations.renewEndedCycles();
      }
    },
    /** Advances the clock while nothing runs. */
    skipTo: (moment: string | Date): void => {
      time = new Date(moment);
    },
    /** Returns entries such as `grant 100 Free plan`, oldest first; captures without their note. */
    ledger: () => readLedger(db, organizationId),
    /** Returns the start dates of the cycles, in the order of their grants. */
    cycleStarts: () => readCycleStarts(db, organizationId),
    /**
     * Returns the credits that plans granted in each cycle, less those that a plan change took
     * back.
     */
    grantedPerCycle: () => readGrantedPerCycle(db, organizationId),
    sums: () => readSums(db, organizationId),
    /** Deletes the account, so that the jobs of other tests do not process it. */
    close: async () => {
      await db.deleteFrom('organizations').where('id', '=', organizationId).execute();
    },
  };
}

async function readLedger(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('credit_ledger')
    .select(['kind', 'available_delta', 'note'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.kind, row.available_delta, row.note ?? ''].join(' ').trim());
}

async function readCycleStarts(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('credit_ledger')
    .select('unique_key')
    .where('organization_id', '=', organizationId)
    .where('unique_key', 'like', 'grant:%')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.unique_key.slice('grant:'.length));
}

async function readGrantedPerCycle(db: Database, organizationId: string): Promise<number[]> {
  const { rows } = await sql<{ granted: number }>`
    select sum(available_delta) as granted from (
      select available_delta, count(*) filter (where unique_key like 'grant:%') over (order by id) as cycle
      from credit_ledger where organization_id = ${organizationId}
        and (unique_key like 'grant:%' or unique_key like 'plan:%')
    ) plan_entries group by cycle order by cycle`.execute(db);
  return rows.map((row) => row.granted);
}

async function readSums(db: Database, organizationId: string): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    select a.available, a.held, a.lasting,
      (select sum(available_delta) from credit_ledger where organization_id = a.organization_id) as "ledgerAvailable",
      (select sum(held_delta) from credit_ledger where organization_id = a.organization_id) as "ledgerHeld"
    from credit_accounts a where a.organization_id = ${organizationId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the simulated account has gone');
  return row;
}
