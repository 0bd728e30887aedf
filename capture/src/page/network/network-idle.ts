import type { CdpHandlers } from '../../browser/browser.ts';

/** State of the requests of a page's documents, as counted by the browser itself. */
export interface NetworkIdle {
  /**
   * False from the time a document is parsed until none of its requests, including those of
   * scripts, has been in progress for 20 ms.
   */
  readonly isIdle: boolean;
  /** Time of the last such report on the monotonic clock. Unit: ms. */
  readonly idleSinceMs: number;
  readonly handlers: CdpHandlers;
}

/**
 * Tracks `networkIdle` of every frame in the page's process; `--network-quiet-timeout` sets the 20
 * ms. The event is sent once per document, so later requests require the network monitor (see
 * `networkMonitor.ts`).
 */
export function trackNetworkIdle(): NetworkIdle {
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
