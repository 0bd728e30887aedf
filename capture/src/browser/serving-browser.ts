import type { EngineLogger } from '../logger.ts';
import { ignoreErrors, runInBackground } from '../rejections.ts';
import type { PooledBrowser } from './pooled-browser.ts';

/** What is heard of a started browser. */
export interface ServiceListener {
  onWorn(): void;
  /** `isUnsound`: it went so soon that the next would too. */
  onRetired(isUnsound: boolean): void;
}

/** The browser that new captures are given. */
export interface ServingBrowser {
  /** Starts one if there is none. Rejects when none can be started. */
  obtain(): Promise<PooledBrowser>;
  /** Settles, never rejecting, when no start is under way. */
  settled(): Promise<unknown>;
}

/** Keeps one browser in service; a worn one serves until the next one stands, so that no capture waits for a start. */
export function createServingBrowser(input: {
  readonly start: (listener: ServiceListener) => Promise<PooledBrowser>;
  /** Nothing is started any more once it is aborted. */
  readonly signal: AbortSignal;
  readonly logger: EngineLogger | undefined;
}): ServingBrowser {
  const { signal, logger } = input;
  let serving: Promise<PooledBrowser> | undefined;
  /** On its way to take a worn browser's place. */
  let successor: Promise<PooledBrowser> | undefined;

  function start(): Promise<PooledBrowser> {
    const started = input.start({
      onWorn: () => runInBackground(succeed()),
      onRetired(isUnsound) {
        if (serving !== started) return;
        serving = undefined;
        if (!isUnsound && !signal.aborted) ignoreErrors([obtain()]);
      },
    });
    return started;
  }
  function obtain(): Promise<PooledBrowser> {
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
      // It goes on serving, and asks again after as many captures.
      logger?.warn({ err }, 'no browser could be started in place of a worn one');
    } finally {
      successor = undefined;
    }
  }
  return { obtain, settled: () => Promise.allSettled([serving, successor]) };
}
