import { webhookLimits } from '@shotwright/contract';

const minute = 60;
const hour = 60 * minute;

/** Delay of each attempt after the previous one. Units: s. Source: acceptance WH-10. */
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
/** Maximum delay a receiver can request. */
const longestWaitSeconds = 24 * hour;

/**
 * Returns the delay after `attempts` attempts, or undefined if none is left. The receiver's
 * requested delay applies if it is longer, up to a day. `random` is from 0 to 1. Units: s.
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

/**
 * Parses a `Retry-After` header, in seconds or as a date. Returns undefined if it cannot be parsed.
 * Units: s.
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Only HTTP dates: `Date.parse` accepts many other formats.
  if (!/^[A-Z][a-z]{2}, /.test(text) || text.length > 40) return undefined;
  const seconds = (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
