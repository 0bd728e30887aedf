import { passkeyLimits } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';
import type { TestBrowser } from '../../../../test/browser.ts';
import { addPasskey, newAuthenticator } from '../../../../test/passkeys.ts';
import { createRecordingLogger } from '../../../../test/recording-logger.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { countPasskeysForInsert } from './passkeys.store.ts';

let rig: AccountsRig;
const log = createRecordingLogger();
beforeAll(async () => {
  rig = await createAccountsRig({ logger: log.logger });
});
afterAll(() => rig.close());

const start = (browser: TestBrowser, body: object = {}) =>
  browser.post('/users/passkeys/options', body);
const ageSession = (userId: string) =>
  sql`update sessions set created_at = created_at - interval '16 minutes' where user_id = ${userId}`.execute(
    rig.db,
  );
const namesOf = async (browser: TestBrowser): Promise<string[]> =>
  (await browser.get('/users/passkeys')).body.data.passkeys.map(
    ({ name }: { name: string }) => name,
  );

const isWaiting = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    rig.db,
  );
  return rows.length > 0;
};

describe('a new passkey', () => {
  test('[SI-15] is listed without its key, in the log, and reported by mail', async () => {
    const { browser, email, userId } = await rig.signUp();
    log.clear();
    const { status, body } = await addPasskey(browser, { name: ' My phone ' });
    expect([status, body.message]).toEqual([201, 'The passkey was added.']);
    expect(body.data.passkey).toEqual({
      id: expect.any(String),
      name: 'My phone',
      isSynced: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const listed = await browser.get('/users/passkeys');
    expect(listed.body.data.passkeys).toEqual([body.data.passkey]);
    expect(log.securityEvents()).toMatchObject([{ securityEvent: 'passkey.added', userId }]);
    const mail = await rig.mailTo(email, /^A passkey was added to your Shotwright account$/);
    expect(mail.text).toContain('The passkey "My phone" was added');
  });

  test('[SI-15] is created for this host, without an email at sign-in and with a verified user', async () => {
    const { browser, email, userId } = await rig.signUp();
    const { options } = (await start(browser)).body.data;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Shotwright' },
      user: {
        id: Buffer.from(userId).toString('base64url'),
        name: email,
        displayName: 'Ada Lovelace',
      },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      attestation: 'none',
    });
    const { authenticator } = await addPasskey(browser);
    const { options: second } = (await start(browser)).body.data;
    expect(second.excludeCredentials).toMatchObject([{ id: authenticator.id }]);
  });

  test('[SI-15] needs the current password if the session is older than fifteen minutes', async () => {
    const { browser, userId, password } = await rig.signUp();
    await ageSession(userId);
    log.clear();
    const without = await start(browser);
    expect(without.status).toBe(400);
    expect(without.body.details.fields).toEqual([
      { path: 'currentPassword', message: 'Enter your current password to add a passkey.' },
    ]);
    const wrong = await start(browser, { currentPassword: 'a guess' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_credentials']);
    expect(log.securityEvents()).toMatchObject([
      { securityEvent: 'passkey.refused', code: 'validation_failed' },
      { securityEvent: 'passkey.refused', code: 'invalid_credentials' },
    ]);
    expect((await start(browser, { currentPassword: password })).status).toBe(200);
    for (let n = 0; n < 5; n += 1) await start(browser, { currentPassword: `guess ${n}` });
    expect((await start(browser, { currentPassword: password })).status).toBe(429);
  });

  test('[SI-15] of an account without a password needs a recent sign-in', async () => {
    const { browser, userId } = await rig.signUp();
    await sql`update users set provider = 'GOOGLE', password_hash = null where id = ${userId}`.execute(
      rig.db,
    );
    expect((await start(browser)).status).toBe(200);
    await ageSession(userId);
    const { status, body } = await start(browser);
    expect([status, body.code]).toEqual([403, 'recent_sign_in_required']);
  });

  test('[SI-15] is not added with a challenge that was used, has expired, or belongs to another session', async () => {
    const { browser } = await rig.signUp();
    const other = await rig.signUp();
    const { options } = (await start(browser)).body.data;
    const credential = newAuthenticator().create(options);
    const stolen = await other.browser.post('/users/passkeys', { name: 'Stolen', credential });
    expect([stolen.status, stolen.body.code]).toEqual([400, 'passkey_challenge_invalid']);
    expect((await browser.post('/users/passkeys', { name: 'One', credential })).status).toBe(201);
    const again = await browser.post('/users/passkeys', { name: 'Two', credential });
    expect(again.body.code).toBe('passkey_challenge_invalid');
    const { options: old } = (await start(browser)).body.data;
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(
      rig.db,
    );
    const late = newAuthenticator().create(old);
    const { body } = await browser.post('/users/passkeys', { name: 'Late', credential: late });
    expect(body.code).toBe('passkey_challenge_invalid');
    expect(await namesOf(browser)).toEqual(['One']);
    expect(await namesOf(other.browser)).toEqual([]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the host', { origin: 'http://localhost:3001' }],
    ['another host', { rpId: 'evil.example' }],
    ['an unverified user', { isUserVerified: false }],
  ])('[SI-15] is not added for %s', async (_name, change) => {
    const { browser } = await rig.signUp();
    const { status, body } = await addPasskey(browser, { change });
    expect([status, body.code]).toEqual([400, 'passkey_invalid']);
    expect(await namesOf(browser)).toEqual([]);
  });

  test('[SI-15] cannot be the passkey of another user', async () => {
    const one = await rig.signUp();
    const two = await rig.signUp();
    const authenticator = newAuthenticator();
    await addPasskey(one.browser, { authenticator });
    const { status, body } = await addPasskey(two.browser, { authenticator });
    expect([status, body.code]).toEqual([409, 'passkey_exists']);
  });

  test('[SI-15] is one of at most ten of a user, also while the tenth is being added', async () => {
    const { browser, userId } = await rig.signUp();
    for (let n = 1; n < passkeyLimits.perUser; n += 1)
      expect((await addPasskey(browser)).status).toBe(201);
    const { options } = (await start(browser)).body.data;
    const late = await inTransaction(rig.db, async (tx) => {
      expect(await countPasskeysForInsert(tx, userId)).toBe(9);
      await sql`
        insert into passkeys (id, user_id, credential_id, public_key, counter, device_type, is_backed_up, name)
        values (gen_random_uuid(), ${userId}, 'tenth', '', 0, 'singleDevice', false, 'Tenth')`.execute(
        tx,
      );
      const credential = newAuthenticator().create(options);
      const pending = browser.post('/users/passkeys', { name: 'Eleventh', credential });
      await Promise.race([pending, vi.waitUntil(isWaiting, { timeout: 10_000 })]);
      return { pending };
    });
    const { status, body } = await late.pending;
    expect([status, body.code]).toEqual([409, 'passkey_limit_reached']);
    expect((await start(browser)).body.code).toBe('passkey_limit_reached');
    expect(await namesOf(browser)).toHaveLength(10);
  });

  test.each([
    [{ name: ' ' }, 'name', 'must not be blank'],
    [{ name: 'A'.repeat(101) }, 'name', 'must be at most 100 characters'],
    [{ name: 'A\nB' }, 'name', expect.stringContaining('line breaks')],
    [{ name: 'A', credential: {} }, 'credential.id', expect.any(String)],
    [
      { name: 'A', credential: { id: 'a+/=' } },
      'credential.id',
      'must be base64url without padding',
    ],
    [{ name: 'A', isAdmin: true }, 'isAdmin', expect.any(String)],
  ])('[SI-15] names the invalid field of %o', async (given, path, message) => {
    const { browser } = await rig.signUp();
    const { status, body } = await browser.post('/users/passkeys', given);
    expect(status).toBe(400);
    expect(body.details.fields).toContainEqual(expect.objectContaining({ path, message }));
  });

  test('[SI-15] hostile responses of a browser are rejected without an internal error', async () => {
    const { browser } = await rig.signUp();
    const hostile = ['AA', 'eyJ9', Buffer.from('null').toString('base64url'), 'A'.repeat(8_000)];
    for (const text of hostile) {
      const { options } = (await start(browser)).body.data;
      const credential = newAuthenticator().create(options);
      const asClientData = { ...credential.response, clientDataJSON: text };
      const asAttestation = { ...credential.response, attestationObject: text };
      for (const [response, code] of [
        [asClientData, 'passkey_challenge_invalid'],
        [asAttestation, 'passkey_invalid'],
      ] as const) {
        const body = { name: 'A', credential: { ...credential, response } };
        expect((await browser.post('/users/passkeys', body)).body.code).toBe(code);
      }
    }
  });
});

describe('the passkeys of a user', () => {
  test('[SI-15] are renamed and deleted by that user only', async () => {
    const { browser, email, userId } = await rig.signUp();
    const other = await rig.signUp();
    const { body } = await addPasskey(browser, { name: 'Old' });
    const path = `/users/passkeys/${body.data.passkey.id}`;
    const foreign = [
      await other.browser.patch(path, { name: 'Mine' }),
      await other.browser.delete(path),
      await other.browser.delete('/users/passkeys/0198c7a0-0000-7000-8000-000000000000'),
    ];
    for (const response of foreign)
      expect([response.status, response.body.code]).toEqual([404, 'passkey_not_found']);
    const renamed = await browser.patch(path, { name: 'New' });
    expect([renamed.status, renamed.body.data.passkey.name]).toEqual([200, 'New']);
    log.clear();
    expect((await browser.delete(path)).status).toBe(200);
    expect(log.securityEvents()).toMatchObject([{ securityEvent: 'passkey.deleted', userId }]);
    expect((await browser.delete(path)).status).toBe(404);
    expect(await namesOf(browser)).toEqual([]);
    const mail = await rig.mailTo(email, /^A passkey of your Shotwright account was deleted$/);
    expect(mail.text).toContain('The passkey "New" was deleted');
  });

  test('[SI-15] need a session', async () => {
    const browser = rig.browser();
    const responses = [
      await browser.get('/users/passkeys'),
      await browser.post('/users/passkeys/options', {}),
      await browser.post('/users/passkeys', {}),
      await browser.delete('/users/passkeys/0198c7a0-0000-7000-8000-000000000000'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});

test.each([
  'http://192.168.1.20:3000',
  'http://shots.example',
  'https://192.0.2.7',
  'https://[2001:db8::1]',
])(
  '[SI-15] with the public URL %s no passkey is offered, and the error names the reason',
  async (publicUrl) => {
    const without = await createAccountsRig({ publicUrl });
    try {
      const { browser } = await without.signUp();
      const message =
        'Passkeys are not available: the public URL of this installation needs https and a host name.';
      for (const path of ['/auth/passkey/options', '/users/passkeys/options']) {
        const { status, body } = await browser.post(
          path,
          path.startsWith('/users') ? {} : undefined,
        );
        expect([status, body.code, body.message]).toEqual([404, 'passkeys_unavailable', message]);
      }
      expect(await namesOf(browser)).toEqual([]);
    } finally {
      await without.close();
    }
  },
);
