import { scheduleLimits } from '@shotwright/contract';
import { Cron } from 'croner';
import { invalidField } from '../../shared/app-error.ts';

/** Times of a schedule: a cron expression in a time zone. */
export interface RunTimes {
  readonly cron: string;
  readonly timeZone: string;
}

/** Runs whose distances are checked; a day of the shortest distance that is allowed. */
const checkedRuns = 300;

/** Returns up to `count` times after a moment, in order. Throws `validation_failed`. */
export function nextTimes(times: RunTimes, after: Date, count: number): Date[] {
  const next = parse(times).nextRuns(count, after);
  if (next.length === 0) throw invalidField('cron', 'must have a date that exists');
  return next;
}

/** Returns the next time after a moment. Throws as {@link nextTimes}. */
export function nextTime(times: RunTimes, after: Date): Date {
  const [next] = nextTimes(times, after, 1);
  if (!next) throw new Error('A schedule has no next time.');
  return next;
}

/** Throws `validation_failed` for times that do not exist, or are closer than `minMinutes`. */
export function requireTimes(
  times: RunTimes,
  { now, minMinutes }: { readonly now: Date; readonly minMinutes: number },
): void {
  const next = nextTimes(times, now, checkedRuns);
  const isTooOften = next.some((time, index) => {
    const before = next[index - 1];
    return before !== undefined && time.getTime() - before.getTime() < minMinutes * 60_000;
  });
  if (!isTooOften) return;
  throw invalidField('cron', `must leave at least ${minMinutes} minutes between two runs`);
}

function parse({ cron, timeZone }: RunTimes): Cron {
  if (!isTimeZone(timeZone)) {
    throw invalidField('timezone', 'must be a time zone such as Europe/Berlin');
  }
  try {
    return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true });
  } catch {
    const examples = '"0 9 * * 1-5" (weekdays at 9:00)';
    throw invalidField('cron', `must be a cron expression of five fields, such as ${examples}`);
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the shortest time between two runs of a plan, in minutes. */
export function minMinutesOf({ isFree }: { readonly isFree: boolean }): number {
  return isFree ? scheduleLimits.minutes.free : scheduleLimits.minutes.paid;
}
