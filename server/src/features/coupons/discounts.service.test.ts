import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCouponsRig, type CouponsRig } from '../../../test/coupons.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { discountsService } from './discounts.service.ts';

let database: TestDatabase;
let rig: CouponsRig;
beforeAll(async () => {
  database = await createTestDatabase();
  rig = createCouponsRig(database.db);
});
afterAll(() => database.close());

const { pendingDiscount, codesOf } = discountsService;
const use = (input: { organizationId: string; couponId: number }) =>
  inTransaction(database.db, (tx) => discountsService.useDiscount(tx, input));

test('the highest discount is applied to the next purchase and used once', async () => {
  const [account, other] = [await rig.account(), await rig.account()];
  const { organizationId } = account;
  await rig.make('TEN', { kind: 'discount', percentOff: 10 });
  await rig.make('THIRTY', { kind: 'discount', percentOff: 30 });
  await rig.make('GIFT', { credits: 5 });
  expect(await pendingDiscount(database.db, organizationId)).toBeUndefined();
  for (const code of ['TEN', 'THIRTY', 'GIFT']) await rig.redeem({ ...account, code });
  const waiting = await pendingDiscount(database.db, organizationId);
  expect(waiting).toMatchObject({ code: 'THIRTY', percentOff: 30 });
  const couponId = waiting?.couponId ?? 0;
  expect(await use({ organizationId: other.organizationId, couponId })).toBe(false);
  const used = await Promise.all([1, 2, 3].map(() => use({ organizationId, couponId })));
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await pendingDiscount(database.db, organizationId)).toMatchObject({ code: 'TEN' });
  expect(await pendingDiscount(database.db, other.organizationId)).toBeUndefined();
});

test('a redeemed discount outlives its coupon', async () => {
  const account = await rig.account();
  await rig.make('FIFTY', { kind: 'discount', percentOff: 50 });
  await rig.redeem({ ...account, code: 'FIFTY' });
  await rig.coupons.disable({ actorUserId: null, code: 'FIFTY' });
  expect(await pendingDiscount(database.db, account.organizationId)).toMatchObject({
    percentOff: 50,
  });
});

test('the applied codes are discounts and lifetime codes of one organisation only', async () => {
  const [account, other] = [await rig.account(), await rig.account()];
  await rig.make('SAVE', { kind: 'discount', percentOff: 5 });
  await rig.make('EVER', { kind: 'lifetime' });
  await rig.make('CREDITS', { credits: 5 });
  for (const code of ['SAVE', 'CREDITS', 'EVER']) await rig.redeem({ ...account, code });
  expect(await codesOf(database.db, account.organizationId)).toEqual(['SAVE', 'EVER']);
  expect(await codesOf(database.db, other.organizationId)).toEqual([]);
});
