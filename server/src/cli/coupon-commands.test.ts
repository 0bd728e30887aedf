import { CommanderError } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../test/admin.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createCouponsRig } from '../../test/coupons.ts';

let database: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = createOperator(database.url);
});
afterAll(async () => {
  await database.close();
  operator.close();
});

const admin = (...args: string[]) => operator.admin('coupon', ...args);
const json = (...args: string[]) => operator.adminJson('coupon', ...args);

test('[SF-4] a coupon is created, listed and disabled from the command line, and redeemed by an account in between', async () => {
  const limits = ['--max-uses', '2', '--expires', '2099-01-01'];
  const terms = ['--credits', '100', ...limits, '--note', 'Newsletter'];
  const made = await json('create', '--code', 'spring-26', ...terms);
  expect(made).toMatchObject({
    id: expect.any(Number),
    code: 'SPRING-26',
    kind: 'credits',
    credits: 100,
    maxUses: 2,
    uses: 0,
    expiresAt: '2099-01-01T00:00:00.000Z',
    note: 'Newsletter',
    isActive: true,
    createdBy: null,
  });
  const rig = createCouponsRig(database.db);
  await rig.redeem({ ...(await rig.account()), code: 'SPRING-26' });
  expect(await json('list', '--search', 'spring')).toMatchObject({
    total: 1,
    coupons: [{ code: 'SPRING-26', uses: 1 }],
  });
  expect(await admin('list')).toBe(
    'SPRING-26  100 credits, 1 of 2 uses, until 2099-01-01T00:00:00.000Z',
  );
  expect(await json('disable', '--code', 'spring-26')).toMatchObject({ isActive: false, uses: 1 });
  expect(await admin('list')).toContain(', disabled');
  const other = await rig.account();
  await expect(rig.redeem({ ...other, code: 'SPRING-26' })).rejects.toMatchObject({
    code: 'coupon_expired',
  });
  const actions = await database.db
    .selectFrom('staff_actions')
    .select(['actor_user_id', 'action', 'detail'])
    .orderBy('id')
    .execute();
  expect(actions).toEqual([
    {
      actor_user_id: null,
      action: 'coupon.create',
      detail: {
        code: 'SPRING-26',
        kind: 'credits',
        credits: 100,
        maxUses: 2,
        expiresAt: '2099-01-01T00:00:00.000Z',
        note: 'Newsletter',
      },
    },
    { actor_user_id: null, action: 'coupon.disable', detail: { code: 'SPRING-26' } },
  ]);
});

test('[SF-4] discounts, lifetime codes and generated codes are created from the command line', async () => {
  expect(
    await json(
      'create',
      '--kind',
      'discount',
      '--percent-off',
      '20',
      '--starts',
      '2026-01-01T08:00:00+02:00',
    ),
  ).toMatchObject({
    kind: 'discount',
    percentOff: 20,
    credits: null,
    startsAt: '2026-01-01T06:00:00.000Z',
    code: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
  });
  expect(await json('create', '--code', 'EVER', '--kind', 'lifetime')).toMatchObject({
    code: 'EVER',
    kind: 'lifetime',
  });
  expect(await admin('create', '--code', 'MORE', '--credits', '1')).toBe(
    'Created the coupon MORE.',
  );
});

test.each([
  [['create', '--code', 'A!', '--credits', '5'], 'It must be 3 to 40 letters, digits and hyphens.'],
  [['create', '--code', 'NEW', '--credits', '-5'], 'It must be a whole number from 1 to 1000000.'],
  [['create', '--code', 'NEW', '--credits', 'ten'], 'It must be a whole number'],
  [['create', '--code', 'NEW', '--credits', '5', '--max-uses', '0'], 'from 1 to 1000000'],
  [
    ['create', '--code', 'NEW', '--credits', '5', '--expires', 'soon'],
    'It must be an ISO 8601 time',
  ],
  [
    ['create', '--code', 'NEW', '--credits', '5', '--expires', '2026-02-30'],
    'It must be an ISO 8601 time',
  ],
  [['create', '--kind', 'gift'], 'It must be one of credits, discount, lifetime.'],
  [['disable'], '--code'],
  [['destroy'], 'unknown command'],
])('[SF-4] an invalid command is rejected with the valid values: %j', async (args, sentence) => {
  const error: unknown = await admin(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommanderError);
  expect(String(error)).toContain(sentence);
});

test.each([
  [['create', '--code', 'NOTHING'], 'validation_failed'],
  [['create', '--code', 'NOTHING', '--credits', '5', '--percent-off', '5'], 'validation_failed'],
  [['create', '--code', 'TAKEN', '--credits', '5'], 'coupon_code_taken'],
  [['disable', '--code', 'NOTHING'], 'coupon_not_found'],
])('[SF-4] a command that fails throws the reason and changes nothing: %j', async (args, code) => {
  const rig = createCouponsRig(database.db);
  await rig.make('TAKEN').catch(() => undefined);
  const before = await database.db.selectFrom('coupons').selectAll().execute();
  await expect(admin(...args)).rejects.toMatchObject({ code });
  expect(await database.db.selectFrom('coupons').selectAll().execute()).toEqual(before);
});
