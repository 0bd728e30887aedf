import { setTimeout as delay } from 'node:timers/promises';
import type { CaptureProgress } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import {
  isEnd,
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
  readonly news: Pick<ScreenshotEvents, 'listen' | 'on' | 'tell'>;
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
  const { db, news, pollMs = 1_500 } = deps;
  return async function* follow({ id, signal, ...scope }) {
    const inbox = openEventBuffer(news, id);
    try {
      await news.listen();
      await news.tell({ kind: 'watch', id });
      let told = '';
      let phase: RunPhase = 'loading';
      while (!signal.aborted) {
        const standing = await findCaptureStatus(db, { ...scope, id });
        if (!standing) return;
        phase = inbox.takePhase() ?? phase;
        const progress = progressOf(standing, phase);
        const { elapsedMs: _, ...state } = progress;
        if (JSON.stringify(state) !== told) yield progress;
        told = JSON.stringify(state);
        if (progress.phase === 'done') return;
        await inbox.wait(pollMs, signal);
      }
    } finally {
      inbox.close();
    }
  };
}

/** The row is authoritative; a published phase only adds detail to a capture in progress. */
function progressOf(standing: CaptureStatus, phase: RunPhase): CaptureProgress {
  const { status, position, elapsedMs } = standing;
  if (isEnd(status)) return { status, phase: 'done', elapsedMs };
  if (status === 'PROCESSING') return { status, phase, elapsedMs };
  return { status, phase: 'queued', elapsedMs, ...(position !== null && { position }) };
}

function openEventBuffer(news: Pick<ScreenshotEvents, 'on'>, id: string) {
  let phase: RunPhase | undefined;
  let arrived = new AbortController();
  const close = news.on((message: ScreenshotEvent) => {
    if (message.id !== id || message.kind === 'watch') return;
    if (message.kind === 'phase') phase = message.phase;
    arrived.abort();
  });
  return {
    close,
    /** Returns the latest phase received since the previous call. */
    takePhase: (): RunPhase | undefined => {
      const taken = phase;
      phase = undefined;
      arrived = new AbortController();
      return taken;
    },
    /** Resolves when a message arrives, the time is over or `signal` is aborted. */
    wait: async (ms: number, signal: AbortSignal): Promise<void> => {
      const any = AbortSignal.any([arrived.signal, signal]);
      await delay(ms, undefined, { signal: any }).catch(() => undefined);
    },
  };
}
