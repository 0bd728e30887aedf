import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineLogger } from '../../logger.ts';
import type { BrowserIdentity } from '../browser-identity.ts';
import type { Isolation } from '../isolation/isolated-command.ts';
import { launchBrowser, type LaunchedBrowser } from '../launch-browser.ts';
import { resolveExecutable } from '../resolve-executable.ts';

/** Delays before the second, third and fourth attempt to start a browser. Unit: ms. */
const startBackoffMs = [200, 1_000, 3_000];

/** Options for finding and sandboxing a browser. */
export interface StartOptions {
  /** Path of the browser executable. Default: the best one found. */
  readonly browserPath?: string;
  /** `off` only where the host itself confines the browser. Default: `on`. */
  readonly sandbox?: 'on' | 'off';
  readonly identity?: BrowserIdentity;
  /** Default: `off`. */
  readonly isolation?: Isolation;
  /** Nice value of the processes of the browser, from 0 to 19. Default: that of this process. */
  readonly priority?: number;
  readonly logger?: EngineLogger;
}

/** Starts a browser. Rejects with the error of the last attempt, or with the signal's reason. */
export async function startBrowser(
  {
    browserPath = '',
    sandbox = 'on',
    isolation = 'off',
    logger,
    identity,
    priority = 0,
  }: StartOptions,
  signal: AbortSignal,
): Promise<LaunchedBrowser> {
  const found = await resolveExecutable(browserPath);
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await launchBrowser({
        found,
        sandbox,
        isolation,
        priority,
        signal,
        ...(identity && { identity }),
      });
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = startBackoffMs[attempt];
      if (waitMs === undefined) throw error;
      logger?.warn({ err: error, attempt }, 'browser did not start; trying again');
      await sleep(waitMs, undefined, { signal });
    }
  }
}
