import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCouponsRig,
  newCode,
  redeemedState,
  type CouponsRig,
} from '../../../test/coupons.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createCreditsService } from '../credits/credits.service.ts';
import { createRedeemCoupon } from './redeem-coupon.service.ts';

let database: TestDatabase;
let rig: CouponsRig;
beforeAll(async () => {
  database = await createTestDatabase();
  rig = createCouponsRig(database.db);
});
afterAll(() => database.close());

type Account = Awaited<ReturnType<CouponsRig['account']>>;
const program = join(import.meta.dirname, '../../../test/redeem-process.ts');
const stateOf = (organizationId: string) => redeemedState(database.db, organizationId);

/**
 * Redeems a code in two processes at the same time, each for its accounts; returns the outcomes of
 * all redemptions.
 */
async function redeemInTwoProcesses(code: string, accounts: readonly Account[]): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const processes = [0, 1].map(() => {
    const child = spawn(process.execPath, [program, database.url], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    stack.defer(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const readLine = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value));
    return { child, readLine };
  });
  await Promise.all(processes.map(({ readLine }) => readLine()));
  const outcomes = await Promise.all(
    processes.map(async ({ child, readLine }, process) => {
      const own = accounts.filter((_, index) => index % 2 === process);
      child.stdin.write(`${JSON.stringify({ code, accounts: own })}\n`);
      return (await readLine()) as string[];
    }),
  );
  return outcomes.flat();
}

test('[AP-26] exactly one of 100 parallel redemptions of a one-use coupon, by as many accounts in two processes, succeeds', async () => {
  const code = newCode();
  const id = await rig.make(code, { maxUses: 1 });
  const accounts = await Promise.all(Array.from({ length: 100 }, () => rig.account(0)));
  const outcomes = await redeemInTwoProcesses(code, accounts);
  expect(outcomes.toSorted()).toEqual([...Array<string>(99).fill('coupon_used_up'), 'done']);
  const ids = sql.join(accounts.map(({ organizationId }) => organizationId));
  const { rows } = await sql`
    select (select uses from coupons where id = ${id}) as "uses",
      (select count(*)::int from coupon_redemptions where coupon_id = ${id}) as "redemptions",
      (select sum(available)::int from credit_accounts where organization_id in (${ids})) as "credits"`.execute(
    database.db,
  );
  expect(rows).toEqual([{ uses: 1, redemptions: 1, credits: 100 }]);
});

test('[AP-26] an account redeems a coupon once, however many concurrent requests it sends to two processes', async () => {
  const account = await rig.account(0);
  const code = newCode();
  const id = await rig.make(code);
  const outcomes = await redeemInTwoProcesses(code, Array<Account>(10).fill(account));
  expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('coupon_already_used'), 'done']);
  expect(await stateOf(account.organizationId)).toMatchObject({
    available: 100,
    ledger: 100,
    redemptions: 1,
  });
  const { uses } = await database.db
    .selectFrom('coupons')
    .select('uses')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(uses).toBe(1);
});

test('a connection cut during redemption leaves nothing behind, and the code can be redeemed again', async () => {
  const account = await rig.account(0);
  const code = newCode();
  await rig.make(code, { maxUses: 1 });
  const credits = createCreditsService({ prices: { capture: 1, fullPage: 1, retina: 1 } });
  const cut = createRedeemCoupon({
    db: database.db,
    credits,
    plans: {
      ...rig.plans,
      planOf: async (tx, organizationId) => {
        // All rows are written; the connection is terminated before the transaction can commit.
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
        return rig.plans.planOf(tx, organizationId);
      },
    },
  });
  const before = await stateOf(account.organizationId);
  await expect(cut({ ...account, code })).rejects.toThrow(/terminat/);
  expect(await stateOf(account.organizationId)).toEqual(before);
  expect(await rig.redeem({ ...account, code })).toMatchObject({ creditsAvailable: 100 });
});
