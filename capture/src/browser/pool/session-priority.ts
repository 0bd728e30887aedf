import { writeFileSync } from 'node:fs';

/** Priority of a session that gives way to no other. */
export const normalPriority = 0;
/** Longer than the time for which the kernel rejects the next change by a user without privileges. Unit: ms. */
const retryMs = 150;

/** Changes that the kernel has not accepted yet. */
const retries = new Map<number, NodeJS.Timeout>();

/**
 * Sets the priority of all processes and threads of a session, which the kernel schedules as a group
 * (sched(7), "The autogroup feature"). Without that feature every thread competes by itself.
 */
export function setSessionPriority(sessionId: number, priority: number): void {
  clearTimeout(retries.get(sessionId));
  retries.delete(sessionId);
  try {
    writeFileSync(`/proc/${sessionId}/autogroup`, String(priority));
  } catch (error) {
    // Otherwise the browser has exited, or the kernel has no such groups.
    if (!isTooSoon(error)) return;
    const retry = setTimeout(() => setSessionPriority(sessionId, priority), retryMs).unref();
    retries.set(sessionId, retry);
  }
}

function isTooSoon(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
