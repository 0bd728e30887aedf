import { format, isValid, parseISO } from 'date-fns';
import { preferredTimeZone } from './time-zones.ts';

const datePattern = 'MMM dd, yyyy';
const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const sizeUnits = ['KB', 'MB', 'GB'] as const;

// Creating a formatter costs far more than using it, and a list formats hundreds at each keystroke.
const counts = new Intl.NumberFormat('en-US');
const ages = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Texts for dates that cannot be parsed. Source: specification §9. */
export const badDate = { single: 'Invalid date', range: 'Invalid date range' } as const;

/**
 * Formats a size with at most two decimals, base 1024; zero is `0 B`, or `0 Bytes` in the Overview.
 * Source: ruling RL-10.
 */
export function formatSize(sizeBytes: number | null | undefined, zero = '0 B'): string {
  if (sizeBytes === null || sizeBytes === undefined || !(sizeBytes > 0)) return zero;
  if (sizeBytes < 1024) return `${Math.round(sizeBytes)} B`;
  // 1023.999 KB must not be shown as "1024 KB".
  let value = sizeBytes / 1024;
  let unit = 0;
  while (Math.round(value * 100) / 100 >= 1024 && unit < sizeUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Math.round(value * 100) / 100} ${sizeUnits[unit]}`;
}

/** Formats a duration as `2.50s`, or `-` if there is none. Units: seconds. */
export function formatDuration(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined || !Number.isFinite(seconds)
    ? '-'
    : `${seconds.toFixed(2)}s`;
}

/** Formats a whole number with grouping: `12,345`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** Returns a formatted count with its noun in the right number: `1 credit`, `1,200 credits`. */
export function counted(count: string, noun: string): string {
  return `${count} ${noun}${count === '1' ? '' : 's'}`;
}

/** Formats a range of numbers that is not broken at its dash: `0–60`. */
export function formatRange(min: number, max: number): string {
  return `${min}\u2060–\u2060${max}`;
}

/** Formats the remaining credits, never below zero. Source: specification §9. */
export function formatCredits(credits: number): string {
  return formatCount(Math.max(0, Math.floor(credits)));
}

let zone: { readonly name: string; readonly offset: number } | undefined;

/** Returns the time zone that the user has chosen, or else that of this browser; UTC if it is unknown. */
export function userTimeZone(): string {
  return preferredTimeZone() ?? browserTimeZone();
}

/** Returns the time zone of this browser; UTC if it is unknown. */
export function browserTimeZone(): string {
  // Cached as above. A change of the UTC offset, for example while travelling, invalidates it.
  const offset = new Date().getTimezoneOffset();
  if (zone?.offset !== offset) zone = { name: readTimeZone(), offset };
  return zone.name;
}

function readTimeZone(): string {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  } catch {
    return 'UTC';
  }
}

/**
 * Formats a date as `Jan 05, 2025`; instants in `timeZone`, date-only text without a shift (ruling
 * RL-11).
 */
export function formatDate(value: string, timeZone: string = userTimeZone()): string {
  const date = calendarDate(value, timeZone);
  return date === undefined ? badDate.single : format(date, datePattern);
}

/** Formats a range as `Jan 05 - Feb 05, 2025`, or with both years if they differ. */
export function formatDateRange(
  start: string,
  end: string,
  timeZone: string = userTimeZone(),
): string {
  const from = calendarDate(start, timeZone);
  const to = calendarDate(end, timeZone);
  if (from === undefined || to === undefined) return badDate.range;
  const left = from.getFullYear() === to.getFullYear() ? 'MMM dd' : datePattern;
  return `${format(from, left)} - ${format(to, datePattern)}`;
}

/** Formats a ticket's date as `Jan 05, 2025, 03:04 PM`. */
export function formatTicketDate(value: string, timeZone: string = userTimeZone()): string {
  const date = new Date(value);
  if (!isValid(date)) return badDate.single;
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
    timeZone,
  })
    .format(date)
    .replace(/\s/g, ' ');
}

/** Formats an instant as `15:04:05`, or as `Jan 05, 15:04:05` if it was not today. */
export function formatSecond(value: string, timeZone: string = userTimeZone()): string {
  const date = new Date(value);
  if (!isValid(date)) return badDate.single;
  const isToday = formatDate(value, timeZone) === formatDate(new Date().toISOString(), timeZone);
  return new Intl.DateTimeFormat('en-US', {
    ...(!isToday && { month: 'short', day: '2-digit' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
    .format(date)
    .replace(/\s/g, ' ');
}

const ageUnits = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * Formats the time until an instant, in the largest unit of which there are two: `in 38 hours`,
 * `in 3 days`. Units of `now`: ms since 1970.
 */
export function formatAhead(value: string, now: number = Date.now()): string {
  const seconds = Math.round((new Date(value).getTime() - now) / 1000);
  if (!(seconds > 0)) return formatAge(value, now);
  const [unit, size] = ageUnits.find(([, of]) => seconds >= 2 * of) ?? (['second', 1] as const);
  return ages.format(Math.round(seconds / size), unit);
}

/** Formats the age of an instant: `3 minutes ago`. Units of `now`: ms since 1970. */
export function formatAge(value: string, now: number = Date.now()): string {
  const seconds = Math.round((new Date(value).getTime() - now) / 1000);
  if (!Number.isFinite(seconds)) return badDate.single;
  for (const [unit, size] of ageUnits) {
    if (Math.abs(seconds) >= size) return ages.format(Math.trunc(seconds / size), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : ages.format(seconds, 'second');
}

/** Masks a key with one dot per character, at most 40. */
export function maskKey(key: string): string {
  return '•'.repeat(Math.min(40, Array.from(key).length));
}

/** Truncates text at `max` characters, with `...` only if it was truncated. */
export function truncate(value: string, max: number): string {
  const characters = Array.from(value);
  return characters.length <= max ? value : `${characters.slice(0, max).join('')}...`;
}

/**
 * Shortens text to at most `max` characters, preserving both ends:
 * `https://example.com/…/page.html`.
 */
export function truncateMiddle(value: string, max: number): string {
  const characters = Array.from(value);
  if (characters.length <= max) return value;
  const tail = Math.floor((max - 1) / 3);
  const head = max - 1 - tail;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}

/** Returns the last 8 characters of a checkout session's ID. */
export function transactionId(sessionId: string): string {
  return sessionId.slice(-8);
}

/** Formats a status for a badge: `IN_PROGRESS` → `IN PROGRESS`. */
export function formatStatus(status: string): string {
  return status.replaceAll('_', ' ');
}

/** Splits a name at its first space into first and last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const trimmed = name.trim();
  const at = trimmed.search(/\s/);
  if (at === -1) return { firstName: trimmed, lastName: '' };
  return { firstName: trimmed.slice(0, at), lastName: trimmed.slice(at).trim() };
}

function calendarDate(value: string, timeZone: string): Date | undefined {
  const date = parseISO(value);
  if (!isValid(date)) return undefined;
  if (dateOnly.test(value)) return date;
  const parts = new Map(
    calendarOf(timeZone)
      .formatToParts(date)
      .map((part) => [part.type, Number(part.value)] as const),
  );
  return new Date(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1);
}

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const calendar = new Intl.DateTimeFormat('en-US', { ...day, timeZone });
  calendars.set(timeZone, calendar);
  return calendar;
}
