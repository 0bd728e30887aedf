import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';
import type { TestBrowser } from '../../../../test/browser.ts';
import { addPasskey, newAuthenticator } from '../../../../test/passkeys.ts';
import { createRecordingLogger } from '../../../../test/recording-logger.ts';
import type { Deviation, SoftAuthenticator } from '../../../../test/soft-authenticator.ts';

let rig: AccountsRig;
const log = createRecordingLogger();
beforeAll(async () => {
  rig = await createAccountsRig({ logger: log.logger });
});
afterAll(() => rig.close());

async function openAccount() {
  const person = await rig.signUp();
  const { authenticator, body } = await addPasskey(person.browser);
  return { ...person, authenticator, passkeyId: String(body.data.passkey.id) };
}

async function optionsFor(browser: TestBrowser, ip = '192.0.2.1') {
  const { body } = await browser.post('/auth/passkey/options', undefined, {
    'x-forwarded-for': ip,
  });
  return body.data.options;
}

const send = (browser: TestBrowser, credential: object, ip = '192.0.2.1') =>
  browser.post('/auth/passkey/login', { credential }, { 'x-forwarded-for': ip });

async function signIn(authenticator: SoftAuthenticator, change: Deviation = {}) {
  const browser = rig.browser();
  const options = await optionsFor(browser);
  return { browser, ...(await send(browser, authenticator.sign(options, change))) };
}

describe('sign-in with a passkey', () => {
  test('[SI-15] needs no email and opens the same session as a password', async () => {
    const { authenticator, email, password, userId, browser: owner } = await openAccount();
    const byPassword = await rig.browser().post('/auth/login', { email, password });
    log.clear();
    const { browser, status, body } = await signIn(authenticator);
    expect(status).toBe(200);
    expect({ ...body, requestId: '' }).toEqual({ ...byPassword.body, requestId: '' });
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      'shotwright_csrf',
      'shotwright_device',
      'shotwright_session',
    ]);
    expect((await browser.get('/users/profile')).body.data.user.email).toBe(email);
    expect(log.securityEvents()).toEqual([
      expect.objectContaining({ securityEvent: 'sign_in.succeeded', method: 'passkey', userId }),
    ]);
    const { passkeys } = (await owner.get('/users/passkeys')).body.data;
    expect(Date.parse(passkeys[0].lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('[SI-15] names no account in its options', async () => {
    await openAccount();
    const options = await optionsFor(rig.browser());
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    });
  });

  test('[SI-15] accepts a challenge once, within five minutes, from the browser that asked for it', async () => {
    const { authenticator } = await openAccount();
    const browser = rig.browser();
    const options = await optionsFor(browser);
    const credential = authenticator.sign(options);
    const elsewhere = await send(rig.browser(), credential);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'passkey_challenge_invalid']);
    expect(elsewhere.body.message).toMatch(/has expired or was answered before/);
    const cookies = new Map(browser.cookies);
    expect((await send(browser, credential)).status).toBe(200);
    const again = rig.browser();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect((await send(again, credential)).body.code).toBe('passkey_challenge_invalid');
    const late = authenticator.sign(await optionsFor(again));
    await sql`update passkey_challenges set expires_at = expires_at - interval '5 minutes'`.execute(
      rig.db,
    );
    expect((await send(again, late)).body.code).toBe('passkey_challenge_invalid');
    const made = { challenge: Buffer.alloc(32).toString('base64url') };
    expect((await send(again, authenticator.sign(made))).body.code).toBe(
      'passkey_challenge_invalid',
    );
  });

  test('[SI-15] an invalid response uses up its challenge', async () => {
    const { authenticator } = await openAccount();
    const browser = rig.browser();
    const options = await optionsFor(browser);
    const forged = authenticator.sign(options, { origin: 'https://evil.example' });
    expect((await send(browser, forged)).body.code).toBe('passkey_invalid');
    expect((await send(browser, authenticator.sign(options))).body.code).toBe(
      'passkey_challenge_invalid',
    );
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:8080' }],
    ['another host', { rpId: 'evil.example' }],
    ['an unverified user', { isUserVerified: false }],
    ['a counter that does not grow', { counter: 1 }],
    ['another user', { userHandle: Buffer.from('someone').toString('base64url') }],
    ['no user', { userHandle: '' }],
  ])('[SI-15] is rejected for %s', async (_name, change) => {
    const { authenticator, userId } = await openAccount();
    log.clear();
    const { status, body, headers } = await signIn(authenticator, change);
    expect([status, body.code, headers.getSetCookie()]).toEqual([400, 'passkey_invalid', []]);
    expect(body.message).toBe(
      'This passkey does not sign in here. Use another one, or your email and password.',
    );
    expect(log.securityEvents()).toMatchObject([
      { securityEvent: 'sign_in.failed', method: 'passkey', userId, code: 'passkey_invalid' },
    ]);
  });

  test('[SI-15] is rejected with the signature of another passkey', async () => {
    const ada = await openAccount();
    const eve = await openAccount();
    const browser = rig.browser();
    const { response } = eve.authenticator.sign(await optionsFor(browser));
    const { id, rawId } = ada.authenticator.sign({ challenge: 'x' });
    const userHandle = Buffer.from(ada.userId).toString('base64url');
    const forged = { id, rawId, type: 'public-key', response: { ...response, userHandle } };
    expect((await send(browser, forged)).body.code).toBe('passkey_invalid');
  });

  test('[SI-15] gives an unknown and a deleted passkey the same response', async () => {
    const { authenticator, browser, passkeyId } = await openAccount();
    await browser.delete(`/users/passkeys/${passkeyId}`);
    const deleted = await signIn(authenticator);
    const unknown = await signIn(newAuthenticator());
    expect(deleted.body.code).toBe('passkey_invalid');
    expect({ ...deleted.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  test('[SI-15] of a deleted account is rejected, and its passkeys are deleted', async () => {
    const { authenticator, userId } = await openAccount();
    await sql`delete from users where id = ${userId}`.execute(rig.db);
    expect((await signIn(authenticator)).body.code).toBe('passkey_invalid');
    const left = await sql`select from passkeys where user_id = ${userId}`.execute(rig.db);
    expect(left.rows).toEqual([]);
  });

  test('[SI-15] accepts one of two uses of a copied authenticator at the same time', async () => {
    const { authenticator } = await openAccount();
    const browsers = [rig.browser(), rig.browser()];
    const credentials = await Promise.all(
      browsers.map(async (browser) =>
        authenticator.sign(await optionsFor(browser), { counter: 9 }),
      ),
    );
    const responses = await Promise.all(
      browsers.map((browser, n) => send(browser, credentials[n] ?? {})),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('[SI-15] is limited per network like passwords, and successes do not count', async () => {
    const { authenticator } = await openAccount();
    const ip = '203.0.113.9';
    const browser = rig.browser();
    for (let n = 0; n < 3; n += 1)
      await send(browser, authenticator.sign(await optionsFor(browser, ip)), ip);
    const ask = () =>
      rig.browser().post('/auth/passkey/options', undefined, { 'x-forwarded-for': ip });
    for (let n = 0; n < 60; n += 1) expect((await ask()).status).toBe(200);
    log.clear();
    const { status, body } = await ask();
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(body.message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
    expect(log.securityEvents()).toMatchObject([
      { securityEvent: 'sign_in.throttled', method: 'passkey' },
    ]);
    expect(await optionsFor(rig.browser(), '198.51.100.4')).toBeDefined();
  });
});
