import { sql } from 'kysely';
import type { AuditAction, AuditTarget } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';

/** An audited action without its actor. */
export interface NewAuditEvent {
  readonly id: string;
  readonly createdAt: Date;
  readonly action: AuditAction;
  readonly network: string;
  readonly userAgent: string;
  readonly targetId: string | null;
  readonly targetName: string | null;
  readonly fileCount: number | null;
}

const insertion = sql`
  insert into audit_events (id, organization_id, created_at, action, actor_kind, actor_id, actor_name, actor_email,
    network, user_agent, target_id, target_name, file_count)`;

const values = (event: NewAuditEvent) => sql`
  ${event.network}, ${event.userAgent}, ${event.targetId}, ${event.targetName}, ${event.fileCount}::int`;
const person = sql`'user', u.id::text, trim(u.first_name || ' ' || u.last_name), u.email`;

/** Inserts an action of a user with the user's present name. */
export async function insertUserEvent(
  db: Db,
  event: NewAuditEvent & { readonly organizationId: string; readonly userId: string },
): Promise<void> {
  await sql`
    ${insertion}
    select ${event.id}::uuid, ${event.organizationId}::uuid, ${event.createdAt}::timestamptz, ${event.action}, ${person},
      ${values(event)}
    from users u where u.id = ${event.userId}`.execute(db);
}

/** Inserts an attempt to sign in as a user; nothing if no user has this email. */
export async function insertSignInAttempt(
  db: Db,
  event: NewAuditEvent & { readonly email: string },
): Promise<void> {
  await sql`
    ${insertion}
    select ${event.id}::uuid, u.organization_id, ${event.createdAt}::timestamptz, ${event.action}, ${person}, ${values(event)}
    from users u where u.email = ${event.email}`.execute(db);
}

/** Inserts an action of an API key with the key's present name. */
export async function insertKeyEvent(
  db: Db,
  event: NewAuditEvent & { readonly organizationId: string; readonly apiKeyId: number },
): Promise<void> {
  await sql`
    ${insertion}
    select ${event.id}::uuid, k.organization_id, ${event.createdAt}::timestamptz, ${event.action}, 'api_key', k.id::text,
      k.name, null, ${values(event)}
    from api_keys k where k.organization_id = ${event.organizationId} and k.id = ${event.apiKeyId}`.execute(
    db,
  );
}

const ofImage = (id: string) => sql<{ name: string }>`
  select f.name from files f where f.screenshot_id = ${id}::uuid and f.kind = 'image'`;

/** Queries for the name of a target; the organisation is their second condition. */
const names: Readonly<Record<AuditTarget, (id: string) => ReturnType<typeof ofImage>>> = {
  apiKey: (id) => sql`select f.name from api_keys f where f.id = ${id}::int`,
  project: (id) => sql`select f.name from projects f where f.id = ${id}::int`,
  setting: (id) => sql`select f.name from saved_settings f where f.id = ${id}::int`,
  webhook: (id) => sql`select f.name from webhooks f where f.id = ${id}::int`,
  destination: (id) => sql`select f.name from destinations f where f.id = ${id}::int`,
  schedule: (id) => sql`select f.name from schedules f where f.id = ${id}::uuid`,
  batch: (id) => sql`select f.name from batches f where f.id = ${id}::uuid`,
  screenshot: ofImage,
  report: (id) => sql`select f.title as name from reports f where f.id = ${id}::uuid`,
  member: (id) => sql`select f.email as name from users f where f.id = ${id}::uuid`,
  invite: (id) => sql`select f.email as name from invites f where f.id = ${id}::uuid`,
  baseline: (id) => sql`
    select f.name from baselines b join files f on f.screenshot_id = b.screenshot_id and f.kind = 'image'
    where b.id = ${id}::uuid`,
};

/** Returns the present name of a target; null if it has none or does not exist. */
export async function findTargetName(
  db: Db,
  input: { readonly organizationId: string; readonly target: AuditTarget; readonly id: string },
): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    ${names[input.target](input.id)} and f.organization_id = ${input.organizationId} limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}

/** An audited action as the list shows it. */
export interface AuditEventRow extends NewAuditEvent {
  readonly actorKind: 'user' | 'api_key';
  readonly actorId: string;
  readonly actorName: string;
  readonly actorEmail: string | null;
}

/** Filter of the list; null: any. `from` and `before` are ids, the first included. */
export interface AuditFilter {
  readonly organizationId: string;
  readonly actions: readonly AuditAction[] | null;
  readonly actor: string | null;
  readonly from: string;
  readonly before: string;
}

/** Actions that match a filter, newest first. */
export async function listAuditEvents(
  db: Db,
  filter: AuditFilter & { readonly limit: number },
): Promise<AuditEventRow[]> {
  const { organizationId, actions, actor, from, before, limit } = filter;
  const { rows } = await sql<AuditEventRow>`
    select id, created_at as "createdAt", action, actor_kind as "actorKind", actor_id as "actorId",
      actor_name as "actorName", actor_email as "actorEmail", network, user_agent as "userAgent",
      target_id as "targetId", target_name as "targetName", file_count as "fileCount"
    from audit_events
    where organization_id = ${organizationId} and id >= ${from}::uuid and id < ${before}::uuid
      and (${actions}::text[] is null or action = any(${actions}::text[]))
      and (${actor}::text is null or strpos(lower(concat_ws(' ', actor_name, actor_email)), ${actor}) > 0)
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Deletes the oldest events before an id; returns their number, at most `limit`. */
export async function removeAuditEventsBefore(
  db: Db,
  input: { readonly before: string; readonly limit: number },
): Promise<number> {
  const result = await sql`
    delete from audit_events where id in (
      select id from audit_events where id < ${input.before}::uuid order by id limit ${input.limit})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
