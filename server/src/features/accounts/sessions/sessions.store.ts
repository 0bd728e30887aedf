import type { MemberRole } from '@shotwright/contract';
import { sql, type Selectable } from 'kysely';
import type { SessionsTable } from '../../../db/tables/accounts.ts';
import type { Db } from '../../../db/transaction.ts';

/** Days after which a session ends: without use, and in total. */
export const sessionLife = { idleDays: 14, absoluteDays: 60 } as const;

/** A session as shown to its owner. */
export type SessionRow = Pick<
  Selectable<SessionsTable>,
  'id' | 'user_id' | 'organization_id' | 'user_agent' | 'created_at' | 'last_seen_at'
>;

const isLive = sql<boolean>`ended_at is null and expires_at > now()
  and last_seen_at > now() - make_interval(days => ${sessionLife.idleDays})`;
const columns = [
  'id',
  'user_id',
  'organization_id',
  'user_agent',
  'created_at',
  'last_seen_at',
] as const;

/** Inserts a session that expires after {@link sessionLife}. */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    userId: string;
    organizationId: string;
    tokenHash: string;
    companionHash: string;
    userAgent: string;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      organization_id: session.organizationId,
      token_hash: session.tokenHash,
      companion_hash: session.companionHash,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + make_interval(days => ${sessionLife.absoluteDays})`,
    })
    .execute();
}

/**
 * Returns the live session with both secrets and the role of its user; `isStale` if its last use was
 * recorded over five minutes ago.
 */
export function findLiveSession(
  db: Db,
  halves: { tokenHash: string; companionHash: string },
): Promise<(SessionRow & { role: MemberRole; isStale: boolean }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'sessions.user_id')
        .onRef('users.organization_id', '=', 'sessions.organization_id'),
    )
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.organization_id',
      'sessions.user_agent',
      'sessions.created_at',
      'sessions.last_seen_at',
      'users.role',
      sql<boolean>`last_seen_at < now() - interval '5 minutes'`.as('isStale'),
    ])
    .where('token_hash', '=', halves.tokenHash)
    .where('companion_hash', '=', halves.companionHash)
    .where(isLive)
    .executeTakeFirst();
}

/** Records that a session is in use. */
export async function touchSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** True if the session was opened within the last `minutes`. */
export async function isSessionYoung(
  db: Db,
  input: { id: string; userId: string; minutes: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', input.id)
    .where('user_id', '=', input.userId)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${input.minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Live sessions of a user, most recently used first. */
export function listLiveSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(columns)
    .where('user_id', '=', userId)
    .where(isLive)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

const ending = (db: Db) =>
  db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null);

/** Ends the session of a token, without checking the companion token. */
export async function endSessionByTokenHash(db: Db, tokenHash: string): Promise<void> {
  await ending(db).where('token_hash', '=', tokenHash).execute();
}

/** Ends one session of a user. Returns false if it belongs to another user or has ended. */
export async function endSessionOfUser(
  db: Db,
  input: { id: string; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await ending(db)
    .where('id', '=', input.id)
    .where('user_id', '=', input.userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends every session of a user, except `exceptId` if given. */
export async function endSessionsOfUser(
  db: Db,
  input: { userId: string; exceptId?: string },
): Promise<void> {
  await ending(db)
    .where('user_id', '=', input.userId)
    .$if(input.exceptId !== undefined, (query) => query.where('id', '!=', input.exceptId ?? ''))
    .execute();
}

/** Deletes sessions that ended or expired over 30 days ago. */
export async function removeOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`least(ended_at, expires_at) < now() - interval '30 days'`)
    .execute();
}
