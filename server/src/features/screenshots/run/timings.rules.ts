import type { RenderReport } from '@shotwright/capture';
import type { StartedAttempt } from './attempts.store.ts';

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * Times from acceptance to end; time in the engine's queue counts as queue time. Units: ms, one
 * decimal.
 */
export function timingsOf(
  { queueMs }: Pick<StartedAttempt, 'queueMs'>,
  { timings }: RenderReport,
  storeMs: number,
): Record<string, number> {
  return {
    queueMs: rounded(queueMs + timings.queueMs),
    navigateMs: rounded(timings.navigateMs),
    waitMs: rounded(timings.waitMs),
    captureMs: rounded(timings.captureMs),
    storeMs: rounded(storeMs),
    totalMs: rounded(queueMs + timings.totalMs + storeMs),
  };
}
