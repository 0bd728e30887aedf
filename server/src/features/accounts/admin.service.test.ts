import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../test/accounts-rig.ts';
import { sweepAccounts } from './sweep.service.ts';

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig();
});
afterAll(() => rig.close());

const login = (email: string, password: string) =>
  rig.browser().post('/auth/login', { email, password });
const grace = { firstName: 'Grace', lastName: 'Hopper', password: 'an operator’s choice' };

describe('administration of accounts', () => {
  it('creates an account that can sign in at once', async () => {
    const email = 'Made@Example.com';
    const ids = await rig.accounts.admin.createUserByAdmin({ ...grace, email });
    const { body } = await login('made@example.com', grace.password);
    expect(body.data.user).toMatchObject({ id: ids.userId, organizationId: ids.organizationId });
    await expect(rig.accounts.admin.createUserByAdmin({ ...grace, email })).rejects.toMatchObject({
      code: 'email_taken',
    });
    expect(await rig.accounts.admin.getAccount(email)).toEqual(ids);
    const { rows } = await sql`select 1 from pgboss.job where name = 'mail.send'`.execute(rig.db);
    expect(rows).toEqual([]);
  });

  it('rejects a password shorter than eight characters', async () => {
    const user = { ...grace, email: 'short@example.com', password: '1234567' };
    await expect(rig.accounts.admin.createUserByAdmin(user)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('makes existing people staff and logs it', async () => {
    const { email, userId } = await rig.signUp();
    await rig.accounts.admin.grantStaff(email.toUpperCase());
    const row = await rig.db
      .selectFrom('users')
      .select('is_staff')
      .where('id', '=', userId)
      .executeTakeFirst();
    expect(row).toEqual({ is_staff: true });
    const lines = await rig.db.selectFrom('staff_actions').selectAll().execute();
    expect(lines).toMatchObject([
      { actor_user_id: null, action: 'user.grant_staff', subject_kind: 'user', subject_id: userId },
    ]);
    await expect(rig.accounts.admin.grantStaff('nobody@example.com')).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  it('opens the demo account with a new random password at each start', async () => {
    const email = 'demo@example.com';
    const demo = { email, firstName: 'Demo', lastName: 'User' };
    const first = await rig.accounts.admin.openDemoAccount(demo);
    expect(first.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    expect((await login(email, first.password)).status).toBe(200);
    const second = await rig.accounts.admin.openDemoAccount(demo);
    expect(second).toMatchObject({ userId: first.userId, organizationId: first.organizationId });
    expect(second.password).not.toBe(first.password);
    expect((await login(email, first.password)).status).toBe(400);
    expect((await login(email, second.password)).status).toBe(200);
  });
});

describe('the nightly cleanup', () => {
  it('deletes expired data and nothing else', async () => {
    const { db } = rig;
    const { browser, email, userId } = await rig.signUp();
    await login(email, 'a guess');
    const old = await rig.signUp();
    await sql`update sessions set ended_at = now() - interval '31 days' where user_id = ${old.userId}`.execute(
      db,
    );
    await sql`update verifications set expires_at = now() - interval '2 days' where email = ${old.email}`.execute(
      db,
    );
    await sql`insert into used_captchas values ('old', now() - interval '1 minute'), ('new', now() + interval '1 minute')`.execute(
      db,
    );
    await sql`insert into throttles values ('old', 1, null, now() - interval '1 minute')`.execute(
      db,
    );
    await sweepAccounts(db);
    const left = async (table: 'sessions' | 'verifications', column: string, value: string) =>
      (await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db))
        .rows.length;
    expect(await left('sessions', 'user_id', old.userId)).toBe(0);
    expect(await left('sessions', 'user_id', userId)).toBe(1);
    expect(await left('verifications', 'email', old.email)).toBe(0);
    expect(await left('verifications', 'email', email)).toBe(1);
    const captchas = await db.selectFrom('used_captchas').select('token_hash').execute();
    expect(captchas.map((row) => row.token_hash)).not.toContain('old');
    expect(captchas.map((row) => row.token_hash)).toContain('new');
    const throttles = await db.selectFrom('throttles').select('key').execute();
    expect(throttles.map((row) => row.key)).not.toContain('old');
    expect(throttles.length).toBeGreaterThan(0);
    expect((await browser.get('/users/profile')).status).toBe(200);
  });
});
