import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig();
});
afterAll(() => rig.close());

const newPassword = 'a much better phrase';
const login = (email: string, password: string) =>
  rig.browser().post('/auth/login', { email, password });
const ageSessions = (userId: string, minutes: number) =>
  sql`update sessions set created_at = created_at - make_interval(mins => ${minutes}) where user_id = ${userId}`.execute(
    rig.db,
  );

describe('the profile', () => {
  it('[AP-31] contains name, email and provider, and the staff flag for staff only', async () => {
    const { browser, email } = await rig.signUp();
    const { status, body } = await browser.get('/users/profile');
    expect([status, body.status]).toEqual([200, 'success']);
    expect(body.data.user).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email,
      provider: 'EMAIL',
    });
    expect(Object.keys(body.data.user)).not.toContain('password');
    expect(Object.keys(body.data.user)).not.toContain('isStaff');
    await rig.accounts.admin.grantStaff(email);
    const { body: ofStaff } = await browser.get('/users/profile');
    expect(ofStaff.data.user).toEqual({ ...body.data.user, isStaff: true });
  });

  it('[AP-32] accepts a trimmed name; an omitted last name is blank', async () => {
    const { browser } = await rig.signUp();
    const { body } = await browser.patch('/users/profile', {
      firstName: '  Zoë ',
      lastName: ' O’Brien-Šimić ',
    });
    expect(body.message).toBe('Your profile has been updated successfully.');
    expect(body.data.user).toMatchObject({ firstName: 'Zoë', lastName: 'O’Brien-Šimić' });
    await browser.patch('/users/profile', { firstName: 'Zoë' });
    const read = await browser.get('/users/profile');
    expect(read.body.data.user).toMatchObject({ firstName: 'Zoë', lastName: '' });
  });

  it('[AP-32] [AU-11] rejects a new email with 400 and leaves the old one unchanged', async () => {
    const { browser, email } = await rig.signUp();
    const change = { firstName: 'Ada', email: 'another@example.com' };
    expect((await browser.patch('/users/profile', change)).status).toBe(400);
    expect((await browser.get('/users/profile')).body.data.user.email).toBe(email);
  });

  it.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{}, 'firstName', 'First name is required'],
    [
      { firstName: 'A', password: 'short' },
      'password',
      'Password must be at least 8 characters long',
    ],
    [{ firstName: 'A', password: 'Passw0rd1' }, 'password', expect.stringMatching(/too common/)],
    [{ firstName: 'A'.repeat(101) }, 'firstName', 'must be at most 100 characters'],
  ])('names the invalid field of %o', async (change, path, message) => {
    const { browser } = await rig.signUp();
    const { status, body } = await browser.patch('/users/profile', change);
    expect(status).toBe(400);
    expect(body.details.fields).toContainEqual(expect.objectContaining({ path, message }));
  });

  it.each([['id'], ['organizationId'], ['provider'], ['isStaff'], ['is_staff'], ['passwordHash']])(
    'rejects a field that the user cannot set: %s',
    async (field) => {
      const { browser } = await rig.signUp();
      const change = { firstName: 'Ada', [field]: 'x' };
      expect((await browser.patch('/users/profile', change)).status).toBe(400);
    },
  );
});

describe('a password change', () => {
  it('[ST-10] needs no current password in a recent session, ends the other sessions and notifies the owner by mail', async () => {
    const { browser, email, password } = await rig.signUp();
    const other = rig.browser();
    await other.post('/auth/login', { email, password });
    const change = { firstName: 'Ada', lastName: 'Lovelace', password: newPassword };
    expect((await browser.patch('/users/profile', change)).status).toBe(200);
    expect((await browser.get('/users/profile')).status).toBe(200);
    expect((await other.get('/users/profile')).status).toBe(401);
    expect((await login(email, password)).status).toBe(400);
    expect((await login(email, newPassword)).status).toBe(200);
    await rig.mailTo(email, /^Your Shotwright password was changed$/);
  });

  it('[ST-10] needs the current password if the session is older than fifteen minutes', async () => {
    const { browser, email, password, userId } = await rig.signUp();
    const change = { firstName: 'Ada', password: newPassword };
    await ageSessions(userId, 16);
    const without = await browser.patch('/users/profile', change);
    expect(without.status).toBe(400);
    expect(without.body.details.fields[0].path).toBe('currentPassword');
    const wrong = await browser.patch('/users/profile', { ...change, currentPassword: 'a guess' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_credentials']);
    expect((await login(email, password)).status).toBe(200);
    const right = await browser.patch('/users/profile', { ...change, currentPassword: password });
    expect(right.status).toBe(200);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  it('cannot be used to guess the current password', async () => {
    const { browser, userId, password } = await rig.signUp();
    await ageSessions(userId, 16);
    const guess = (currentPassword: string) =>
      browser.patch('/users/profile', { firstName: 'Ada', password: newPassword, currentPassword });
    for (let n = 0; n < 5; n++) expect((await guess(`guess ${n}`)).status).toBe(400);
    expect((await guess(password)).status).toBe(429);
  });

  it('changes neither name nor password if one of them is rejected', async () => {
    const { browser, email, password } = await rig.signUp();
    await browser.patch('/users/profile', { firstName: 'Changed', password: 'password1' });
    expect((await browser.get('/users/profile')).body.data.user.firstName).toBe('Ada');
    expect((await login(email, password)).status).toBe(200);
  });
});
