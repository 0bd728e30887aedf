import type { Usage } from '@shotwright/contract';

const dayMs = 86_400_000;

/** Usage shares that trigger the warning and the urgent style. Source: acceptance GP-5. */
export const meterThresholds = { near: 0.8, urgent: 0.95 } as const;

/** One bar of the chart, for one UTC day of the cycle; null for days in the future. */
export interface UsageDay {
  readonly date: string;
  readonly credits: number | null;
  readonly captures: number;
}

/** Returns the total credits of the cycle: used and remaining. */
export function creditsInAll(usage: Pick<Usage, 'creditsUsed' | 'creditsAvailable'>): number {
  return Math.max(0, usage.creditsUsed) + Math.max(0, usage.creditsAvailable);
}

/** Returns a share between 0 and 1; a total of zero counts as fully used. */
export function shareOf(used: number, total: number): number {
  return total <= 0 ? 1 : Math.min(1, Math.max(0, used / total));
}

/**
 * Returns the instant when the credits run out at the current rate, or null if they last for the
 * cycle. Units of `now`: ms since 1970.
 */
export function runsOutAt(usage: Usage, now: number = Date.now()): string | null {
  const { creditsForecast, creditsUsed, creditsAvailable } = usage;
  if (creditsForecast === null || creditsAvailable <= 0) return null;
  const forecastRest = creditsForecast - creditsUsed;
  if (forecastRest <= creditsAvailable) return null;
  const remainingMs = Date.parse(usage.cycleEndsAt) - now;
  return new Date(now + (remainingMs * creditsAvailable) / forecastRest).toISOString();
}

/** Returns every day of the cycle; future days are gaps, days without usage are 0. */
export function daysOfCycle(usage: Usage, now: number = Date.now()): UsageDay[] {
  const known = new Map(usage.days.map((day) => [day.date, day]));
  const first = Date.parse(`${usage.cycleStartedAt.slice(0, 10)}T00:00:00Z`);
  const end = Date.parse(usage.cycleEndsAt);
  const count = Math.min(62, Math.max(1, Math.ceil((end - first) / dayMs)));
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(first + index * dayMs).toISOString().slice(0, 10);
    const day = known.get(date);
    const isToCome = first + index * dayMs > now;
    return {
      date,
      credits: day?.credits ?? (isToCome ? null : 0),
      captures: day?.captures ?? 0,
    };
  });
}
