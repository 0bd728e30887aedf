import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type CaptureProgress } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import {
  type ScreenshotEvent,
  type ScreenshotEvents,
  type RunPhase,
} from './events/screenshot-events.ts';
import {
  findCaptureStatus,
  type ScreenshotScope,
  type CaptureStatus,
} from './screenshots.store.ts';

interface FollowDependencies {
  readonly db: Database;
  readonly events: Pick<ScreenshotEvents, 'listen' | 'subscribe' | 'publish'>;
  /** Interval of polling the row, for queue positions and lost notifications; default 1.5 s. */
  readonly pollMs?: number;
}

/** Capture to follow, and the signal that ends following it. */
export interface Following extends ScreenshotScope {
  readonly id: string;
  readonly signal: AbortSignal;
}

/**
 * Yields the progress of a capture, immediately and on every change. Returns after `done`, when the
 * capture is deleted, or when the signal is aborted.
 */
export type FollowScreenshot = (following: Following) => AsyncGenerator<CaptureProgress>;

/** Creates a {@link FollowScreenshot} that combines notifications with polling. */
export function createFollowScreenshot(deps: FollowDependencies): FollowScreenshot {
  const { db, events, pollMs = 1_500 } = deps;
  return async function* follow({ id, signal, ...scope }) {
    const updates = followEvents(events, id);
    try {
      await events.listen();
      await events.publish({ kind: 'watch', id });
      let lastSent = '';
      let phase: RunPhase = 'loading';
      while (!signal.aborted) {
        const current = await findCaptureStatus(db, { ...scope, id });
        if (!current) return;
        phase = updates.takePhase() ?? phase;
        const progress = progressOf(current, phase);
        const { elapsedMs: _, ...state } = progress;
        if (JSON.stringify(state) !== lastSent) yield progress;
        lastSent = JSON.stringify(state);
        if (progress.phase === 'done') return;
        await updates.wait(pollMs, signal);
      }
    } finally {
      updates.close();
    }
  };
}

/** The row is authoritative; a published phase only adds detail to a capture in progress. */
function progressOf(current: CaptureStatus, phase: RunPhase): CaptureProgress {
  const { status, position, elapsedMs } = current;
  if (isTerminal(status)) return { status, phase: 'done', elapsedMs };
  if (status === 'PROCESSING') return { status, phase, elapsedMs };
  return { status, phase: 'queued', elapsedMs, ...(position !== null && { position }) };
}

function followEvents(events: Pick<ScreenshotEvents, 'subscribe'>, id: string) {
  let phase: RunPhase | undefined;
  let received = new AbortController();
  const close = events.subscribe((message: ScreenshotEvent) => {
    if (message.kind !== 'status' && message.kind !== 'phase') return;
    if (message.id !== id) return;
    if (message.kind === 'phase') phase = message.phase;
    received.abort();
  });
  return {
    close,
    /** Returns the latest phase received since the previous call. */
    takePhase: (): RunPhase | undefined => {
      const taken = phase;
      phase = undefined;
      received = new AbortController();
      return taken;
    },
    /** Resolves when a message arrives, the time is over or `signal` is aborted. */
    wait: async (ms: number, signal: AbortSignal): Promise<void> => {
      const any = AbortSignal.any([received.signal, signal]);
      await sleep(ms, undefined, { signal: any }).catch(() => undefined);
    },
  };
}
