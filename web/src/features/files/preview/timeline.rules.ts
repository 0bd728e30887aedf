import type { Screenshot, WaitReport } from '@shotwright/contract';

/** One bar of the timeline. */
export interface TimelineBar {
  readonly reason: WaitReport['waitedFor'][number]['reason'] | 'loading';
  /** Time before the bar and its length, in reality. Unit: ms. */
  readonly startMs: number;
  readonly realMs: number;
  /** Time that passed on the page's clock. Unit: ms. */
  readonly clockMs: number;
}

/** Bars of a timeline and their total length. Unit: ms. */
export interface Timeline {
  readonly bars: readonly TimelineBar[];
  readonly totalMs: number;
}

/** Shorter times are not shown. Unit: ms. */
const shortestMs = 1;

/**
 * Returns the timeline of a capture until its page had come to rest: loading, then each reason to
 * wait, one after the other.
 */
export function timelineOf(waiting: WaitReport, timings: Screenshot['timings']): Timeline {
  const loadMs = timings?.navigateMs ?? 0;
  const spans = [
    { reason: 'loading' as const, realMs: loadMs, clockMs: loadMs },
    ...waiting.waitedFor,
  ].filter(({ realMs, clockMs }) => Math.max(realMs, clockMs) >= shortestMs);
  const bars = spans.map((span, at) => ({
    ...span,
    startMs: spans.slice(0, at).reduce((sum, { realMs }) => sum + realMs, 0),
  }));
  return { bars, totalMs: spans.reduce((sum, { realMs }) => sum + realMs, 0) };
}

/** Formats a time as `420 ms` or `1.25 s`. */
export function durationText(durationMs: number): string {
  return durationMs < 1_000
    ? `${String(Math.round(durationMs))} ms`
    : `${(durationMs / 1_000).toFixed(2)} s`;
}
