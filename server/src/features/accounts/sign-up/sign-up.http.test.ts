import { sql } from 'kysely';
import { nameRule } from '@shotwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig({ passwords: createPasswordHasher() });
});
afterAll(() => rig.close());

const person = { firstName: 'Ada', lastName: 'Lovelace', password: 'an unusual pass phrase' };
const wrongOf = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;
const signUp = (email: string, otp: string, more: object = {}) =>
  rig.browser().post('/auth/signup', { ...person, email, otp, ...more });
const ageCodes = (email: string, minutes: number) =>
  rig.db
    .updateTable('verifications')
    .set({
      created_at: sql<Date>`created_at - make_interval(mins => ${minutes})`,
      expires_at: sql<Date>`expires_at - make_interval(mins => ${minutes})`,
    })
    .where('email', '=', email)
    .execute();

describe('signing up', () => {
  it('[AP-5] creates person, organisation and credits at once, sends a welcome mail and signs in', async () => {
    const email = 'new@example.com';
    const otp = await rig.codeFor(email);
    const browser = rig.browser();
    const { status, body } = await browser.post('/auth/signup', { ...person, email, otp });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'success',
      message: expect.any(String),
      data: { user: { email, firstName: 'Ada', lastName: 'Lovelace', provider: 'EMAIL' } },
    });
    expect(JSON.stringify(body)).not.toContain('pass phrase');
    const profile = await browser.get('/users/profile');
    expect(profile.body.data.user).toEqual(body.data.user);
    const credits = await rig.db
      .selectFrom('credit_accounts')
      .select('available')
      .where('organization_id', '=', body.data.user.organizationId)
      .executeTakeFirst();
    expect(credits).toEqual({ available: 100 });
    await rig.mailTo(email, /^Welcome to Shotwright$/);
  });

  it('[AP-5] rejects a wrong code without side effects and then accepts the right one', async () => {
    const email = 'wrong@example.com';
    const otp = await rig.codeFor(email);
    const before = await countRows('organizations');
    expect((await signUp(email, wrongOf(otp))).body).toMatchObject({
      statusCode: 400,
      code: 'otp_invalid',
    });
    expect(await countRows('organizations')).toBe(before);
    expect((await signUp(email, otp)).status).toBe(201);
  });

  it('[AP-5] accepts a code once, and for its own email address only', async () => {
    const otp = await rig.codeFor('once@example.com');
    expect((await signUp('other@example.com', otp)).body.code).toBe('otp_invalid');
    expect((await signUp('once@example.com', otp)).status).toBe(201);
    expect((await signUp('once@example.com', otp)).body.code).toBe('otp_invalid');
  });

  it('creates one account from five concurrent requests with the same code', async () => {
    const email = 'twice@example.com';
    const otp = await rig.codeFor(email);
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => signUp(email, otp)));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 400, 400, 400, 400]);
  });

  it('reports an existing account only with the right code and leaves the account unchanged', async () => {
    const { email, userId } = await rig.signUp();
    const before = await countRows('organizations');
    const otp = await rig.codeFor(email);
    expect((await signUp(email, wrongOf(otp))).body.code).toBe('otp_invalid');
    const { body } = await signUp(email, otp, { password: 'quite another phrase' });
    expect(body).toMatchObject({
      statusCode: 409,
      code: 'email_taken',
      message: 'An account with this email already exists. Sign in instead.',
    });
    expect(await countRows('organizations')).toBe(before);
    const { body: login } = await rig
      .browser()
      .post('/auth/login', { email, password: 'an unusual pass phrase' });
    expect(login.data.user.id).toBe(userId);
  });
});

describe('the verification code', () => {
  it('[SU-8] has six digits, expires after ten minutes and is replaced by a newer one', async () => {
    const email = 'newest@example.com';
    const first = await rig.codeFor(email);
    expect(first).toMatch(/^\d{6}$/);
    let second = await rig.codeFor(email);
    // The two codes are equal with a probability of one in a million.
    if (second === first) second = await rig.codeFor(email);
    expect((await signUp(email, first)).body.code).toBe('otp_invalid');
    await ageCodes(email, 9);
    expect((await signUp(email, wrongOf(second))).body.code).toBe('otp_invalid');
    await ageCodes(email, 1);
    expect((await signUp(email, second)).body.code).toBe('otp_expired');
  });

  it('[SU-16] is void after five wrong attempts, also for the right code', async () => {
    const email = 'five@example.com';
    const otp = await rig.codeFor(email);
    for (let n = 1; n <= 4; n++)
      expect((await signUp(email, wrongOf(otp))).body.message).toMatch(
        /^The verification code is wrong/,
      );
    const fifth = await signUp(email, wrongOf(otp));
    expect(fifth.body.message).toBe('Too many wrong codes. Request a new one.');
    const sixth = await signUp(email, otp);
    expect(sixth.body).toMatchObject({
      statusCode: 400,
      code: 'otp_invalid',
      message: 'Too many wrong codes. Request a new one.',
    });
  });

  it('counts all of fifty parallel attempts and compares at most five', async () => {
    const email = 'parallel@example.com';
    const otp = await rig.codeFor(email);
    const codes = Array.from({ length: 50 }, (_, n) => String(n).padStart(6, '0')).filter(
      (code) => code !== otp,
    );
    const responses = await Promise.all(codes.map((code) => signUp(email, code)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    const { tries } = await rig.db
      .selectFrom('verifications')
      .select('tries')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(codes.length);
    expect(responses.filter(({ body }) => /code is wrong/.test(body.message))).toHaveLength(4);
    expect((await signUp(email, otp)).status).toBe(400);
  });

  it('is stored only as a keyed hash, also in the queue', async () => {
    const email = 'at-rest@example.com';
    const otp = await rig.codeFor(email);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(v)::text as text from verifications v where email = ${email}
      union all select data::text from pgboss.job where name = 'mail.send'`.execute(rig.db);
    expect(rows.length).toBeGreaterThan(1);
    expect(
      rows.some(({ text }) => text.includes(`"${otp}"`) || text.includes(email + '","code')),
    ).toBe(false);
    expect(rows.filter(({ text }) => text.includes(email))).toHaveLength(1);
  });
});

describe('requesting a code', () => {
  it('[AP-4] accepts a captcha once', async () => {
    const captchaToken = await rig.solveCaptcha();
    const requestCode = (email: string) =>
      rig.browser().post('/auth/verify-email', { email, captchaToken });
    expect((await requestCode('captcha@example.com')).body).toMatchObject({
      status: 'success',
      message: 'Please check your email for the OTP code.',
      data: { resendToken: expect.any(String) },
    });
    expect((await requestCode('captcha-2@example.com')).body).toMatchObject({
      statusCode: 400,
      code: 'captcha_failed',
      message: 'Captcha verification failed. Please try again.',
    });
    expect(await rig.mailsTo('captcha-2@example.com')).toEqual([]);
  });

  it('rejects an expired captcha with a dedicated message', async () => {
    const captchaToken = await rig.solveCaptcha();
    rig.clock.offsetMs = 21 * 60_000;
    const { body } = await rig
      .browser()
      .post('/auth/verify-email', { email: 'old@example.com', captchaToken });
    rig.clock.offsetMs = 0;
    expect(body.message).toBe('Captcha expired. Please verify again.');
  });

  it('[AP-4] sends five codes an hour to one email address, also to parallel requests, then returns the waiting time', async () => {
    const email = 'limit@example.com';
    const captchaToken = await rig.solveCaptcha();
    const { body } = await rig.browser().post('/auth/verify-email', { email, captchaToken });
    const { resendToken } = body.data;
    const resend = () => rig.browser().post('/auth/verify-email/resend', { email, resendToken });
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(resend));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    const tooMany = responses.find(({ status }) => status === 429)!;
    expect(tooMany.body.message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(3_000);
    await ageCodes(email, 61);
    expect((await resend()).status).toBe(200);
  });

  it('resends without a captcha to the same email address only, for one hour', async () => {
    const email = 'resend@example.com';
    const captchaToken = await rig.solveCaptcha();
    const { body } = await rig.browser().post('/auth/verify-email', { email, captchaToken });
    const { resendToken } = body.data;
    const resend = (to: string, token: string) =>
      rig.browser().post('/auth/verify-email/resend', { email: to, resendToken: token });
    for (const token of [
      `${resendToken}x`,
      '1.2',
      'x',
      '9999999999999.',
      `9999999999999.${resendToken.split('.')[1]}`,
    ])
      expect((await resend(email, token)).body.code).toBe('captcha_failed');
    expect((await resend('else@example.com', resendToken)).body.code).toBe('captcha_failed');
    rig.clock.offsetMs = 61 * 60_000;
    expect((await resend(email, resendToken)).body.code).toBe('captcha_failed');
    rig.clock.offsetMs = 0;
    expect((await resend(email, resendToken)).status).toBe(200);
  });

  it('has the same response for an email address with and without an account', async () => {
    const { email } = await rig.signUp();
    const requestCode = async (to: string) => {
      const captchaToken = await rig.solveCaptcha();
      const { status, body } = await rig
        .browser()
        .post('/auth/verify-email', { email: to, captchaToken });
      return { status, message: body.message, fields: Object.keys(body.data) };
    };
    expect(await requestCode(email)).toEqual(await requestCode('unknown@example.com'));
  });
});

describe('sign-up input', () => {
  it.each([
    [{ firstName: '  ' }, 'firstName', 'First name is required'],
    [{ lastName: undefined }, 'lastName', 'Last name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'ada@example' }, 'email', 'Please enter a valid email address'],
    [{ email: 'ada@exa\u0000mple.com' }, 'email', 'Please enter a valid email address'],
    [{ email: `${'a'.repeat(250)}@x.yz` }, 'email', 'Please enter a valid email address'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: '1234567' }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'x'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
    [{ firstName: 'A\u0000da' }, 'firstName', nameRule.error],
    [{ otp: '12345' }, 'otp', 'must be the 6-digit code'],
    [{ otp: 123456 }, 'otp', 'must be the 6-digit code'],
  ])('is validated again on the server: %o', async (wrong, path, message) => {
    const { body } = await signUp('typed@example.com', '123456', wrong);
    expect(body.statusCode).toBe(400);
    expect(body.details.fields).toContainEqual(expect.objectContaining({ path, message }));
  });

  it('[SU-16] a common password is rejected before the code is consumed', async () => {
    const email = 'common@example.com';
    const otp = await rig.codeFor(email);
    const { body } = await signUp(email, otp, { password: 'Password123!' });
    expect(body).toMatchObject({ statusCode: 400, code: 'validation_failed' });
    expect(body.details.fields[0].path).toBe('password');
    expect((await signUp(email, otp)).status).toBe(201);
  });

  it('[SU-16] a password may contain spaces, Unicode and 128 characters and is stored as an Argon2id hash', async () => {
    const email = 'unicode@example.com';
    const password = `пароль с пробелами 🗝️ ${'é'.repeat(100)}`;
    await rig.signUp({ email, password });
    const { password_hash: hash } = await rig.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const login = (typed: string) => rig.browser().post('/auth/login', { email, password: typed });
    expect((await login(password)).status).toBe(200);
    expect((await login(password.normalize('NFD'))).status).toBe(200);
    expect((await login(password.slice(0, -1))).status).toBe(400);
  });

  it('an email identifies one account, whatever its case and surrounding spaces', async () => {
    const { userId } = await rig.signUp({ email: 'capitals@example.com' });
    const { body } = await rig.browser().post('/auth/login', {
      email: ' Capitals@Example.COM ',
      password: 'an unusual pass phrase',
    });
    expect(body.data.user.id).toBe(userId);
  });
});

async function countRows(table: 'organizations'): Promise<number> {
  const { count } = await rig.db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
