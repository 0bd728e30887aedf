import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';
import { insertOrganization, insertUser } from '../../../../test/factories.ts';

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig();
});
afterAll(() => rig.close());

const newPassword = 'a much better phrase';
const forgot = (email: string) => rig.browser().post('/auth/forgot-password', { email });
const reset = (token: string, password = newPassword) =>
  rig.browser().post('/auth/reset-password', { token, password });
const login = (email: string, password: string) =>
  rig.browser().post('/auth/login', { email, password });
const tokenFor = async (email: string, nth = 1): Promise<string> => {
  await forgot(email);
  const { text } = await rig.mailTo(email, /^Set a new Shotwright password$/, nth);
  return /http:\/\/localhost:3000\/reset-password\?token=([\w-]+)/.exec(text)![1]!;
};

describe('password reset', () => {
  it('[SI-10] uses a one-time link, ends every session and is confirmed by mail', async () => {
    const { browser, email, password } = await rig.signUp();
    const token = await tokenFor(email);
    expect((await reset(token)).status).toBe(200);
    expect((await browser.get('/users/profile')).status).toBe(401);
    expect((await login(email, password)).status).toBe(400);
    expect((await login(email, newPassword)).status).toBe(200);
    await rig.mailTo(email, /^Your Shotwright password was changed$/);
    expect((await reset(token, 'yet another phrase')).body.code).toBe('reset_link_invalid');
    expect((await login(email, newPassword)).status).toBe(200);
  });

  it('[SI-10] has the same response whether or not the account exists', async () => {
    const { email } = await rig.signUp();
    const known = await forgot(email);
    const unknown = await forgot('nobody@example.com');
    expect(known.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
    await rig.mailTo(email, /^Set a new/);
    expect(await rig.mailsTo('nobody@example.com')).toEqual([]);
  });

  it('[SI-10] sends a mail without a link to an account that signs in with Google', async () => {
    const organization = await insertOrganization(rig.db);
    const { email } = await insertUser(rig.db, {
      organization_id: organization.id,
      provider: 'GOOGLE',
      provider_subject: 'issuer|1',
      password_hash: null,
    });
    await forgot(email);
    const mail = await rig.mailTo(email, /^How you sign in to Shotwright$/);
    expect(mail.text).toContain('you sign in with Google');
    expect(mail.text + mail.html).not.toContain('token=');
  });

  it('[SI-10] sends a link that is valid for sixty minutes, and only the newest works', async () => {
    const { email } = await rig.signUp();
    const first = await tokenFor(email);
    const second = await tokenFor(email, 2);
    expect((await reset(first)).body.code).toBe('reset_link_invalid');
    const age = (minutes: number) =>
      sql`update verifications set expires_at = expires_at - make_interval(mins => ${minutes})
          where email = ${email}`.execute(rig.db);
    await age(61);
    expect((await reset(second)).body.code).toBe('reset_link_invalid');
    await age(-2);
    expect((await reset(second)).status).toBe(200);
  });

  it('accepts a link once, also from two concurrent requests', async () => {
    const { email } = await rig.signUp();
    const token = await tokenFor(email);
    const responses = await Promise.all([reset(token), reset(token, 'another fine phrase')]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('applies the password rules of sign-up, and a rejected password leaves the link valid', async () => {
    const { email } = await rig.signUp();
    const token = await tokenFor(email);
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token, 'Password1!')).body.details.fields[0].path).toBe('password');
    expect((await reset(token)).status).toBe(200);
  });

  it('rejects a sign-up code and a forged link', async () => {
    const email = 'signup-code@example.com';
    const otp = await rig.codeFor(email);
    for (const token of [otp, 'x', "' or 1=1 --", 'A'.repeat(43)])
      expect((await reset(token)).body.code).toBe('reset_link_invalid');
  });

  it('sends at most five links an hour, with the same response beyond', async () => {
    const { email } = await rig.signUp();
    const responses = await Promise.all(Array.from({ length: 8 }, () => forgot(email)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await rig.mailTo(email, /^Set a new/, 5);
    const { rows } = await sql<{ count: number }>`
      select count(*) from pgboss.job where name = 'accounts.reset-mail' and data->>'email' = ${email}`.execute(
      rig.db,
    );
    expect(rows).toEqual([{ count: 5 }]);
  });
});
