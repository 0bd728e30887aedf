import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../measure/statistics.ts';

/** Maximum time that the service may be unavailable after a kill. Unit: ms. */
const maxReadyMs = 15_000;
const readyTimeoutMs = 60_000;
const pollIntervalMs = 20;

/** Polls until the service is ready; returns the elapsed time. Rejects after a minute. */
export async function untilReady(isReady: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await isReady())) {
    if (performance.now() - startedAt > readyTimeoutMs)
      throw new Error('not ready within a minute');
    await sleep(pollIntervalMs);
  }
  return performance.now() - startedAt;
}

/**
 * Prints the distribution of the times to readiness beside the machine's load. Returns one violation if
 * some were above the limit, because a line for each would hide lost captures.
 */
export function reportReadiness(what: string, timesMs: readonly number[]): string[] {
  const [fastest, half, most, slowest] = [0, 0.5, 0.95, 1].map((share) =>
    Math.round(quantile(timesMs, share)),
  );
  const load = loadavg()[1]?.toFixed(1);
  process.stdout.write(
    `${timesMs.length} ${what}: ready again after ${fastest} ms at best, p50 ${half} ms, p95 ${most} ms, ${slowest} ms at worst (load ${load} on ${availableParallelism()} cores)\n`,
  );
  const late = timesMs.filter((ms) => ms > maxReadyMs).length;
  return late === 0
    ? []
    : [
        `${late} of ${timesMs.length} ${what}: the service was away longer than ${maxReadyMs / 1000} s`,
      ];
}
