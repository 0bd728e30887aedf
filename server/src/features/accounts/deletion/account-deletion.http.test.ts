import { deletionGraceDays } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMember,
  dueIn,
  moveToOrganization,
  openDeletion,
  scheduleDeletion,
} from '../../../../test/account-deletion.ts';
import { startTestApp, type TestApp, type TestSession } from '../../../../test/app.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { quickPasswords } from '../../../../test/quick-passwords.ts';
import { openTicket } from '../../../../test/tickets.ts';
import type { Mail } from '../../mail/mail.ts';
import { createScheduleDeletion } from './schedule-deletion.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const userOf = async (person: TestSession) =>
  (await readJson(await person.call('GET', '/users/profile'))).data.user;
const rowOf = ({ userId }: Pick<TestSession, 'userId'>) =>
  app.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
const keep = (person: TestSession) => person.call('DELETE', '/users/deletion');

test('[ST-13] a deletion is scheduled in seven days, is shown in the profile and can be undone', async () => {
  const person = await app.session();
  expect(await userOf(person)).not.toHaveProperty('deletionAt');
  const { httpStatus, data, message } = await scheduleDeletion(person);
  expect([httpStatus, message]).toEqual([200, 'Your account is scheduled for deletion.']);
  const days = (Date.parse(data.deletionAt) - Date.now()) / dayMs;
  expect(days).toBeGreaterThan(deletionGraceDays - 0.01);
  expect(days).toBeLessThanOrEqual(deletionGraceDays);
  expect(await userOf(person)).toMatchObject({ deletionAt: data.deletionAt });
  const kept = await keep(person);
  expect([kept.status, (await readJson(kept)).message]).toEqual([
    200,
    'Your account will be kept.',
  ]);
  expect(await userOf(person)).not.toHaveProperty('deletionAt');
  // Nothing to undo is no error.
  expect((await keep(person)).status).toBe(200);
});

test('[ST-13] one email confirms the deletion; further requests keep its time', async () => {
  const person = await app.session();
  const { userId, organizationId, email, password: currentPassword } = person;
  const mails: Mail[] = [];
  const { schedule } = createScheduleDeletion({
    db: app.db,
    passwords: quickPasswords,
    enqueueMail: async (_tx, mail) => void mails.push(mail),
    endRenewal: async () => undefined,
  });
  const caller = {
    kind: 'session',
    userId,
    organizationId,
    sessionId: userId,
    role: 'owner',
  } as const;
  const request = () => schedule({ caller, ip: '127.0.0.1', email, currentPassword });
  const times = await Promise.all([request(), request(), request()]);
  expect(new Set([...times, await request()].map(Number)).size).toBe(1);
  const deletedAt = times[0].toISOString();
  expect(mails).toEqual([
    { template: 'deletion_scheduled', to: email, firstName: 'Ada', deletedAt },
  ]);
});

test('[ST-13] the email of the account and its current password are required', async () => {
  const person = await app.session();
  const fields = async (changes: object) => {
    const { httpStatus, code, details } = await scheduleDeletion(person, changes);
    return [httpStatus, code, details.fields[0].path, details.fields[0].message];
  };
  expect(await fields({ email: 'other@example.com' })).toEqual([
    400,
    'validation_failed',
    'email',
    'must be the email of your account',
  ]);
  expect(await fields({ email: undefined })).toEqual([
    400,
    'validation_failed',
    'email',
    'Email is required',
  ]);
  expect(await fields({ currentPassword: undefined })).toEqual([
    400,
    'validation_failed',
    'currentPassword',
    'Enter your current password to delete your account.',
  ]);
  expect(await fields({ currentPassword: 'a guess' })).toEqual([
    400,
    'invalid_credentials',
    'currentPassword',
    'The current password is wrong.',
  ]);
  expect(await userOf(person)).not.toHaveProperty('deletionAt');
  expect((await scheduleDeletion(person, { email: person.email.toUpperCase() })).httpStatus).toBe(
    200,
  );
});

test('[ST-13] the current password cannot be guessed', async () => {
  const person = await app.session();
  for (let n = 0; n < 5; n += 1)
    expect((await scheduleDeletion(person, { currentPassword: `guess ${n}` })).httpStatus).toBe(
      400,
    );
  expect((await scheduleDeletion(person)).httpStatus).toBe(429);
});

test('[ST-13] an account without a password needs only its email', async () => {
  const person = await app.session();
  await app.db
    .updateTable('users')
    .set({ provider: 'GOOGLE', password_hash: null })
    .where('id', '=', person.userId)
    .execute();
  expect((await scheduleDeletion(person, { currentPassword: undefined })).httpStatus).toBe(200);
});

test('[ST-13] the owner of an organisation with other members must transfer ownership first', async () => {
  const owner = await app.session();
  const memberId = await addMember(app.db, owner);
  const refused = await scheduleDeletion(owner);
  expect([refused.httpStatus, refused.code]).toEqual([409, 'ownership_transfer_required']);
  expect(refused.message).toMatch(/Transfer ownership to one of them on the Team page/);
  await owner.call('POST', '/team/owner', { userId: memberId });
  expect((await scheduleDeletion(owner)).httpStatus).toBe(200);
});

test('[ST-13] signing in and API keys work until the deletion', async () => {
  const person = await app.session();
  const key = await app.apiKey({ of: person });
  await scheduleDeletion(person);
  const { email, password } = person;
  const headers = { 'content-type': 'application/json' };
  const login = await app.request('/api/v1/auth/login', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  expect((await readJson(login)).data.user).toHaveProperty('deletionAt');
  expect((await key.call('GET', '/projects')).status).toBe(200);
});

test('[ST-13] an account is deleted at its time, not before, and its email is free again', async () => {
  const deletion = openDeletion(app.db);
  const person = await app.session();
  const key = await app.apiKey({ of: person });
  await openTicket(app, person);
  await scheduleDeletion(person);
  await dueIn(app.db, person, 60);
  expect(await deletion.run()).toBe(0);
  expect(await userOf(person)).toMatchObject({ email: person.email });
  await dueIn(app.db, person, 0);
  const late = await keep(person);
  expect([late.status, (await readJson(late)).code]).toEqual([409, 'conflict']);
  expect(await deletion.run()).toBe(1);
  expect(deletion.mails).toEqual([
    { template: 'account_deleted', to: person.email, firstName: 'Ada' },
  ]);
  expect(await rowOf(person)).toBeUndefined();
  expect((await person.call('GET', '/users/profile')).status).toBe(401);
  expect((await key.call('GET', '/projects')).status).toBe(403);
  for (const table of ['sessions', 'sign_in_places'] as const)
    expect(
      await app.db
        .selectFrom(table as 'sessions')
        .select('user_id')
        .where('user_id', '=', person.userId)
        .execute(),
    ).toEqual([]);
  // Nothing is left to do, and nobody is told twice.
  expect(await deletion.run()).toBe(0);
  expect(deletion.mails).toHaveLength(1);
});

test('[ST-13] a member is deleted from the organisation of others, whose captures and audit log remain without the name', async () => {
  const deletion = openDeletion(app.db);
  const owner = await app.session();
  const member = await app.session();
  await moveToOrganization(app.db, member, { ...owner, role: 'developer' });
  const { data } = await readJson(await member.call('POST', '/projects', { name: 'Website' }));
  const key = await app.apiKey({ of: owner });
  const capture = { url: 'https://example.com/' };
  const captured = await readJson(
    await member.call('POST', '/screenshots/dashboard', {
      ...capture,
      project_id: data.project.id,
    }),
  );
  await scheduleDeletion(member);
  await dueIn(app.db, member, 0);
  expect(await deletion.run()).toBe(1);
  const log = JSON.stringify(await readJson(await owner.call('GET', '/audit-events')));
  expect(log).toContain('project.created');
  expect(log).toContain('Deleted user');
  expect(log).not.toContain(member.email);
  const read = await key.call('GET', `/screenshots/${captured.data.requestId}`);
  expect(read.status).toBe(200);
  expect(await userOf(owner)).toMatchObject({ email: owner.email });
});

test('[ST-13] the owner of an organisation that got a member in the meantime keeps the account', async () => {
  const deletion = openDeletion(app.db);
  const owner = await app.session();
  await scheduleDeletion(owner);
  await addMember(app.db, owner);
  await dueIn(app.db, owner, 0);
  expect(await deletion.run()).toBe(0);
  expect(deletion.mails).toEqual([
    { template: 'deletion_stopped', to: owner.email, firstName: 'Ada' },
  ]);
  expect(await userOf(owner)).not.toHaveProperty('deletionAt');
});

test('[ST-13] no account is deleted whose plan cannot be cancelled, and others are not delayed', async () => {
  const deletion = openDeletion(app.db);
  const paying = await app.session();
  const other = await app.session();
  for (const person of [paying, other]) await scheduleDeletion(person);
  await dueIn(app.db, paying, -1);
  await dueIn(app.db, other, 0);
  const endRenewal = async (id: string) => {
    if (id === paying.organizationId) throw new Error('the provider is down');
  };
  await expect(deletion.run({ endRenewal })).rejects.toThrow('the provider is down');
  expect(await rowOf(other)).toBeUndefined();
  expect(await rowOf(paying)).toBeDefined();
  expect(await deletion.run()).toBe(1);
});
