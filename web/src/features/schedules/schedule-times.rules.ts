import { scheduleTimeMessages as messages } from '../../lib/messages/captures/schedules.ts';

/** Intervals that the dialog offers. `custom`: a cron expression. */
export const intervals = ['hour', 'day', 'week', 'month', 'custom'] as const;
/** One of the {@link intervals}. */
export type Interval = (typeof intervals)[number];

/** Days of the week in the order of the select; cron values. */
export const weekdays = ['1-5', '1', '2', '3', '4', '5', '6', '0'] as const;
type Weekday = (typeof weekdays)[number];

/** Last day of each month, an extension of cron that the server knows. */
export const lastDay = 'L';

/** Choices that express the times of a schedule; an interval uses only some of them. */
export interface TimeChoices {
  readonly every: Interval;
  /** Text of a minute, from 0 to 59; of `hour`. */
  readonly minute: string;
  /** `09:00`; of `day`, `week` and `month`. */
  readonly time: string;
  readonly weekday: Weekday;
  /** Text of a day from 1 to 31, or {@link lastDay}; of `month`. */
  readonly monthDay: string;
  /** Cron expression; of `custom`. */
  readonly cron: string;
}

/** Choices of a new schedule. */
export const defaultChoices: TimeChoices = {
  every: 'day',
  minute: '0',
  time: '09:00',
  weekday: '1',
  monthDay: '1',
  cron: '0 9 * * *',
};

const presets: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
};

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Returns the cron expression of choices; null if one of them is missing or not valid. */
export function cronOf(choices: TimeChoices): string | null {
  const { every, weekday, monthDay } = choices;
  if (every === 'custom') return choices.cron.trim() || null;
  if (every === 'hour') {
    const minute = numberIn(choices.minute, 0, 59);
    return minute === undefined ? null : `${String(minute)} * * * *`;
  }
  const [hour, minute] = timeParts(choices.time);
  if (hour === undefined || minute === undefined) return null;
  const days = { day: '* * *', week: `* * ${weekday}`, month: `${monthDay} * *` };
  return `${String(minute)} ${String(hour)} ${days[every]}`;
}

/** Returns the choices that express a cron expression; `custom` if the simple ones cannot. */
export function choicesOf(cron: string): TimeChoices {
  const text = cron.trim();
  const custom = { ...defaultChoices, cron: text, every: 'custom' } as const;
  const fields = (presets[text.toLowerCase()] ?? text).split(/\s+/);
  const [minuteText = '', hourText = '', day = '', month, dayOfWeek = ''] = fields;
  const minute = numberIn(minuteText, 0, 59);
  if (fields.length !== 5 || minute === undefined || month !== '*') return custom;
  if ([hourText, day, dayOfWeek].every((field) => field === '*')) {
    return { ...custom, every: 'hour', minute: String(minute) };
  }
  const hour = numberIn(hourText, 0, 23);
  if (hour === undefined) return custom;
  const timed = { ...custom, time: `${twoDigits(hour)}:${twoDigits(minute)}` };
  if (dayOfWeek === '*') {
    if (day === '*') return { ...timed, every: 'day' };
    const monthDay = day.toUpperCase() === lastDay ? lastDay : numberIn(day, 1, 31);
    return monthDay === undefined
      ? custom
      : { ...timed, every: 'month', monthDay: String(monthDay) };
  }
  const weekday = weekdayOf(dayOfWeek);
  return day === '*' && weekday !== undefined ? { ...timed, every: 'week', weekday } : custom;
}

/** Returns the times in words; a cron expression that the simple choices cannot express as it is. */
export function timesText(cron: string): string {
  const { every, minute, time, weekday, monthDay } = choicesOf(cron);
  if (every === 'custom') return cron;
  if (every === 'hour') return messages.hourly(twoDigits(Number(minute)));
  if (every === 'day') return messages.daily(time);
  if (every === 'month') {
    return monthDay === lastDay ? messages.lastDay(time) : messages.monthly(monthDay, time);
  }
  return weekday === '1-5'
    ? messages.workdays(time)
    : messages.weekly(messages.weekdays[weekday], time);
}

/** Returns a time zone as text: `America/New York`. */
export function zoneText(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

function weekdayOf(field: string): Weekday | undefined {
  const text = field.toUpperCase();
  if (text === 'MON-FRI') return '1-5';
  const named = dayNames.indexOf(text);
  const day = named === -1 ? text.replace(/^7$/, '0') : String(named);
  return weekdays.find((one) => one === day);
}

function timeParts(time: string): readonly (number | undefined)[] {
  const [, hour = '', minute = ''] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return [numberIn(hour, 0, 23), numberIn(minute, 0, 59)];
}

function numberIn(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,2}$/.test(text.trim())) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
