import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { sha256 } from '../../lib/crypto.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function eventsOf(owner: TestSession): Promise<string[][]> {
  const { events } = await readJson(await owner.call('GET', '/audit-events?group=members'));
  return events.map((event: { action: string; actor: { email: string }; targetName: string }) => [
    event.action,
    event.actor.email,
    event.targetName,
  ]);
}

/** Lets a user with an account join as a developer. */
async function join(owner: TestSession, guest: TestSession): Promise<void> {
  const token = randomUUID();
  await sql`
    insert into invites (id, organization_id, email, role, token_hash, expires_at)
    values (${randomUUID()}, ${owner.organizationId}, ${guest.email}, 'developer',
      ${sha256(token)}, now() + interval '1 day')`.execute(app.db);
  expect((await guest.call('POST', '/invites/join', { token })).status).toBe(200);
}

test('[TM-3] invitations are listed with the email', async () => {
  const owner = await app.session();
  const email = `invitee-${randomUUID()}@example.com`;
  const body = { email, role: 'viewer' };
  const { inviteId } = await readJson(await owner.call('POST', '/team/invites', body));
  await owner.call('POST', `/team/invites/${inviteId}/resend`);
  await owner.call('DELETE', `/team/invites/${inviteId}`);
  expect(await eventsOf(owner)).toEqual([
    ['invite.revoked', owner.email, email],
    ['member.invited', owner.email, email],
    ['member.invited', owner.email, email],
  ]);
});

test('[TM-3] a member who joins, changes and is removed is listed in the joined organisation', async () => {
  const owner = await app.session();
  const guest = await app.session();
  await join(owner, guest);
  const member = `/team/members/${guest.userId}`;
  await owner.call('PATCH', member, { role: 'admin' });
  await owner.call('DELETE', member);
  expect(await eventsOf(owner)).toEqual([
    ['member.removed', owner.email, guest.email],
    ['member.role_changed', owner.email, guest.email],
    ['member.joined', guest.email, null],
  ]);
});

test('[TM-3] a new owner and a member who leaves are listed in the organisation', async () => {
  const first = await app.session();
  const second = await app.session();
  await join(first, second);
  await first.call('POST', '/team/owner', { userId: second.userId });
  const { organizationId } = first;
  expect((await first.call('POST', '/team/leave')).status).toBe(200);
  const { rows } = await sql<{ action: string; email: string; name: string | null }>`
    select action, actor_email as email, target_name as name from audit_events
    where organization_id = ${organizationId} and action in ('member.left', 'ownership.transferred')
    order by id desc`.execute(app.db);
  expect(rows).toEqual([
    { action: 'member.left', email: first.email, name: null },
    { action: 'ownership.transferred', email: first.email, name: second.email },
  ]);
});

test('[TM-2] [TM-3] a developer does not read the audit log', async () => {
  const owner = await app.session();
  const guest = await app.session();
  const { organizationId: id } = owner;
  await sql`update users set organization_id = ${id}, role = 'developer' where id = ${guest.userId}`.execute(
    app.db,
  );
  await sql`update sessions set organization_id = ${id} where user_id = ${guest.userId}`.execute(
    app.db,
  );
  for (const path of ['/audit-events', '/audit-events.csv'])
    expect((await guest.call('GET', path)).status).toBe(403);
});
