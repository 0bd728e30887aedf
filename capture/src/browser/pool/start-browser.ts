import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineLogger } from '../../logger.ts';
import {
  launchBrowser,
  type LaunchedBrowser,
  type LaunchOptions,
  type StartingBrowsers,
} from '../launch-browser.ts';
import { resolveExecutable } from '../resolve-executable.ts';

/** Delays before the second, third and fourth attempt to start a browser. Unit: ms. */
const startBackoffMs = [200, 1_000, 3_000];

/** Options for finding and sandboxing a browser. */
export interface StartOptions extends Pick<LaunchOptions, 'identity' | 'isolation' | 'priority'> {
  /** Path of the browser executable. Default: the best one found. */
  readonly browserPath?: string;
  /** `off` only where the host itself confines the browser. Default: `on`. */
  readonly sandbox?: 'on' | 'off';
  readonly logger?: EngineLogger;
}

/** Starts a browser. Rejects with the error of the last attempt, or with the signal's reason. */
export async function startBrowser(
  { browserPath = '', sandbox = 'on', logger, ...others }: StartOptions,
  starting: StartingBrowsers,
  signal: AbortSignal,
): Promise<LaunchedBrowser> {
  const found = await resolveExecutable(browserPath);
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await launchBrowser({ ...others, found, sandbox, starting, signal });
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = startBackoffMs[attempt];
      if (waitMs === undefined) throw error;
      logger?.warn({ err: error, attempt }, 'browser did not start; trying again');
      await sleep(waitMs, undefined, { signal });
    }
  }
}
