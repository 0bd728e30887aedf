import { setTimeout as sleep } from 'node:timers/promises';

import { watchNpm } from './child.mjs';

/**
 * Exit code of a server that could not start, for example because of its configuration
 * (server/src/shutdown.ts).
 */
const startFailureCode = 1;
/**
 * Delays before a restart; the delay doubles from the first to the longest, and a server that ran
 * long enough resets it.
 */
const defaultTimes = { firstWaitMs: 1_000, longestWaitMs: 30_000, stableAfterMs: 60_000 };

/**
 * Runs a server until it exits gracefully, cannot start, or this process gets SIGINT or SIGTERM;
 * restarts it after a crash. Each restart prints one line to stderr.
 *
 * @param {() => Promise<number>} run runs the server to its end and returns the exit code (128 +
 * signal number after a signal); forwards signals itself
 * @param {typeof defaultTimes} [times] shorter ones are for tests
 * @returns {Promise<number>} the last exit code; 0 if a signal ended the delay before a restart
 */
export async function keepRunning(run, times = defaultTimes) {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const stopWatching = watchNpm(stop);
  try {
    return await runUntilStopped(run, times, stopping.signal);
  } finally {
    stopWatching();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

async function runUntilStopped(run, { firstWaitMs, longestWaitMs, stableAfterMs }, signal) {
  let hasCrashed = false;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, 2 * waitMs)) {
    const startedAt = performance.now();
    const code = await run();
    const isFinal = code === 0 || (code === startFailureCode && !hasCrashed);
    if (isFinal || signal.aborted) return code;
    hasCrashed = true;
    if (performance.now() - startedAt >= stableAfterMs) waitMs = firstWaitMs;
    process.stderr.write(
      `The server ended unexpectedly (exit code ${code}). It starts again in ${waitMs / 1000} s.\n`,
    );
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return 0;
  }
}
