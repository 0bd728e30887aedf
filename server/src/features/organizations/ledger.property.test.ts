import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openLedgerWorld, type LedgerWorld } from '../../../test/ledger-world.ts';
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

interface Life {
  readonly world: LedgerWorld;
  readonly held: CreditEvent[];
  /** Operations with a unique key, for repetition. */
  readonly named: (() => Promise<unknown>)[];
}

/** Performs one step; an operation that the product rejects counts as done. */
async function live({ world, held, named }: Life, { act, count }: Step): Promise<void> {
  const uniqueKey = newId();
  const ago = new Date(world.now().getTime() - count * dayMs);
  const once = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    named.push(work);
  };
  const acts: Record<Step['act'], () => Promise<unknown>> = {
    days: async () => {
      world.sleepTo(new Date(world.now().getTime() + count * dayMs));
      await Promise.all([world.renew(), world.renew()]);
    },
    spend: () => world.spend(count),
    hold: async () => held.push(await world.hold(count)),
    settle: async () => held[count] && world.settle(held[count]),
    release: async () => held[count] && world.release(held[count]),
    again: async () => named[count]?.(),
    coupon: () => once(() => world.coupon(count, uniqueKey)),
    basic: () => once(() => world.begin('basic', ago, uniqueKey)),
    advanced: () => once(() => world.begin('advanced', ago, uniqueKey)),
    'to basic': () => once(() => world.change('basic', uniqueKey)),
    'to advanced': () => once(() => world.change('advanced', uniqueKey)),
    end: () => once(() => world.end(ago, { uniqueKey })),
    refund: () => once(() => world.end(ago, { isRevoked: true, uniqueKey })),
    code: () => once(() => world.code(uniqueKey)),
  };
  await acts[act]().catch((err: unknown) => {
    if (!(err instanceof AppError)) throw err;
  });
}

/**
 * No plan grants more than 5 000: the credits granted in a cycle, less those that a plan change
 * took back, do not exceed that.
 */
async function expectNoCycleGrantedTwice(world: LedgerWorld): Promise<void> {
  const starts = await world.cycleStarts();
  expect(new Set(starts).size).toBe(starts.length);
  const granted = await world.grantedPerCycle();
  expect(granted).toHaveLength(starts.length);
  expect(Math.max(...granted)).toBeLessThanOrEqual(5_000);
}

/** Performs a step and checks the invariants that hold after every step. */
async function expectStepKept(life: Life, one: Step): Promise<void> {
  const { world } = life;
  const read = async () => ({ ...(await world.sums()), ...(await world.plan()) });
  const before = await read();
  await live(life, one);
  const after = await read();
  expect(after).toMatchObject({ available: after.ledgerAvailable, held: after.ledgerHeld });
  expect(after.available).toBeGreaterThanOrEqual(0);
  const isReckoned = one.act === 'coupon';
  const most = isReckoned ? after.available + after.held : Infinity;
  expect(after.lasting).toBeLessThanOrEqual(most);
  const isCaughtUp = one.act === 'days';
  const end = isCaughtUp ? after.cycleEndsAt.getTime() : Infinity;
  expect(end).toBeGreaterThan(world.now().getTime());
  // A repeated operation changes nothing.
  expect(after).toEqual(one.act === 'again' ? before : after);
}

test(
  'for any sequence of events the balance equals the sum of the ledger and no cycle is granted twice',
  async () => {
    const stories = fc.array(step, { maxLength: 40, size: 'max' });
    const story = fc.asyncProperty(stories, async (steps) => {
      const world = await openLedgerWorld(database.db, '2026-01-31T10:00:00.000Z');
      const life: Life = { world, held: [], named: [] };
      for (const one of steps) await expectStepKept(life, one);
      await expectNoCycleGrantedTwice(world);
      await world.close();
    });
    await expect(fc.assert(story, { numRuns: runs })).resolves.toBeUndefined();
  },
  runs * 3_000,
);
