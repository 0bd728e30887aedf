import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { accountBegunAt, ledgerCases } from '../../../test/ledger-cases.ts';
import { openLedgerWorld } from '../../../test/ledger-world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each(ledgerCases)('$title', async ({ live, ledger, available, lasting = 0 }) => {
  const world = await openLedgerWorld(database.db, accountBegunAt);
  await live(world);
  expect(await world.ledger()).toEqual(ledger);
  expect(await world.sums()).toEqual({
    available,
    held: 0,
    lasting,
    ledgerAvailable: available,
    ledgerHeld: 0,
  });
  await world.close();
});

test('cycles from the 31st are counted from the 31st, also after February', async () => {
  const world = await openLedgerWorld(database.db, '2027-10-31T23:30:00.000Z');
  await world.goTo('2028-05-31T23:30:00Z');
  const starts = ['10-31', '11-30', '12-31', '01-31', '02-29', '03-31', '04-30', '05-31'];
  expect((await world.cycleStarts()).map((start) => start.slice(5, 10))).toEqual(starts);
  await world.close();
});

test('lifetime codes are rejected from the sixth on and beside a paid plan', async () => {
  const world = await openLedgerWorld(database.db, accountBegunAt);
  for (let code = 1; code <= 5; code += 1) await world.code();
  await expect(world.code()).rejects.toMatchObject({ code: 'coupon_not_for_plan' });
  expect(await world.plan()).toMatchObject({
    tier: 'lifetime',
    creditsPerCycle: 5_000,
    storageLimitBytes: 10 * 1024 ** 3,
    lifetimeCodes: 5,
  });
  await world.close();
  const paid = await openLedgerWorld(database.db, accountBegunAt);
  await paid.begin('basic');
  await expect(paid.code()).rejects.toMatchObject({ code: 'coupon_not_for_plan' });
  expect(await paid.plan()).toMatchObject({ tier: 'basic', lifetimeCodes: 0 });
  await paid.close();
});
