import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../measure/statistics.ts';

/** Longer than this no kill may keep the service away. Units: ms. */
export const READY_WITHIN_MS = 15_000;
const GIVE_UP_MS = 60_000;
const LOOK_AGAIN_MS = 20;

/** Asks again and again until the service is ready; gives how long that took. Rejects after a minute. */
export async function untilReady(isReady: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await isReady())) {
    if (performance.now() - startedAt > GIVE_UP_MS) throw new Error('not ready within a minute');
    await sleep(LOOK_AGAIN_MS);
  }
  return performance.now() - startedAt;
}

/** Prints the distribution of the times to readiness, and gives those that were too long as faults. */
export function reportReadiness(what: string, timesMs: readonly number[]): string[] {
  const [fastest, half, most, slowest] = [0, 0.5, 0.95, 1].map((share) =>
    Math.round(quantile(timesMs, share)),
  );
  process.stdout.write(
    `${timesMs.length} ${what}: ready again after ${fastest} ms at best, p50 ${half} ms, p95 ${most} ms, ${slowest} ms at worst\n`,
  );
  return timesMs
    .filter((ms) => ms > READY_WITHIN_MS)
    .map((ms) => `ready again only after ${Math.round(ms)} ms`);
}
