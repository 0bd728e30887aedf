import type { SessionRow } from './sessions.store.ts';

/** A signed-in device as its owner sees it. */
export function presentSession(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
  };
}
