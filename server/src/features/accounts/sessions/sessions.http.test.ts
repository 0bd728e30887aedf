import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';
import type { TestBrowser } from '../../../../test/browser.ts';

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig();
});
afterAll(() => rig.close());

const session = 'shotwright_session';
const companion = 'shotwright_csrf';
const statusOf = async (browser: TestBrowser) => (await browser.get('/users/profile')).status;
const credentialsOf = ({ email, password }: { email: string; password: string }) => ({
  email,
  password,
});
const signIn = async (person: { email: string; password: string }): Promise<TestBrowser> => {
  const browser = rig.browser();
  await browser.post('/auth/login', credentialsOf(person));
  return browser;
};
const copyOf = (browser: TestBrowser): TestBrowser => {
  const copy = rig.browser();
  browser.cookies.forEach((value, name) => copy.cookies.set(name, value));
  return copy;
};
const shift = (userId: string, column: 'created_at' | 'last_seen_at' | 'expires_at', by: string) =>
  sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${by}::interval where user_id = ${userId}`.execute(
    rig.db,
  );

describe('sessions', () => {
  it('[AU-12] every private endpoint returns 401 without a session', async () => {
    const calls = [
      (b: TestBrowser) => b.get('/users/profile'),
      (b: TestBrowser) => b.patch('/users/profile', { firstName: 'Eve' }),
      (b: TestBrowser) => b.get('/auth/sessions'),
      (b: TestBrowser) => b.post('/auth/sessions/end-all'),
      (b: TestBrowser) => b.delete('/auth/sessions/0198c7a0-0000-7000-8000-000000000000'),
      (b: TestBrowser) => b.post('/auth/logout'),
    ];
    for (const call of calls) {
      const { status, body } = await call(rig.browser());
      expect([status, body.code]).toEqual([401, 'session_expired']);
    }
  });

  it('[AU-13] a session has an HttpOnly and a readable cookie, both SameSite=Lax, and is valid only with both', async () => {
    const person = await rig.signUp();
    const login = await rig.browser().post('/auth/login', credentialsOf(person));
    expect(login.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^shotwright_session=[\w-]{43}; Path=\/; SameSite=Lax; Max-Age=\d+; HttpOnly$/,
      ),
      expect.stringMatching(/^shotwright_csrf=[\w-]{43}; Path=\/; SameSite=Lax; Max-Age=\d+$/),
      // Not a session cookie: it identifies the browser (decision 0093).
      expect.stringMatching(/^shotwright_device=[\w.-]+; Path=\/; SameSite=Lax; .*HttpOnly$/),
    ]);
    const signedOut = copyOf(person.browser);
    signedOut.cookies.delete(companion);
    const alone = await signedOut.get('/users/profile');
    expect(alone.status).toBe(401);
    expect(signedOut.cookies.has(session)).toBe(false);
    expect(await statusOf(person.browser)).toBe(401);
  });

  it('[AU-13] a change requires the readable cookie in a header', async () => {
    const { browser } = await rig.signUp();
    const { status } = await browser.post(
      '/auth/sessions/end-all',
      {},
      { 'x-csrf-token': 'guess' },
    );
    expect(status).toBe(403);
    expect(await statusOf(browser)).toBe(200);
  });

  it('a session is rejected with the readable cookie of another session', async () => {
    const a = await rig.signUp();
    const b = await rig.signUp();
    const mixed = copyOf(a.browser);
    mixed.cookies.set(companion, b.browser.cookies.get(companion)!);
    expect(await statusOf(mixed)).toBe(401);
    expect(await statusOf(b.browser)).toBe(200);
  });

  it('a sign-in creates new secrets, whatever cookies were sent', async () => {
    const person = await rig.signUp();
    const browser = rig.browser();
    const planted = 'A'.repeat(43);
    browser.cookies.set(session, planted).set(companion, planted);
    expect(await statusOf(browser)).toBe(401);
    browser.cookies.set(session, planted).set(companion, planted);
    await browser.post('/auth/login', credentialsOf(person));
    expect(browser.cookies.get(session)).not.toBe(planted);
    expect(await statusOf(browser)).toBe(200);
    const attacker = rig.browser();
    attacker.cookies.set(session, planted).set(companion, planted);
    expect(await statusOf(attacker)).toBe(401);
  });

  it('the database stores only hashes of session secrets', async () => {
    const { browser } = await rig.signUp();
    const { rows } = await sql<{ text: string }>`
      select row_to_json(s)::text as text from sessions s`.execute(rig.db);
    const all = rows.map(({ text }) => text).join('\n');
    expect(all).not.toContain(browser.cookies.get(session)!);
    expect(all).not.toContain(browser.cookies.get(companion)!);
  });

  it('a session ends after 14 days without use and after 60 days at the latest', async () => {
    const idle = await rig.signUp();
    await shift(idle.userId, 'last_seen_at', '13 days 23 hours');
    expect(await statusOf(idle.browser)).toBe(200);
    await shift(idle.userId, 'last_seen_at', '14 days 1 minute');
    expect(await statusOf(idle.browser)).toBe(401);
    const old = await rig.signUp();
    await shift(old.userId, 'expires_at', '59 days 23 hours');
    expect(await statusOf(old.browser)).toBe(200);
    await shift(old.userId, 'expires_at', '1 hour 1 minute');
    expect(await statusOf(old.browser)).toBe(401);
  });

  it('the last use is updated at most every five minutes', async () => {
    const { browser, userId } = await rig.signUp();
    const lastSeen = async () =>
      (
        await rig.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).last_seen_at.getTime();
    await shift(userId, 'last_seen_at', '4 minutes');
    const recent = await lastSeen();
    await statusOf(browser);
    expect(await lastSeen()).toBe(recent);
    await shift(userId, 'last_seen_at', '2 minutes');
    await statusOf(browser);
    expect(await lastSeen()).toBeGreaterThan(recent);
  });
});

describe('signing out', () => {
  it('[AU-13] ends this session permanently and expires both cookies', async () => {
    const { browser } = await rig.signUp();
    const stolen = copyOf(browser);
    const { status, body } = await browser.post('/auth/logout');
    expect([status, body.message]).toEqual([200, 'You have been successfully logged out.']);
    // Not a session cookie: it lets the owner sign in while an attacker guesses passwords.
    expect([...browser.cookies.keys()]).toEqual(['shotwright_device']);
    expect(await statusOf(stolen)).toBe(401);
  });

  it('of all devices ends every session of the person and of no other person', async () => {
    const person = await rig.signUp();
    const other = await rig.signUp();
    const second = await signIn(person);
    expect((await second.post('/auth/sessions/end-all')).status).toBe(200);
    expect([await statusOf(person.browser), await statusOf(second)]).toEqual([401, 401]);
    expect(await statusOf(other.browser)).toBe(200);
  });

  it('of one device leaves the others unchanged and is limited to the person’s own devices', async () => {
    const person = await rig.signUp();
    const other = await rig.signUp();
    const phone = await signIn(person);
    const { body } = await person.browser.get('/auth/sessions');
    const { sessions } = body.data;
    expect(sessions).toHaveLength(2);
    expect(sessions.filter((one: { isCurrent: boolean }) => one.isCurrent)).toHaveLength(1);
    const { id } = sessions.find((one: { isCurrent: boolean }) => !one.isCurrent);
    const foreign = await other.browser.delete(`/auth/sessions/${id}`);
    const absent = await other.browser.delete(
      '/auth/sessions/0198c7a0-0000-7000-8000-000000000000',
    );
    expect(foreign.status).toBe(404);
    expect(foreign.body.message).toBe(absent.body.message);
    expect((await person.browser.delete(`/auth/sessions/${id}`)).status).toBe(200);
    expect([await statusOf(person.browser), await statusOf(phone)]).toEqual([200, 401]);
  });
});

describe('sessions over HTTPS', () => {
  it('[AU-13] both cookies are Secure and bound to the host by their names', async () => {
    const secure = await createAccountsRig({ publicUrl: 'https://shots.example' });
    try {
      const { browser } = await secure.signUp();
      expect([...browser.cookies.keys()]).toEqual([
        `__Host-${session}`,
        `__Host-${companion}`,
        '__Host-shotwright_device',
      ]);
      expect(await statusOf(browser)).toBe(200);
      const { headers } = await browser.post('/auth/logout');
      expect(headers.getSetCookie().every((line) => line.includes('; Secure'))).toBe(true);
    } finally {
      await secure.close();
    }
  });
});
