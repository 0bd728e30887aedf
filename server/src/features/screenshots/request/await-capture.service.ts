import { isTerminal } from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import type { CompletionWaiters } from '../events/completion-waiter.ts';
import { findScreenshot, hasScreenshotEnded, type ScreenshotRow } from '../screenshots.store.ts';

interface CaptureRef {
  readonly organizationId: string;
  readonly id: string;
}

/** Returns a capture if it has ended; otherwise null. */
export async function findEnded(
  db: Database,
  { organizationId, id }: CaptureRef,
): Promise<ScreenshotRow | null> {
  const row = await findScreenshot(db, { organizationId, id, projectId: null });
  return row && isTerminal(row.status) ? row : null;
}

/**
 * Waits for a capture that was accepted earlier, and may have ended since. Returns null if it does
 * not end in time or was deleted.
 */
export async function awaitCapture(
  {
    db,
    completionWaiters,
  }: { readonly db: Database; readonly completionWaiters: Pick<CompletionWaiters, 'watch'> },
  {
    waitMs,
    signal,
    ...ref
  }: CaptureRef & { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<ScreenshotRow | null> {
  const ended = await findEnded(db, ref);
  if (ended || waitMs === 0) return ended;
  const watch = await completionWaiters.watch(ref.id);
  try {
    const hasEnded = () => hasScreenshotEnded(db, ref);
    if (!(await hasEnded())) await watch.wait({ timeoutMs: waitMs, signal, hasEnded });
    return await findEnded(db, ref);
  } finally {
    watch.close();
  }
}
