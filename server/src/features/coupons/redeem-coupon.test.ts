import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCouponsRig,
  newCode,
  outcomeOf,
  redeemedState,
  type CouponsRig,
} from '../../../test/coupons.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../db/transaction.ts';

let database: TestDatabase;
let rig: CouponsRig;
beforeAll(async () => {
  database = await createTestDatabase();
  rig = createCouponsRig(database.db);
});
afterAll(() => database.close());

const stateOf = (organizationId: string) => redeemedState(database.db, organizationId);

test('[ST-11] coupon credits are added once, appear in the ledger and never expire', async () => {
  const account = await rig.account(87);
  const code = newCode();
  const id = await rig.make(code);
  expect(await rig.redeem({ ...account, code })).toMatchObject({
    kind: 'credits',
    creditsAdded: 100,
    creditsAvailable: 187,
    percentOff: null,
    plan: { tier: 'free' },
  });
  const { rows } = await sql`
    select kind, available_delta, unique_key, note from credit_ledger
    where organization_id = ${account.organizationId} and kind = 'coupon'`.execute(database.db);
  expect(rows).toEqual([
    { kind: 'coupon', available_delta: 100, unique_key: `coupon:${id}`, note: `Coupon ${code}` },
  ]);
  const { lasting } = await database.db
    .selectFrom('credit_accounts')
    .select('lasting')
    .where('organization_id', '=', account.organizationId)
    .executeTakeFirstOrThrow();
  expect(lasting).toBe(100);
});

test('[ST-11] every rejection returns its reason and changes nothing', async () => {
  const other = await rig.account();
  const used = newCode();
  const usedUp = newCode();
  const cases: [code: string, reason: string, sentence: RegExp][] = [
    [newCode(), 'coupon_unknown', /^No coupon has this code/],
    ['\0', 'coupon_unknown', /^No coupon/],
    ["' or 1=1 --", 'coupon_unknown', /^No coupon/],
    [used, 'coupon_already_used', /once per account/],
    [usedUp, 'coupon_used_up', /reached its redemption limit/],
  ];
  const account = await rig.account();
  await rig.make(used);
  await rig.redeem({ ...account, code: used });
  await rig.make(usedUp, { maxUses: 1 });
  await rig.redeem({ ...other, code: usedUp });
  const add = async (
    reason: string,
    sentence: RegExp,
    terms: Parameters<CouponsRig['make']>[1],
  ) => {
    const code = newCode();
    await rig.make(code, terms);
    cases.push([code, reason, sentence]);
    return code;
  };
  const day = 86_400_000;
  await add('coupon_expired', /^This coupon expired on \d+ \w+ \d{4} at \d\d:\d\d UTC\.$/, {
    expiresAt: new Date(Date.now() - day),
  });
  await add('coupon_not_started', /^This coupon is valid from \d+ \w+ \d{4} at .*\.$/, {
    startsAt: new Date(Date.now() + day),
  });
  const withdrawn = await add('coupon_expired', /was disabled/, {});
  await rig.coupons.disable({ actorUserId: null, code: withdrawn });
  const before = await stateOf(account.organizationId);
  for (const [code, reason, sentence] of cases) {
    const error: unknown = await rig.redeem({ ...account, code }).catch((err: unknown) => err);
    expect(error).toMatchObject({
      code: reason,
      message: expect.stringMatching(sentence) as string,
    });
    expect(await stateOf(account.organizationId)).toEqual(before);
  }
});

test('[ST-11] a coupon redeemed by the account is reported as already used, also once it is expired or used up', async () => {
  const [account, other] = [await rig.account(), await rig.account()];
  const code = newCode();
  await rig.make(code, { maxUses: 1, expiresAt: new Date(Date.now() + 3_600_000) });
  await rig.redeem({ ...account, code });
  expect(await outcomeOf(rig.redeem({ ...account, code }))).toBe('coupon_already_used');
  expect(await outcomeOf(rig.redeem({ ...other, code }))).toBe('coupon_used_up');
  await sql`update coupons set expires_at = clock_timestamp() where code = ${code}`.execute(
    database.db,
  );
  expect(await outcomeOf(rig.redeem({ ...account, code }))).toBe('coupon_already_used');
  expect(await outcomeOf(rig.redeem({ ...other, code }))).toBe('coupon_expired');
});

test('a coupon is redeemable before the instant of its expiry and not from it on', async () => {
  const code = newCode();
  await rig.make(code);
  await sql`update coupons set expires_at = clock_timestamp() + interval '0.5 s' where code = ${code}`.execute(
    database.db,
  );
  const isOver = async (): Promise<boolean> => {
    const { rows } = await sql<{ isOver: boolean }>`
      select expires_at <= clock_timestamp() as "isOver" from coupons where code = ${code}`.execute(
      database.db,
    );
    return rows[0]!.isOver;
  };
  const seen = new Set<string>();
  while (!seen.has('coupon_expired')) {
    const account = await rig.account();
    const wasOver = await isOver();
    const outcome = await outcomeOf(rig.redeem({ ...account, code }));
    const result = { outcome, wasOver, isOver: await isOver() };
    const expected = outcome === 'done' ? { wasOver: false } : { isOver: true };
    expect(result).toMatchObject(expected);
    seen.add(outcome);
  }
  expect([...seen]).toEqual(['done', 'coupon_expired']);
});

test('a coupon is redeemable from the instant of its start on', async () => {
  const account = await rig.account();
  const code = newCode();
  await rig.make(code, { startsAt: new Date(Date.now() + 3_600_000) });
  expect(await outcomeOf(rig.redeem({ ...account, code }))).toBe('coupon_not_started');
  await sql`update coupons set starts_at = clock_timestamp() where code = ${code}`.execute(
    database.db,
  );
  expect(await outcomeOf(rig.redeem({ ...account, code }))).toBe('done');
});

test('lifetime codes stack up to five, also when redeemed in parallel', async () => {
  const account = await rig.account();
  const codes = Array.from({ length: 6 }, newCode);
  for (const code of codes) await rig.make(code, { kind: 'lifetime', maxUses: 1 });
  const first = await rig.redeem({ ...account, code: codes[0]! });
  expect(first).toMatchObject({
    kind: 'lifetime',
    creditsAdded: 1_000,
    plan: { tier: 'lifetime', lifetimeCodes: 1, creditsPerCycle: 1_000 },
  });
  const outcomes = await Promise.all(
    codes.slice(1).map((code) => outcomeOf(rig.redeem({ ...account, code }))),
  );
  expect(outcomes.toSorted()).toEqual(['coupon_not_for_plan', 'done', 'done', 'done', 'done']);
  expect(await rig.plans.planOf(database.db, account.organizationId)).toMatchObject({
    tier: 'lifetime',
    lifetimeCodes: 5,
    creditsPerCycle: 5_000,
  });
  const state = await stateOf(account.organizationId);
  expect(state).toMatchObject({ redemptions: 5, available: state?.ledger });
});

test('[ST-11] a lifetime code is rejected under a paid plan and a discount where nothing is sold, and neither is used up', async () => {
  const account = await rig.account();
  const { organizationId } = account;
  const [lifetime, discount] = [newCode(), newCode()];
  await rig.make(lifetime, { kind: 'lifetime', maxUses: 1 });
  await rig.make(discount, { kind: 'discount', percentOff: 20, maxUses: 1 });
  await inTransaction(database.db, (tx) =>
    rig.plans.setPaidPlan(tx, {
      organizationId,
      tier: 'basic',
      periodStart: new Date(),
      startsCycle: true,
      uniqueKey: 'plan:test',
    }),
  );
  const paid = await stateOf(organizationId);
  expect(await outcomeOf(rig.redeem({ ...account, code: lifetime }))).toBe('coupon_not_for_plan');
  expect(await stateOf(organizationId)).toEqual(paid);
  const other = await rig.account();
  await rig.redeem({ ...other, code: lifetime });
  const before = await stateOf(other.organizationId);
  expect(await outcomeOf(rig.redeem({ ...other, code: discount }))).toBe('coupon_not_for_plan');
  expect(await stateOf(other.organizationId)).toEqual(before);
});
