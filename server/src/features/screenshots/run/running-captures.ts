import { isTerminal } from '@shotwright/contract';
import { ignoreErrors } from '../../../lib/run-in-background.ts';
import type { ScreenshotEvents, RunPhase } from '../events/screenshot-events.ts';

/** A capture that this process is working on. Disposing marks the work as finished. */
export interface Work extends Disposable {
  /** Aborted when the capture was ended elsewhere, for example by its owner. */
  readonly signal: AbortSignal;
  /** Records the current phase, and publishes it if the capture is watched. */
  readonly enter: (phase: RunPhase) => void;
}

/**
 * Captures this process is working on. They stop when they end elsewhere; their phases are
 * published to watchers.
 */
export interface RunningCaptures {
  begin(id: string): Work;
}

/** Maximum duration of an event stream, after which a capture counts as unwatched. Units: ms. */
const watchedForMs = 180_000;
const maxWatched = 10_000;

interface RunningEntry {
  readonly ended: AbortController;
  phase?: RunPhase;
  /** Settles when the phases published so far have been sent. */
  published: Promise<unknown>;
}

/** Creates {@link RunningCaptures}. Captures that are not watched cost no message. */
export function createRunningCaptures(
  events: Pick<ScreenshotEvents, 'subscribe' | 'publish'>,
  nowMs: () => number = () => performance.now(),
): RunningCaptures {
  const running = new Map<string, RunningEntry>();
  /** End of watching by capture id, oldest first. */
  const watched = new Map<string, number>();
  const publish = (id: string, capture: RunningEntry | undefined): void => {
    const phase = capture?.phase;
    if (capture === undefined || phase === undefined) return;
    // One after the other: two connections may deliver an older phase after a newer one.
    const send = (): Promise<unknown> => events.publish({ kind: 'phase', id, phase });
    // Best effort; `publish` logs failures.
    capture.published = capture.published.then(send, send);
    ignoreErrors(capture.published);
  };
  const forgetOld = (): void => {
    for (const [id, untilMs] of watched) {
      if (untilMs > nowMs() && watched.size <= maxWatched) return;
      watched.delete(id);
    }
  };
  events.subscribe((message) => {
    if (message.kind === 'ticket' || message.kind === 'credits') return;
    const { id } = message;
    if (message.kind === 'watch') {
      watched.delete(id);
      watched.set(id, nowMs() + watchedForMs);
      forgetOld();
      publish(id, running.get(id));
    }
    if (message.kind === 'status' && isTerminal(message.status)) {
      watched.delete(id);
      running.get(id)?.ended.abort();
    }
  });
  return {
    begin: (id) => {
      const entry: RunningEntry = {
        ended: new AbortController(),
        published: Promise.resolve(),
      };
      running.set(id, entry);
      return {
        signal: entry.ended.signal,
        enter: (phase) => {
          entry.phase = phase;
          if (watched.has(id)) publish(id, entry);
        },
        [Symbol.dispose]: () => {
          if (running.get(id) === entry) running.delete(id);
        },
      };
    },
  };
}
