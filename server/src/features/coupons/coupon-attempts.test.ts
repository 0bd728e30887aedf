import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCouponsRig,
  newCode,
  openSecondPool,
  outcomeOf,
  type CouponsRig,
} from '../../../test/coupons.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { AppError } from '../../shared/app-error.ts';

let database: TestDatabase;
let rig: CouponsRig;
beforeAll(async () => {
  database = await createTestDatabase();
  rig = createCouponsRig(database.db);
});
afterAll(() => database.close());

test('[ST-11] ten attempts an hour: exactly ten of 40 parallel ones over two pools are compared, and the eleventh returns a retry time', async () => {
  await using stack = new AsyncDisposableStack();
  const second = openSecondPool(database);
  stack.defer(() => second.close());
  const rigs = [rig, createCouponsRig(second.db)];
  const account = await rig.account();
  const right = newCode();
  await rig.make(right);
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      outcomeOf(rigs[index % 2]!.redeem({ ...account, code: newCode() })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'coupon_unknown')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(30);
  const rejected = rig.redeem({ ...account, code: right });
  await expect(rejected).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'You can try 10 codes per hour. Try again in 60 minutes.',
  });
  const seconds = await rejected.catch((err: AppError) => err.retryAfterSeconds);
  expect(seconds).toBeGreaterThan(3_500);
  expect(seconds).toBeLessThanOrEqual(3_600);
  const other = await rig.account();
  expect(await outcomeOf(rig.redeem({ ...other, code: right }))).toBe('done');
});

test('[ST-11] each attempt expires exactly one hour after it was made', async () => {
  const account = await rig.account();
  const age = (seconds: number) =>
    sql`
      update coupon_tries set tried_at = array(select tried - make_interval(secs => ${seconds}) from unnest(tried_at) tried)
      where organization_id = ${account.organizationId}`.execute(database.db);
  const attempt = () => outcomeOf(rig.redeem({ ...account, code: 'WRONG' }));
  for (let n = 0; n < 4; n += 1) await attempt();
  await age(1_800);
  for (let n = 0; n < 6; n += 1) expect(await attempt()).toBe('coupon_unknown');
  expect(await attempt()).toBe('rate_limited');
  await age(1_790);
  expect(await attempt()).toBe('rate_limited');
  await age(10);
  for (let n = 0; n < 4; n += 1) expect(await attempt()).toBe('coupon_unknown');
  expect(await attempt()).toBe('rate_limited');
});
