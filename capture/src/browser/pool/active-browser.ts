import type { EngineLogger } from '../../logger.ts';
import { ignoreErrors, runInBackground } from '../../rejections.ts';
import type { PooledBrowser } from './pooled-browser.ts';

/** Notifications about a started browser. */
export interface ServiceListener {
  onRecycleDue(): void;
  /** `diedEarly` is true if the browser exited so early that its replacement would, too. */
  onRetired(diedEarly: boolean): void;
}

/** The browser that is leased to new captures. */
export interface ActiveBrowser {
  /** Starts a browser if there is none. Rejects if none can be started. */
  getOrStart(): Promise<PooledBrowser>;
  /** Settles, and never rejects, once no start is in progress. */
  settled(): Promise<unknown>;
}

/**
 * Maintains one active browser. A browser due for recycling remains active until its replacement is
 * ready, so that no capture waits for a start.
 */
export function createActiveBrowser(input: {
  readonly start: (listener: ServiceListener) => Promise<PooledBrowser>;
  /** No browser is started after this is aborted. */
  readonly signal: AbortSignal;
  readonly logger: EngineLogger | undefined;
}): ActiveBrowser {
  const { signal, logger } = input;
  let serving: Promise<PooledBrowser> | undefined;
  /** The replacement being started for a browser due for recycling. */
  let successor: Promise<PooledBrowser> | undefined;

  function start(): Promise<PooledBrowser> {
    const started = input.start({
      onRecycleDue: () => runInBackground(succeed()),
      onRetired(diedEarly) {
        if (serving !== started) return;
        serving = undefined;
        if (!diedEarly && !signal.aborted) ignoreErrors([getOrStart()]);
      },
    });
    return started;
  }
  function getOrStart(): Promise<PooledBrowser> {
    if (serving !== undefined) return serving;
    const obtained = (serving = successor ?? start());
    obtained.catch(() => {
      if (serving === obtained) serving = undefined;
    });
    return obtained;
  }
  async function succeed(): Promise<void> {
    if (successor !== undefined || signal.aborted) return;
    const worn = serving;
    successor = start();
    try {
      await successor;
      serving = successor;
      (await worn)?.retire();
    } catch (err) {
      // The old browser remains active and is due again after as many captures.
      logger?.warn({ err }, 'no browser could be started in place of a worn one');
    } finally {
      successor = undefined;
    }
  }
  return { getOrStart, settled: () => Promise.allSettled([serving, successor]) };
}
