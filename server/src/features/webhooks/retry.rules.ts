import { webhookLimits } from '@shotwright/contract';

const minute = 60;
const hour = 60 * minute;

/** Before each attempt, from the attempt before. Units: s. Source: acceptance WH-10. */
const scheduleSeconds: readonly number[] = [
  0,
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const jitterShare = 0.2;
/** However long a receiver asks us to wait. */
const longestWaitSeconds = 24 * hour;

/**
 * How long to wait after `attempts` attempts; undefined: none is left. What the receiver asks for counts where it is
 * longer, up to a day. `random` is from 0 to 1. Units: s.
 */
export function retryDelaySeconds(input: {
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly retryAfterSeconds: number | undefined;
  readonly random: number;
}): number | undefined {
  const { attempts, maxAttempts, retryAfterSeconds = 0, random } = input;
  if (attempts >= maxAttempts) return undefined;
  const planned = scheduleSeconds[Math.min(attempts, webhookLimits.attempts - 1)] ?? 0;
  const jittered = planned * (1 + jitterShare * (2 * random - 1));
  return Math.max(jittered, Math.min(retryAfterSeconds, longestWaitSeconds));
}

/** What a `Retry-After` header asks for, as seconds or as a date; undefined when it cannot be read. Units: s. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Only dates as HTTP writes them: `Date.parse` would read much else.
  if (!/^[A-Z][a-z]{2}, /.test(text) || text.length > 40) return undefined;
  const seconds = (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
