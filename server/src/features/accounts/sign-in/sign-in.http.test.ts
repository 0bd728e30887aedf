import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';

let rig: AccountsRig;
beforeAll(async () => {
  // The times that an attacker could measure are those of the hasher of production.
  rig = await createAccountsRig({ passwords: createPasswordHasher() });
});
afterAll(() => rig.close());

let networks = 0;
/** Returns an IP address of a network that has made no attempt yet. */
const newIp = (): string => `10.${Math.floor(++networks / 256)}.${networks % 256}.7`;
const login = (email: string, password: string, ip = newIp()) =>
  rig.browser().post('/auth/login', { email, password }, { 'x-forwarded-for': ip });
const letTimePass = (seconds: number) =>
  sql`update throttles set blocked_until = blocked_until - make_interval(secs => ${seconds})`.execute(
    rig.db,
  );

/**
 * Returns the CPU time of a failed sign-in, in all threads of the server; other than its duration, it
 * does not depend on what else the machine does. Unit: µs.
 */
const workOf = async (email: string) => {
  const before = process.cpuUsage();
  await login(email, 'a guess');
  const { user, system } = process.cpuUsage(before);
  return user + system;
};
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

describe('signing in', () => {
  it('[AP-1] returns the person and never the password', async () => {
    const { email, password, userId } = await rig.signUp();
    const { status, body } = await login(email, password);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', message: expect.any(String) });
    expect(body.data.user).toEqual({
      id: userId,
      organizationId: expect.any(String),
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      provider: 'EMAIL',
    });
    expect(JSON.stringify(body)).not.toMatch(/password|argon2/i);
  });

  it('[AP-1] returns the same 400 for a wrong password and an unknown email', async () => {
    const { email } = await rig.signUp();
    const wrong = await login(email, 'not the password');
    const unknown = await login('nobody@example.com', 'not the password');
    expect(wrong.body).toMatchObject({
      statusCode: 400,
      code: 'invalid_credentials',
      message: 'Invalid credentials. Please try again.',
      error: 'Invalid credentials. Please try again.',
    });
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('rejects hostile values as invalid credentials', async () => {
    const values = ["' or 1=1 --", '<script>', '\u202e', 'a'.repeat(1_024), '\u0000', '💥'];
    for (const value of values) expect((await login('x@example.com', value)).status).toBe(400);
    for (const value of values) expect((await login(value, 'whatever')).status).toBe(400);
    const malformed = [
      { email: { $ne: '' }, password: 'x' },
      { email: ['a@b.cd'], password: 'x' },
      [],
    ];
    for (const body of malformed)
      expect((await rig.browser().post('/auth/login', body)).status).toBe(400);
  });
});

describe('password guessing', () => {
  it('[SI-11] is blocked after five attempts, with a growing delay and an error message that states it', async () => {
    const { email, password } = await rig.signUp();
    const ip = newIp();
    const tries = async (count: number) => {
      for (let n = 0; n < count; n++)
        expect((await login(email, 'a guess', ip)).body.code).toBe('invalid_credentials');
    };
    const secondsLeft = async () => {
      const { status, body, headers } = await login(email, password, ip);
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      const seconds = Number(headers.get('retry-after'));
      expect(body.message).toBe(`Too many attempts. Try again in ${seconds} seconds.`);
      return seconds;
    };
    await tries(5);
    const first = await secondsLeft();
    expect(first).toBeGreaterThan(8);
    await letTimePass(first);
    await tries(1);
    const second = await secondsLeft();
    expect(second).toBeGreaterThan(first * 1.5);
    await letTimePass(second);
    await tries(1);
    expect(await secondsLeft()).toBeGreaterThan(second * 1.5);
    await letTimePass(1_000);
    expect((await login(email, password, ip)).status).toBe(200);
    await tries(4);
    expect((await login(email, password, ip)).status).toBe(200);
  });

  it('compares exactly five of forty parallel guesses', async () => {
    const { email } = await rig.signUp();
    const ip = newIp();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => login(email, `guess ${n}`, ip)),
    );
    const checked = responses.filter(({ status }) => status === 400);
    expect(checked).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  it('[SI-11] from one network against many accounts is blocked, and does not block the owner elsewhere', async () => {
    const { email, password } = await rig.signUp();
    const statuses: number[] = [];
    // All IP addresses of one network count together.
    for (let n = 0; n < 65; n++)
      statuses.push((await login(`spray-${n}@example.com`, 'a guess', `203.0.113.${n}`)).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(400));
    expect(statuses.slice(60)).toEqual(Array(5).fill(429));
    expect((await login(email, password, '203.0.113.200')).status).toBe(429);
    expect((await login(email, password, '198.51.100.1')).status).toBe(200);
  });

  it('from many networks against one account is blocked after thirty attempts', async () => {
    const { email } = await rig.signUp();
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await login(email, 'a guess')).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
    expect(statuses.slice(30)).toEqual([429, 429]);
  });

  it('[SI-11] learns nothing from response times: unknown emails take as much work as wrong passwords', async () => {
    const { email } = await rig.signUp();
    const unknown: number[] = [];
    const wrong: number[] = [];
    for (let n = 0; n < 25; n++) {
      unknown.push(await workOf(`unknown-${n}@example.com`));
      wrong.push(await workOf(email));
    }
    const ratio = median(unknown) / median(wrong);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });
});
