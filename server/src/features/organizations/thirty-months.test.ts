import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { accountCreatedAt, ledgerCases } from '../../../test/ledger-cases.ts';
import { openSimulatedAccount } from '../../../test/simulated-account.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test.each(ledgerCases)('$title', async ({ run, ledger, available, lasting = 0 }) => {
  const account = await openSimulatedAccount(database.db, accountCreatedAt);
  await run(account);
  expect(await account.ledger()).toEqual(ledger);
  expect(await account.sums()).toEqual({
    available,
    held: 0,
    lasting,
    ledgerAvailable: available,
    ledgerHeld: 0,
  });
  await account.close();
});

test('cycles from the 31st are counted from the 31st, also after February', async () => {
  const account = await openSimulatedAccount(database.db, '2027-10-31T23:30:00.000Z');
  await account.advanceTo('2028-05-31T23:30:00Z');
  const starts = ['10-31', '11-30', '12-31', '01-31', '02-29', '03-31', '04-30', '05-31'];
  expect((await account.cycleStarts()).map((start) => start.slice(5, 10))).toEqual(starts);
  await account.close();
});

test('lifetime codes are rejected from the sixth on and beside a paid plan', async () => {
  const account = await openSimulatedAccount(database.db, accountCreatedAt);
  for (let code = 1; code <= 5; code += 1) await account.code();
  await expect(account.code()).rejects.toMatchObject({ code: 'coupon_not_for_plan' });
  expect(await account.plan()).toMatchObject({
    tier: 'lifetime',
    creditsPerCycle: 5_000,
    storageLimitBytes: 10 * 1024 ** 3,
    lifetimeCodes: 5,
  });
  await account.close();
  const paid = await openSimulatedAccount(database.db, accountCreatedAt);
  await paid.begin('basic');
  await expect(paid.code()).rejects.toMatchObject({ code: 'coupon_not_for_plan' });
  expect(await paid.plan()).toMatchObject({ tier: 'basic', lifetimeCodes: 0 });
  await paid.close();
});
