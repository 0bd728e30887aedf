import { sql } from 'kysely';
import type { MemberRole } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';
import { beyondAnyId } from '../../lib/ids.ts';

/** User of an export, with the organisation. */
export interface ExportOwner {
  readonly userId: string;
  readonly organizationId: string;
}

/** Object of a JSON file, with the names of its fields in the file. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** The user and the organisation, without secrets. */
export interface ExportedAccount {
  readonly profile: ExportedRow & { readonly role: MemberRole };
  readonly organization: ExportedRow;
}

/** Returns the user and the organisation; undefined if the user is not a member of it. */
export async function findExportedAccount(
  db: Db,
  { userId, organizationId }: ExportOwner,
): Promise<ExportedAccount | undefined> {
  const { rows } = await sql<ExportedAccount>`
    select
      json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
        'provider', u.provider, 'role', u.role, 'createdAt', u.created_at, 'timeZone', u.time_zone, 'mutedEmails', u.muted_emails, 'deletionAt', u.deletion_due_at) as profile,
      json_build_object('id', o.id, 'name', o.name, 'plan', o.plan_tier, 'createdAt', o.created_at) as organization
    from users u join organizations o on o.id = u.organization_id
    where u.id = ${userId} and o.id = ${organizationId}`.execute(db);
  return rows[0];
}

/** Projects of the organisation. */
export async function listExportedProjects(db: Db, owner: ExportOwner): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select id, name, created_at as "createdAt" from projects
    where organization_id = ${owner.organizationId} order by id`.execute(db);
  return rows;
}

/** API keys of the organisation, without the keys themselves. */
export async function listExportedKeys(db: Db, owner: ExportOwner): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select id, name, project_id as "projectId", is_test as "isTest", is_active as "isActive", monthly_limit as "monthlyLimit",
      last_used_at as "lastUsedAt", last_used_network as "lastUsedNetwork", last_used_agent as "lastUsedAgent", created_at as "createdAt"
    from api_keys where organization_id = ${owner.organizationId} order by id`.execute(db);
  return rows;
}

/** Saved settings of the organisation, without their secrets. */
export async function listExportedSettings(db: Db, owner: ExportOwner): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select id, name, description, project_id as "projectId", options, created_at as "createdAt"
    from saved_settings where organization_id = ${owner.organizationId} order by id`.execute(db);
  return rows;
}

/** Sessions of the user, ended ones included, newest first. */
export async function listExportedSessions(db: Db, owner: ExportOwner): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
      ended_at as "endedAt"
    from sessions where user_id = ${owner.userId} order by created_at desc, id`.execute(db);
  return rows;
}

/** Passkeys of the user, without their keys, oldest first. */
export async function listExportedPasskeys(db: Db, owner: ExportOwner): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where user_id = ${owner.userId} order by id`.execute(db);
  return rows;
}

/** Part of a list: rows after the one with the ID `after`. */
export interface PageOf<Id> {
  readonly after: Id | undefined;
  readonly limit: number;
}

/** Tickets of the user with their messages, oldest first. */
export async function listExportedTickets(
  db: Db,
  { userId, after, limit }: ExportOwner & PageOf<number>,
): Promise<(ExportedRow & { readonly id: number })[]> {
  const { rows } = await sql<ExportedRow & { readonly id: number }>`
    select t.id, t.title, t.description, t.status, t.created_at as "createdAt", t.closed_at as "closedAt",
      (select count(*)::int from ticket_attachments a where a.ticket_id = t.id) as "imageCount",
      coalesce((
        select json_agg(json_build_object('from', case m.sender when 'author' then 'you' else 'support' end, 'text', m.text,
          'createdAt', m.created_at) order by m.id)
        from ticket_messages m where m.ticket_id = t.id), '[]') as messages
    from tickets t where t.author_id = ${userId} and t.id > ${after ?? 0}
    order by t.id limit ${limit}`.execute(db);
  return rows;
}

/** A capture of the organisation with its image, if one is stored. */
export interface ExportedCapture {
  readonly id: string;
  readonly source: string;
  readonly url: string | null;
  readonly project: string;
  readonly status: string;
  readonly verdict: string | null;
  readonly isTest: boolean;
  readonly credits: number;
  readonly file: string | null;
  readonly contentType: string | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly sizeBytes: number | null;
  readonly options: string;
  readonly failureCode: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Captures of the organisation, newest first. */
export async function listExportedCaptures(
  db: Db,
  { organizationId, after, limit }: ExportOwner & PageOf<string>,
): Promise<ExportedCapture[]> {
  const { rows } = await sql<ExportedCapture>`
    select s.id, s.source, s.url, p.name as project, s.status, s.verdict ->> 'kind' as verdict, s.is_test as "isTest", s.credits,
      f.name as file, f.content_type as "contentType", f.width_px as "widthPx", f.height_px as "heightPx",
      f.size_bytes as "sizeBytes", s.options::text as options, s.failure_code as "failureCode",
      s.created_at as "createdAt", s.finished_at as "finishedAt"
    from (
      select * from screenshots where organization_id = ${organizationId} and id < ${after ?? beyondAnyId}::uuid
      order by id desc limit ${limit}
    ) s join projects p on p.id = s.project_id left join files f on f.screenshot_id = s.id and f.kind = 'image'
    order by s.id desc`.execute(db);
  return rows;
}

/** An action of the user in the audit log. */
export interface ExportedAction {
  readonly id: string;
  readonly createdAt: Date;
  readonly action: string;
  readonly target: string | null;
  readonly network: string;
  readonly userAgent: string;
}

/** Actions of the user in the audit log, newest first. */
export async function listExportedActions(
  db: Db,
  { userId, after, limit }: ExportOwner & PageOf<string>,
): Promise<ExportedAction[]> {
  const { rows } = await sql<ExportedAction>`
    select id, created_at as "createdAt", action, target_name as target, network, user_agent as "userAgent"
    from audit_events where actor_id = ${userId} and id < ${after ?? beyondAnyId}::uuid
    order by id desc limit ${limit}`.execute(db);
  return rows;
}
