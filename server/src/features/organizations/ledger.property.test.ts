import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openSimulatedAccount, type SimulatedAccount } from '../../../test/simulated-account.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../lib/ids.ts';
import type { CreditEvent } from '../credits/credits.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const runs = process.env['TEST_LONG'] ? 500 : 12;
const dayMs = 86_400_000;

const step = fc.oneof(
  fc.record({ act: fc.constant('days' as const), count: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    act: fc.constantFrom('spend' as const, 'hold'),
    count: fc.integer({ min: 1, max: 900 }),
  }),
  fc.record({ act: fc.constantFrom('settle' as const, 'release', 'again'), count: fc.nat(20) }),
  fc.record({ act: fc.constant('coupon' as const), count: fc.integer({ min: 1, max: 500 }) }),
  fc.record({
    act: fc.constantFrom('basic' as const, 'advanced', 'to basic', 'to advanced'),
    count: fc.integer({ min: 0, max: 40 }),
  }),
  fc.record({ act: fc.constantFrom('end' as const, 'refund', 'code'), count: fc.nat(40) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Simulation {
  readonly account: SimulatedAccount;
  readonly held: CreditEvent[];
  /** Operations with a unique key, for repetition. */
  readonly keyed: (() => Promise<unknown>)[];
}

/** Performs one step; an operation that the product rejects counts as done. */
async function perform({ account, held, keyed }: Simulation, { act, count }: Step): Promise<void> {
  const uniqueKey = newId();
  const ago = new Date(account.now().getTime() - count * dayMs);
  const once = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    keyed.push(work);
  };
  const acts: Record<Step['act'], () => Promise<unknown>> = {
    days: async () => {
      account.skipTo(new Date(account.now().getTime() + count * dayMs));
      await Promise.all([account.renew(), account.renew()]);
    },
    spend: () => account.spend(count),
    hold: async () => held.push(await account.hold(count)),
    settle: async () => held[count] && account.settle(held[count]),
    release: async () => held[count] && account.release(held[count]),
    again: async () => keyed[count]?.(),
    coupon: () => once(() => account.coupon(count, uniqueKey)),
    basic: () => once(() => account.begin('basic', ago, uniqueKey)),
    advanced: () => once(() => account.begin('advanced', ago, uniqueKey)),
    'to basic': () => once(() => account.change('basic', uniqueKey)),
    'to advanced': () => once(() => account.change('advanced', uniqueKey)),
    end: () => once(() => account.end(ago, { uniqueKey })),
    refund: () => once(() => account.end(ago, { isRevoked: true, uniqueKey })),
    code: () => once(() => account.code(uniqueKey)),
  };
  await acts[act]().catch((err: unknown) => {
    if (!(err instanceof AppError)) throw err;
  });
}

/**
 * No plan grants more than 5 000: the credits granted in a cycle, less those that a plan change
 * took back, do not exceed that.
 */
async function expectNoCycleGrantedTwice(account: SimulatedAccount): Promise<void> {
  const starts = await account.cycleStarts();
  expect(new Set(starts).size).toBe(starts.length);
  const granted = await account.grantedPerCycle();
  expect(granted).toHaveLength(starts.length);
  expect(Math.max(...granted)).toBeLessThanOrEqual(5_000);
}

/** Performs a step and checks the invariants that hold after every step. */
async function expectInvariants(simulation: Simulation, one: Step): Promise<void> {
  const { account } = simulation;
  const read = async () => ({ ...(await account.sums()), ...(await account.plan()) });
  const before = await read();
  await perform(simulation, one);
  const after = await read();
  expect(after).toMatchObject({ available: after.ledgerAvailable, held: after.ledgerHeld });
  expect(after.available).toBeGreaterThanOrEqual(0);
  const isReckoned = one.act === 'coupon';
  const most = isReckoned ? after.available + after.held : Infinity;
  expect(after.lasting).toBeLessThanOrEqual(most);
  const isCaughtUp = one.act === 'days';
  const end = isCaughtUp ? after.cycleEndsAt.getTime() : Infinity;
  expect(end).toBeGreaterThan(account.now().getTime());
  // A repeated operation changes nothing.
  expect(after).toEqual(one.act === 'again' ? before : after);
}

test(
  'for any sequence of events the balance equals the sum of the ledger and no cycle is granted twice',
  async () => {
    const stories = fc.array(step, { maxLength: 40, size: 'max' });
    const story = fc.asyncProperty(stories, async (steps) => {
      const account = await openSimulatedAccount(database.db, '2026-01-31T10:00:00.000Z');
      const simulation: Simulation = { account, held: [], keyed: [] };
      for (const one of steps) await expectInvariants(simulation, one);
      await expectNoCycleGrantedTwice(account);
      await account.close();
    });
    await expect(fc.assert(story, { numRuns: runs })).resolves.toBeUndefined();
  },
  runs * 3_000,
);
