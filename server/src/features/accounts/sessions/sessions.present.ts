import type { SessionRow } from './sessions.store.ts';

/** Converts a session to its wire format, for the signed-in user. */
export function presentSession(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
  };
}
