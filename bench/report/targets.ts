import type { QueueLatency } from '../modes/queue-latency.ts';
import type { Comparison } from './ratios.ts';

/** Result of one speed target. */
export interface TargetResult {
  readonly isMet: boolean;
  readonly line: string;
}

const minRateRatio: Readonly<Record<string, number>> = { tiny: 0.7, article: 0.82 };
const maxExtraP50Ms = 30;
const maxExtraCpuSeconds = 0.03;
const maxBrowserPssMb = 500;
/**
 * Number of captures in flight whose rate is compared with the best one of the baseline, and whose p95
 * with the p50 of a single capture.
 */
const busy = { concurrency: 32, minRateRatio: 0.85, maxP95Ratio: 3 } as const;
/** Numbers of captures in flight whose rate is compared with that of browserless. */
const comparedWithBrowserless: readonly number[] = [4, busy.concurrency];
const minBrowserlessRatio = 3;
const maxAcceptP95Ms = 25;
const maxStartP95Ms = 20;

/** Compares the figures with the speed targets; targets without a measurement are omitted. */
export function evaluateTargets(
  comparisons: readonly Comparison[],
  queue: QueueLatency | undefined,
): TargetResult[] {
  return [
    ...comparisons.flatMap(evaluateComparison),
    ...comparisons.flatMap((one) => evaluateBusy(one, comparisons)),
    ...comparisons.flatMap(evaluateBrowserless),
    ...(queue === undefined ? [] : evaluateQueue(queue)),
  ];
}

function evaluateComparison(comparison: Comparison): TargetResult[] {
  const { page, concurrency, rateRatio, extraP50Ms, extraCpuSeconds, serverPssMb } = comparison;
  const minRatio = minRateRatio[page];
  if (minRatio === undefined) return [];
  const what = `${page} c=${concurrency}`;
  const cpu = atMost(`${what}: CPU over the floor per shot`, extraCpuSeconds, maxExtraCpuSeconds);
  if (concurrency === 1) {
    return [atMost(`${what}: p50 over the floor in ms`, extraP50Ms, maxExtraP50Ms), cpu];
  }
  if (concurrency !== 4) return [];
  return [
    atLeast(`${what}: shots/s over the floor's`, rateRatio, minRatio),
    cpu,
    atMost(`${what}: browser tree PSS in MB`, serverPssMb, maxBrowserPssMb),
  ];
}

function evaluateBusy(
  { page, concurrency, serverRate, serverP95Ms }: Comparison,
  all: readonly Comparison[],
): TargetResult[] {
  const ofPage = all.filter((one) => one.page === page);
  const single = ofPage.find((one) => one.concurrency === 1);
  if (concurrency !== busy.concurrency || single === undefined) return [];
  const what = `${page} c=${concurrency}`;
  const rateRatio = serverRate / Math.max(...ofPage.map(({ floorRate }) => floorRate));
  const p95Ratio = serverP95Ms / single.serverP50Ms;
  return [
    atLeast(`${what}: shots/s over the floor's best`, rateRatio, busy.minRateRatio),
    atMost(`${what}: p95 relative to the p50 of a single capture`, p95Ratio, busy.maxP95Ratio),
  ];
}

function evaluateBrowserless({ page, concurrency, browserlessRatio }: Comparison): TargetResult[] {
  if (browserlessRatio === undefined || !comparedWithBrowserless.includes(concurrency)) return [];
  const what = `${page} c=${concurrency}: shots/s over those of browserless`;
  return [atLeast(what, browserlessRatio, minBrowserlessRatio)];
}

function evaluateQueue({ acceptP95Ms, startP95Ms }: QueueLatency): TargetResult[] {
  return [
    atMost('idle: accepting, p95 in ms', acceptP95Ms, maxAcceptP95Ms),
    atMost('idle: accepted to started, p95 in ms', startP95Ms, maxStartP95Ms),
  ];
}

function atMost(what: string, value: number, limit: number): TargetResult {
  return targetResult(value <= limit, `${what}: ${figure(value)}, at most ${limit}`);
}

function atLeast(what: string, value: number, limit: number): TargetResult {
  return targetResult(value >= limit, `${what}: ${figure(value)}, at least ${limit}`);
}

function targetResult(isMet: boolean, text: string): TargetResult {
  return { isMet, line: `${isMet ? 'met   ' : 'MISSED'} ${text}` };
}

/** Returns the concurrencies to measure: also 1 if one of them is compared with a single capture. */
export function withSingleCapture(concurrencies: readonly number[]): readonly number[] {
  const isCompared = concurrencies.includes(busy.concurrency) && !concurrencies.includes(1);
  return isCompared ? [1, ...concurrencies] : concurrencies;
}

function figure(value: number): string {
  return String(Number(value.toFixed(value < 10 ? 3 : 0)));
}
