import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountsRig,
  type AccountsRig,
  type SignedUp,
} from '../../../../test/accounts-rig.ts';
import type { TestBrowser } from '../../../../test/browser.ts';
import { insertProject } from '../../../../test/factories.ts';

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig();
});
afterAll(() => rig.close());

let inviteeCount = 0;
const newEmail = (): string => `invitee-${++inviteeCount}@example.com`;
const password = 'an unusual pass phrase';
const names = { firstName: 'Grace', lastName: 'Hopper' };
const absentId = '0198c7a0-0000-7000-8000-000000000000';

async function tokenFor(email: string, nth = 1): Promise<string> {
  const { text } = await rig.mailTo(email, /invites you to Shotwright$/, nth);
  return decodeURIComponent(/\/invite\?token=([\w%.-]+)/.exec(text)![1]!);
}

async function invite(owner: SignedUp, role: string, email = newEmail()) {
  const { status, body } = await owner.browser.post('/team/invites', { email, role });
  expect(status).toBe(201);
  return { email, inviteId: body.data.inviteId as string, token: await tokenFor(email) };
}

async function join(owner: SignedUp, role: string) {
  const { email, token } = await invite(owner, role);
  const browser = rig.browser();
  const { status, body } = await browser.post('/invites/accept', { token, ...names, password });
  expect(status).toBe(201);
  return { browser, email, userId: body.data.user.id as string };
}

const outcome = ({ status, body }: Awaited<ReturnType<TestBrowser['get']>>) => [status, body.code];
const organizationOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.get('/users/profile')).body.data.user.organizationId;

describe('invitations', () => {
  it('[TM-2] a link in an email creates a user in the organisation, with the role and signed in', async () => {
    const owner = await rig.signUp();
    const { email, token } = await invite(owner, 'developer');
    const read = await rig.browser().post('/invites/read', { token });
    expect(read.body.data).toEqual({
      email,
      role: 'developer',
      invitedBy: 'Ada Lovelace',
      hasUser: false,
    });
    const browser = rig.browser();
    const { body } = await browser.post('/invites/accept', { token, ...names, password });
    expect(body.data.user).toMatchObject({
      email,
      role: 'developer',
      organizationId: await organizationOf(owner.browser),
    });
    const team = await owner.browser.get('/team');
    expect(team.body.data.members).toEqual([
      expect.objectContaining({ email: owner.email, role: 'owner' }),
      expect.objectContaining({ email, role: 'developer', firstName: 'Grace' }),
    ]);
    expect(team.body.data.invites).toEqual([]);
    const signIn = await rig.browser().post('/auth/login', { email, password });
    expect(signIn.body.data.user.role).toBe('developer');
  });

  it('[TM-2] a token works once, is stored as a hash, and dies with a newer or revoked invitation', async () => {
    const owner = await rig.signUp();
    const { email, token, inviteId } = await invite(owner, 'viewer');
    const rows = await rig.db.selectFrom('invites').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await owner.browser.post(`/team/invites/${inviteId}/resend`)).status).toBe(200);
    const newer = await tokenFor(email, 2);
    const accept = (one: string) =>
      rig.browser().post('/invites/accept', { token: one, ...names, password });
    expect(outcome(await accept(token))).toEqual([400, 'invite_invalid']);
    expect((await owner.browser.delete(`/team/invites/${inviteId}`)).status).toBe(200);
    expect(outcome(await accept(newer))).toEqual([400, 'invite_invalid']);
    const other = await invite(owner, 'viewer');
    const parallel = await Promise.all([accept(other.token), accept(other.token)]);
    expect(parallel.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 400]));
  });

  it('[TM-2] an invitation expires after a week', async () => {
    const owner = await rig.signUp();
    const { token, inviteId } = await invite(owner, 'viewer');
    await rig.db
      .updateTable('invites')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', inviteId)
      .execute();
    const accepted = await rig.browser().post('/invites/accept', { token, ...names, password });
    expect(outcome(accepted)).toEqual([400, 'invite_invalid']);
    const { body } = await owner.browser.get('/team');
    expect(body.data.invites).toEqual([expect.objectContaining({ inviteId, isExpired: true })]);
  });

  it('[TM-2] an invitation rejects members, owners as role and the twenty-first email of an hour', async () => {
    const owner = await rig.signUp();
    const send = (email: string, role = 'viewer') =>
      owner.browser.post('/team/invites', { email, role });
    expect(outcome(await send(owner.email))).toEqual([409, 'conflict']);
    const asOwner = await send(newEmail(), 'owner');
    expect(asOwner.body.details.fields[0].path).toBe('role');
    for (let sent = 1; sent < 20; sent += 1) expect((await send(newEmail())).status).toBe(201);
    expect(outcome(await send(newEmail()))).toEqual([429, 'rate_limited']);
  });

  it('[TM-2] a user with an unused organisation joins with the account that received the link', async () => {
    const owner = await rig.signUp();
    const guest = await rig.signUp();
    const other = await rig.signUp();
    const { token } = await invite(owner, 'admin', guest.email);
    const read = await rig.browser().post('/invites/read', { token });
    expect(read.body.data.hasUser).toBe(true);
    const again = { token, ...names, password };
    expect(outcome(await rig.browser().post('/invites/accept', again))).toEqual([
      409,
      'email_taken',
    ]);
    expect(outcome(await other.browser.post('/invites/join', { token }))).toEqual([
      409,
      'conflict',
    ]);
    const joined = await guest.browser.post('/invites/join', { token });
    expect(joined.body.data.user).toMatchObject({ role: 'admin', email: guest.email });
    expect(await organizationOf(guest.browser)).toBe(await organizationOf(owner.browser));
  });

  it('[TM-2] a user whose organisation has data does not join another one', async () => {
    const owner = await rig.signUp();
    const guest = await rig.signUp();
    const organizationId = await organizationOf(guest.browser);
    await rig.db
      .insertInto('api_keys')
      .values({
        seal_id: absentId,
        organization_id: organizationId,
        name: 'Key',
        key_hash: `hash-${organizationId}`,
        key_sealed: Buffer.from('x'),
        project_id: null,
        monthly_limit: null,
      })
      .execute();
    const { token } = await invite(owner, 'admin', guest.email);
    expect(outcome(await guest.browser.post('/invites/join', { token }))).toEqual([
      409,
      'organization_in_use',
    ]);
    expect(await organizationOf(guest.browser)).toBe(organizationId);
  });
});

describe('members', () => {
  it('[TM-2] a new role holds from the next request', async () => {
    const owner = await rig.signUp();
    const member = await join(owner, 'admin');
    expect((await member.browser.get('/team')).status).toBe(200);
    const send = () => member.browser.post('/team/invites', { email: newEmail(), role: 'viewer' });
    expect((await send()).status).toBe(201);
    const change = await owner.browser.patch(`/team/members/${member.userId}`, { role: 'viewer' });
    expect(change.body.data).toMatchObject({ role: 'viewer', email: member.email });
    const refused = await send();
    expect(outcome(refused)).toEqual([403, 'role_forbidden']);
    expect(refused.body.message).toBe(
      'Your role in this organisation, viewer, does not allow this. Ask an owner or admin of the organisation.',
    );
  });

  it('[TM-2] a removed member is signed out and has an empty organisation afterwards', async () => {
    const owner = await rig.signUp();
    const member = await join(owner, 'developer');
    const organizationId = await organizationOf(owner.browser);
    await insertProject(rig.db, { organization_id: organizationId });
    expect((await owner.browser.delete(`/team/members/${member.userId}`)).status).toBe(200);
    expect((await member.browser.get('/users/profile')).status).toBe(401);
    await rig.mailTo(member.email, /left an organisation/);
    const browser = rig.browser();
    const { body } = await browser.post('/auth/login', { email: member.email, password });
    expect(body.data.user.role).toBeUndefined();
    expect(body.data.user.organizationId).not.toBe(organizationId);
  });

  it('[TM-2] the owner stays until ownership is transferred, and there is always one', async () => {
    const owner = await rig.signUp();
    const member = await join(owner, 'admin');
    expect(outcome(await member.browser.delete(`/team/members/${owner.userId}`))).toEqual([
      409,
      'conflict',
    ]);
    expect(
      outcome(await member.browser.patch(`/team/members/${owner.userId}`, { role: 'viewer' })),
    ).toEqual([409, 'conflict']);
    expect(outcome(await owner.browser.post('/team/leave'))).toEqual([409, 'conflict']);
    expect(outcome(await member.browser.post('/team/owner', { userId: member.userId }))).toEqual([
      403,
      'role_forbidden',
    ]);
    const moved = await owner.browser.post('/team/owner', { userId: member.userId });
    expect(moved.status).toBe(200);
    const { body } = await member.browser.get('/team');
    expect(body.data.members).toEqual([
      expect.objectContaining({ userId: member.userId, role: 'owner' }),
      expect.objectContaining({ userId: owner.userId, role: 'admin' }),
    ]);
    expect((await owner.browser.post('/team/leave')).status).toBe(200);
  });

  it('[TM-2] [TM-1] members and invitations of another organisation do not exist', async () => {
    const owner = await rig.signUp();
    const member = await join(owner, 'developer');
    const { inviteId } = await invite(owner, 'viewer');
    const { browser } = await rig.signUp();
    const calls = [
      browser.patch(`/team/members/${member.userId}`, { role: 'viewer' }),
      browser.delete(`/team/members/${member.userId}`),
      browser.post('/team/owner', { userId: member.userId }),
    ];
    for (const call of calls) expect(outcome(await call)).toEqual([404, 'member_not_found']);
    const invites = [
      browser.delete(`/team/invites/${inviteId}`),
      browser.post(`/team/invites/${inviteId}/resend`),
    ];
    for (const call of invites) expect(outcome(await call)).toEqual([404, 'invite_not_found']);
    const { body } = await owner.browser.get('/team');
    expect([body.data.members.length, body.data.invites.length]).toEqual([2, 1]);
  });
});
