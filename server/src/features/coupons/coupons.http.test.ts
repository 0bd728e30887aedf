import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { createCouponsRig, newCode, type CouponsRig } from '../../../test/coupons.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let rig: CouponsRig;
beforeAll(async () => {
  app = await startTestApp();
  rig = createCouponsRig(app.db);
});
afterAll(() => app.close());

const redeem = (person: TestSession, code: unknown) =>
  person.call('POST', '/offers/redeem', { code });

test('[AP-26] redeeming returns the added credits, the new balance and a message', async () => {
  const person = await app.session();
  const code = newCode();
  await rig.make(code, { credits: 1_087 });
  const res = await redeem(person, `  ${code.toLowerCase()} `);
  expect([res.status, await readJson(res)]).toMatchObject([
    200,
    {
      status: 'success',
      message: '1,087 credits were added. You now have 1,187 credits.',
      data: {
        kind: 'credits',
        creditsAdded: 1_087,
        creditsAvailable: 1_187,
        percentOff: null,
        planName: 'Free',
      },
    },
  ]);
  const overview = await readJson(await person.call('GET', '/dashboards/overview'));
  expect(overview.data.credits).toBe(1_187);
});

test.each([
  [{ kind: 'credits', credits: 1 }, '1 credit was added. You now have 101 credits.'],
  [{ kind: 'discount', percentOff: 25 }, 'The next plan you buy costs 25% less.'],
] as const)('[AP-26] redeeming %o returns its message', async (terms, message) => {
  const code = newCode();
  await rig.make(code, terms);
  expect((await readJson(await redeem(await app.session(), code))).message).toBe(message);
});

test('[AP-26] a lifetime code puts the account on the Lifetime plan and returns its allowances', async () => {
  const person = await app.session();
  for (const [count, sentence] of [
    ['1 code', '1,000 credits a month and 2 GB of storage'],
    ['2 codes', '2,000 credits a month and 4 GB of storage'],
  ]) {
    const code = newCode();
    await rig.make(code, { kind: 'lifetime', maxUses: 1 });
    const { message, data } = await readJson(await redeem(person, code));
    expect(data).toMatchObject({ kind: 'lifetime', creditsAdded: 1_000, planName: 'Lifetime' });
    expect(message).toContain(`Your Lifetime plan now has ${count}: ${sentence}. You now have `);
  }
});

test('[AP-26] unauthenticated callers and invalid bodies are rejected before a code is tried', async () => {
  const person = await app.session();
  const sentence = 'Please enter a valid coupon code.';
  await expectErrors(app, person, {
    method: 'POST',
    path: '/offers/redeem',
    body: { code: 'ANY' },
    invalid: [
      [{}, 'code'],
      [{ code: 7 }, 'code'],
      [{ code: null }, 'code'],
      [{ code: '   ' }, 'code'],
      [{ code: 'A'.repeat(41) }, 'code'],
      [{ code: 'ANY', credits: 1_000 }, 'credits'],
    ],
  });
  const { details } = await readJson(await redeem(person, ' '));
  expect(details.fields).toEqual([{ path: 'code', message: sentence }]);
  const key = await app.apiKey({ of: person });
  expect((await key.call('POST', '/offers/redeem', { code: 'ANY' })).status).toBe(401);
  for (let n = 0; n < 10; n += 1) expect((await redeem(person, newCode())).status).toBe(404);
});

test('[ST-11] each rejection has a distinct status, code and message', async () => {
  const person = await app.session();
  const [used, expired, early, taken] = [newCode(), newCode(), newCode(), newCode()];
  await rig.make(used);
  await rig.make(expired, { expiresAt: new Date(Date.now() - 1_000) });
  await rig.make(early, { startsAt: new Date(Date.now() + 86_400_000) });
  await rig.make(taken, { maxUses: 1 });
  await redeem(person, used);
  await rig.redeem({ ...(await rig.account()), code: taken });
  const responses = [];
  for (const code of [newCode(), used, expired, early, taken]) {
    const res = await redeem(person, code);
    const body = await readJson(res);
    responses.push([res.status, body.code, body.message]);
  }
  expect(responses.map(([status, code]) => [status, code])).toEqual([
    [404, 'coupon_unknown'],
    [409, 'coupon_already_used'],
    [410, 'coupon_expired'],
    [409, 'coupon_not_started'],
    [410, 'coupon_used_up'],
  ]);
  expect(new Set(responses.map(([, , message]) => message)).size).toBe(5);
});

test('[ST-11] the eleventh attempt within an hour returns 429 with Retry-After, whatever the code', async () => {
  const person = await app.session();
  const code = newCode();
  await rig.make(code);
  for (let n = 0; n < 10; n += 1) await redeem(person, 'WRONG');
  const res = await redeem(person, code);
  expect([res.status, (await readJson(res)).code]).toEqual([429, 'rate_limited']);
  expect(Number(res.headers.get('retry-after'))).toBeGreaterThan(3_000);
});
