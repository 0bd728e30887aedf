import { plans, type Usage } from '@shotwright/contract';
import type { CycleRow, SpentRow } from './usage.store.ts';

const dayMs = 86_400_000;

/** Converts the cycle and its spending to the wire format of the Usage screen. */
export function presentUsage(cycle: CycleRow, spent: readonly SpentRow[]): Usage {
  const creditsUsed = Math.max(0, cycle.cycleCredits - cycle.available);
  const parts = (by: SpentRow['by'], unnamed: (row: SpentRow) => string) =>
    spent
      .filter((row) => row.by === by)
      .map((row) => ({
        id: row.id,
        name: row.name ?? unnamed(row),
        credits: row.credits,
        captures: row.captures,
      }));
  return {
    cycleStartedAt: cycle.cycleStartedAt.toISOString(),
    cycleEndsAt: cycle.cycleEndsAt.toISOString(),
    creditsGranted: creditsUsed + cycle.available,
    creditsUsed,
    creditsAvailable: cycle.available,
    creditsLasting: cycle.lasting,
    creditsForecast: forecastOf(cycle, creditsUsed),
    unusedCredits: plans.find((plan) => plan.tier === cycle.tier)?.unusedCredits ?? 'expire',
    storageUsed: cycle.storageUsedBytes,
    storageLimit: cycle.storageLimitBytes,
    days: daysOf(cycle, spent),
    projects: parts('project', () => 'Deleted captures'),
    apiKeys: parts('key', (row) => (row.id === null ? 'Dashboard' : 'Deleted key')),
  };
}

/**
 * Credits that the whole cycle will have used at the current rate; null on its first day, when the
 * rate is not meaningful.
 */
function forecastOf(cycle: CycleRow, creditsUsed: number): number | null {
  const start = cycle.cycleStartedAt.getTime();
  const passedMs = cycle.now.getTime() - start;
  if (passedMs < dayMs) return null;
  const wholeMs = cycle.cycleEndsAt.getTime() - start;
  return Math.round(creditsUsed * Math.max(1, wholeMs / passedMs));
}

function daysOf(cycle: CycleRow, spent: readonly SpentRow[]): Usage['days'] {
  const days: Usage['days'] = [];
  const last = dateOf(cycle.now);
  for (let day = new Date(dateOf(cycle.cycleStartedAt)); dateOf(day) <= last;) {
    days.push({ date: dateOf(day), credits: 0, captures: 0 });
    day = new Date(day.getTime() + dayMs);
  }
  for (const row of spent.filter(({ by }) => by === 'day')) {
    const day = dayOf(days, row.date);
    if (day === undefined) continue;
    day.credits += row.credits;
    day.captures += row.captures;
  }
  return days;
}

/**
 * Returns the day of a date, or the day next to it: a cycle that starts at midnight can contain a
 * capture that was requested just before. The days then add up to the same sum as the projects.
 */
function dayOf(days: Usage['days'], date: string | null): Usage['days'][number] | undefined {
  const first = days[0];
  return first !== undefined && (date ?? '') <= first.date
    ? first
    : (days.find((day) => day.date === date) ?? days.at(-1));
}

const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10);
