import type { CdpHandlers } from '../browser/browser.ts';

/** Whether the documents of a page have requests under way, as the browser itself counts them. */
export interface Idleness {
  /** False from the moment a document is parsed until no request of its, scripted ones included, has been under way for 20 ms. */
  readonly isIdle: boolean;
  /** When that was last told; ms on the monotonic clock. */
  readonly idleSinceMs: number;
  readonly handlers: CdpHandlers;
}

/**
 * Follows `networkIdle` of every frame in the page's process; `--network-quiet-timeout` sets its 20 ms. It comes once for
 * each document: what is asked for afterwards has to be heard (see `hearing.ts`).
 */
export function followIdleness(): Idleness {
  const busy = new Set<string>();
  let idleSinceMs = 0;
  return {
    get isIdle() {
      return busy.size === 0;
    },
    get idleSinceMs() {
      return idleSinceMs;
    },
    handlers: {
      'Page.lifecycleEvent': ({ frameId, name }) => {
        if (name === 'DOMContentLoaded') busy.add(frameId);
        if (name !== 'networkIdle' && name !== 'init') return;
        if (busy.delete(frameId)) idleSinceMs = performance.now();
      },
      'Page.frameDetached': ({ frameId }) => {
        busy.delete(frameId);
      },
    },
  };
}
