import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { newCode } from '../../../test/coupons.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let staff: TestSession;
let customer: TestSession;
beforeAll(async () => {
  app = await startTestApp();
  [staff, customer] = [await app.session(), await app.session()];
  await app.db
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', staff.userId)
    .execute();
});
afterAll(() => app.close());

const create = (body: unknown) => staff.call('POST', '/staff/coupons', body);
const actions = async () => app.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();

test('[SF-3] coupon endpoints return 404 to everyone except staff, and nothing is created', async () => {
  const rows: [method: string, path: string, body?: unknown][] = [
    ['GET', '/staff/coupons'],
    ['POST', '/staff/coupons', { credits: 10 }],
    ['POST', '/staff/coupons/batch', { credits: 10, count: 2 }],
    ['POST', '/staff/coupons/1/disable'],
    ['GET', '/staff/coupons/1/redemptions'],
  ];
  for (const [method, path, body] of rows) {
    const res = await customer.call(method, path, body);
    expect([res.status, (await readJson(res)).code]).toEqual([404, 'not_found']);
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    expect((await app.request(`/api/v1${path}`, init)).status).toBe(404);
  }
  expect(await app.db.selectFrom('coupons').select('id').execute()).toEqual([]);
});

test('[SF-3] [SF-5] a coupon is created with a chosen code and all its terms, and the log records the actor', async () => {
  const code = newCode();
  const terms = {
    kind: 'credits',
    credits: 50,
    startsAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2099-01-01T00:00:00.000Z',
    maxUses: 3,
    note: 'For the fair',
  };
  const res = await create({ code: ` ${code.toLowerCase()} `, ...terms });
  const { data, message } = await readJson(res);
  expect([res.status, message]).toEqual([201, `Coupon ${code} was created.`]);
  expect(data.coupon).toMatchObject({
    ...terms,
    code,
    percentOff: null,
    uses: 0,
    isActive: true,
    createdBy: staff.email,
  });
  expect((await actions()).at(-1)).toMatchObject({
    actor_user_id: staff.userId,
    action: 'coupon.create',
    subject_kind: 'coupon',
    subject_id: String(data.coupon.id),
    detail: { code, ...terms },
  });
  const again = await create({ code, credits: 1 });
  expect([again.status, (await readJson(again)).code]).toEqual([409, 'coupon_code_taken']);
});

test('[SF-3] generated codes are readable and unique', async () => {
  const codes = new Set<string>();
  for (let n = 0; n < 20; n += 1) {
    const { data } = await readJson(await create({ kind: 'discount', percentOff: 20 }));
    expect(data.coupon.code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){2}[A-HJKMNP-Z2-9]{4}$/);
    codes.add(data.coupon.code);
  }
  expect(codes.size).toBe(20);
});

test('[SF-3] an amount of another kind is rejected with the kind that it belongs to', async () => {
  const { message } = await readJson(await create({ kind: 'discount', percentOff: 5, credits: 5 }));
  expect(message).toBe('credits: is allowed only for coupons of kind "credits"');
});

test.each([
  [{}, 'credits'],
  [{ credits: 0 }, 'credits'],
  [{ credits: -5 }, 'credits'],
  [{ credits: 1.5 }, 'credits'],
  [{ credits: 1_000_001 }, 'credits'],
  [{ credits: 5, percentOff: 5 }, 'percentOff'],
  [{ kind: 'discount' }, 'percentOff'],
  [{ kind: 'discount', percentOff: 101 }, 'percentOff'],
  [{ kind: 'discount', percentOff: 5, credits: 5 }, 'credits'],
  [{ kind: 'lifetime', credits: 5 }, 'credits'],
  [{ kind: 'gift', credits: 5 }, 'kind'],
  [{ credits: 5, code: 'A' }, 'code'],
  [{ credits: 5, code: 'WITH SPACE' }, 'code'],
  [{ credits: 5, code: '-LEADING' }, 'code'],
  [{ credits: 5, code: 'ÄÖÜ' }, 'code'],
  [{ credits: 5, maxUses: 0 }, 'maxUses'],
  [{ credits: 5, expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ credits: 5, expiresAt: '0000-01-01T00:00:00Z' }, 'expiresAt'],
  [
    { credits: 5, startsAt: '2027-01-02T00:00:00Z', expiresAt: '2027-01-02T00:00:00Z' },
    'expiresAt',
  ],
  [{ credits: 5, note: 'nul \0' }, 'note'],
  [{ credits: 5, note: 'x'.repeat(1_001) }, 'note'],
  [{ credits: 5, uses: 3 }, 'uses'],
])('[SF-3] invalid terms are rejected with the name of the field: %j', async (body, field) => {
  const before = await app.db.selectFrom('coupons').select('id').execute();
  const res = await create(body);
  const response = await readJson(res);
  expect([res.status, response.code]).toEqual([400, 'validation_failed']);
  expect(response.details.fields).toContainEqual(expect.objectContaining({ path: field }));
  expect(await app.db.selectFrom('coupons').select('id').execute()).toEqual(before);
});

test('[SF-3] a batch creates the requested number of one-use codes and one log entry', async () => {
  const before = (await actions()).length;
  const body = { count: '1000', prefix: 'fair', credits: 10 };
  const res = await staff.call('POST', '/staff/coupons/batch', body);
  const { data, message } = await readJson(res);
  expect([res.status, message]).toEqual([201, '1000 coupons were created.']);
  const codes = data.coupons.map(({ code }: { code: string }) => code);
  expect(new Set(codes).size).toBe(1_000);
  for (const coupon of data.coupons) {
    expect(coupon).toMatchObject({ kind: 'credits', credits: 10, maxUses: 1, uses: 0 });
    expect(coupon.code).toMatch(/^FAIR-/);
  }
  const lines = (await actions()).slice(before);
  expect(lines).toMatchObject([
    { action: 'coupon.create_batch', detail: { count: 1_000, prefix: 'FAIR', credits: 10 } },
  ]);
  const tooMany = await staff.call('POST', '/staff/coupons/batch', { count: 1_001, credits: 1 });
  expect(tooMany.status).toBe(400);
});

test('[SF-3] a disabled coupon cannot be redeemed; its redemptions remain and are listed with their accounts', async () => {
  const code = newCode();
  const { coupon } = (await readJson(await create({ code, credits: 5 }))).data;
  expect((await customer.call('POST', '/offers/redeem', { code })).status).toBe(200);
  const before = (await actions()).length;
  for (let n = 0; n < 2; n += 1) {
    const res = await staff.call('POST', `/staff/coupons/${coupon.id}/disable`);
    expect((await readJson(res)).data.coupon).toMatchObject({ code, isActive: false, uses: 1 });
  }
  const line = { action: 'coupon.disable', detail: { code }, actor_user_id: staff.userId };
  expect((await actions()).slice(before)).toMatchObject([line]);
  const rejected = await staff.call('POST', '/offers/redeem', { code });
  expect([rejected.status, (await readJson(rejected)).code]).toEqual([410, 'coupon_expired']);
  const list = await staff.call('GET', `/staff/coupons/${coupon.id}/redemptions`);
  expect((await readJson(list)).data).toEqual({
    redemptions: [
      {
        organizationId: customer.organizationId,
        email: customer.email,
        redeemedAt: expect.stringMatching(/Z$/),
      },
    ],
    total: 1,
  });
});

test('[SF-3] an unknown coupon returns 404', async () => {
  for (const [method, path] of [
    ['POST', '/staff/coupons/999999/disable'],
    ['GET', '/staff/coupons/999999/redemptions'],
  ] as const) {
    const res = await staff.call(method, path);
    expect([res.status, (await readJson(res)).code]).toEqual([404, 'coupon_not_found']);
  }
});

test('[SF-3] the list is newest first, paginated, and searched by code and note as literal text', async () => {
  const mark = newCode();
  const made = [`${mark}1`, `${mark}2`, `${mark}3`];
  for (const code of made) await create({ code, credits: 1 });
  await create({ credits: 1, note: `Thanks, ${mark.toLowerCase()} 100%` });
  const list = async (query: string) =>
    (await readJson(await staff.call('GET', `/staff/coupons?${query}`))).data;
  const all = await list(`search=${mark.toLowerCase()}`);
  expect(all.total).toBe(4);
  expect(all.coupons.slice(1).map(({ code }: { code: string }) => code)).toEqual(made.toReversed());
  const second = await list(`search=${mark}&page=2&limit=3`);
  expect(second).toMatchObject({ total: 4, coupons: [{ code: `${mark}1` }] });
  expect((await list(`search=${mark}%25`)).total).toBe(0);
  expect((await list(`search=${encodeURIComponent('100%')}`)).total).toBe(1);
  expect((await staff.call('GET', '/staff/coupons?search=%00')).status).toBe(400);
});
