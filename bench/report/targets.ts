import type { QueueLatency } from '../modes/queue-latency.ts';
import type { Comparison } from './ratios.ts';

/** Result of one speed target. */
export interface Verdict {
  readonly isMet: boolean;
  readonly line: string;
}

const MIN_RATE_RATIO: Readonly<Record<string, number>> = { tiny: 0.75, article: 0.85 };
const MAX_EXTRA_P50_MS = 40;
const MAX_EXTRA_CPU_SECONDS = 0.03;
const MAX_BROWSER_PSS_MB = 500;
const MAX_ACCEPT_P95_MS = 25;
const MAX_START_P95_MS = 20;

/** Compares the figures with the speed targets; targets without a measurement are omitted. */
export function judge(
  comparisons: readonly Comparison[],
  queue: QueueLatency | undefined,
): Verdict[] {
  return [
    ...comparisons.flatMap(judgeComparison),
    ...(queue === undefined ? [] : judgeQueue(queue)),
  ];
}

function judgeComparison(comparison: Comparison): Verdict[] {
  const { page, concurrency, rateRatio, extraP50Ms, extraCpuSeconds, ourPssMb } = comparison;
  const minRatio = MIN_RATE_RATIO[page];
  if (minRatio === undefined) return [];
  const what = `${page} c=${concurrency}`;
  const cpu = atMost(
    `${what}: CPU over the floor per shot`,
    extraCpuSeconds,
    MAX_EXTRA_CPU_SECONDS,
  );
  if (concurrency === 1) {
    return [atMost(`${what}: p50 over the floor in ms`, extraP50Ms, MAX_EXTRA_P50_MS), cpu];
  }
  if (concurrency !== 4) return [];
  const isFast = rateRatio >= minRatio;
  return [
    verdict(
      isFast,
      `${what}: shots/s over the floor's: ${figure(rateRatio)}, at least ${minRatio}`,
    ),
    cpu,
    atMost(`${what}: browser tree PSS in MB`, ourPssMb, MAX_BROWSER_PSS_MB),
  ];
}

function judgeQueue({ acceptP95Ms, startP95Ms }: QueueLatency): Verdict[] {
  return [
    atMost('idle: accepting, p95 in ms', acceptP95Ms, MAX_ACCEPT_P95_MS),
    atMost('idle: accepted to started, p95 in ms', startP95Ms, MAX_START_P95_MS),
  ];
}

function atMost(what: string, value: number, limit: number): Verdict {
  return verdict(value <= limit, `${what}: ${figure(value)}, at most ${limit}`);
}

function verdict(isMet: boolean, text: string): Verdict {
  return { isMet, line: `${isMet ? 'met   ' : 'MISSED'} ${text}` };
}

function figure(value: number): string {
  return String(Number(value.toFixed(value < 10 ? 3 : 0)));
}
