import type { OperationRequest, Schedule, ScheduleRun } from '@shotwright/contract';
import { badDate, userTimeZone } from '../../lib/format/format.ts';
import type { scheduleDialogMessages } from '../../lib/messages/captures/schedules.ts';
import { choicesOf, cronOf, defaultChoices, type TimeChoices } from './schedule-times.rules.ts';

/** Values of the dialog. */
export interface ScheduleDraft extends TimeChoices {
  /** Null until it is typed: the name of the setting. */
  readonly name: string | null;
  readonly settingId: number | null;
  readonly timezone: string;
  readonly notify: Schedule['notify'];
  /** Text of a percentage. */
  readonly tolerance: string;
}

/** Body of a request for a schedule. */
export type ScheduleBody = OperationRequest<'createSchedule'>['body'];

/** Field of the dialog that can have an error. */
export type ScheduleField = keyof typeof scheduleDialogMessages.missing;

/** Values of the dialog, and how its fields report changes. */
export interface DraftProps {
  readonly draft: ScheduleDraft;
  readonly errorOf: (field: ScheduleField) => string | undefined;
  readonly onChange: (part: Partial<ScheduleDraft>) => void;
}

/** Time after its planned time for which a running run is polled. Unit: ms. */
const followMs = 15 * 60_000;

/** Returns the values of a schedule, or of a new one of a saved setting. */
export function draftOf(schedule: Schedule | undefined, settingId: number | null): ScheduleDraft {
  if (schedule === undefined) {
    const values = { name: null, notify: 'change', tolerance: '0' } as const;
    return { ...defaultChoices, ...values, settingId, timezone: userTimeZone() };
  }
  return {
    ...choicesOf(schedule.cron),
    name: schedule.name,
    settingId: schedule.settingId,
    timezone: schedule.timezone,
    notify: schedule.notify,
    tolerance: toleranceText(schedule.maxDiffRatio),
  };
}

/** Returns the fields without a valid value. */
export function missingFields(draft: ScheduleDraft, name: string): readonly ScheduleField[] {
  const times = { hour: 'minute', day: 'time', week: 'time', month: 'time', custom: 'cron' };
  const checks = {
    name: name.trim() !== '',
    setting_id: draft.settingId !== null,
    [times[draft.every]]: cronOf(draft) !== null,
    timezone: draft.timezone !== '',
    max_diff_ratio: ratioOf(draft.tolerance) !== undefined,
  } as const;
  const fields = [
    'name',
    'setting_id',
    'cron',
    'minute',
    'time',
    'timezone',
    'max_diff_ratio',
  ] as const;
  return fields.filter((field) => checks[field] === false);
}

/** Returns the request body of a draft; undefined if a value is missing. */
export function scheduleBodyOf(draft: ScheduleDraft, name: string): ScheduleBody | undefined {
  const cron = cronOf(draft);
  const ratio = ratioOf(draft.tolerance);
  const { settingId, timezone, notify } = draft;
  if (missingFields(draft, name).length > 0) return undefined;
  if (cron === null || ratio === undefined || settingId === null) return undefined;
  const values = { cron, timezone, notify, max_diff_ratio: ratio };
  return { name: name.trim(), setting_id: settingId, ...values };
}

/** Returns the ratio of a percentage such as `0.1` or `0,1`; undefined for other text. */
export function ratioOf(text: string): number | undefined {
  const percent = text.trim().replace(',', '.');
  if (!/^(?:\d{1,3}(?:\.\d{0,6})?|\.\d{1,6})$/.test(percent)) return undefined;
  const value = Number(percent);
  // Without the rounding, 0.1 % would be 0.001000…02.
  return value <= 100 ? Number((value / 100).toFixed(8)) : undefined;
}

/** Returns a ratio as the text of a percentage. */
export function toleranceText(ratio: number): string {
  return String(Number((ratio * 100).toFixed(6)));
}

/** True while a run is to be polled; a run that does not end is given up. Unit of `now`: ms. */
export function isFollowed(run: ScheduleRun | null, now: number): boolean {
  return run?.status === 'RUNNING' && now - new Date(run.plannedAt).getTime() < followMs;
}

/** Returns the URL of the comparison of a run with the run before; null if there is none. */
export function comparisonUrl(run: ScheduleRun): string | null {
  const { previousScreenshotId: before, screenshotId: after } = run;
  return before === null || after === null ? null : `/dashboard/compare?a=${before}&b=${after}`;
}

/**
 * Formats an instant as `Mon, Nov 30, 09:00` in a time zone, which is named if it is not that of
 * this browser. Another year is named, too.
 */
export function momentText(value: string, timeZone: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return badDate.single;
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const formatted = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== userTimeZone() && { timeZoneName: 'short' }),
    timeZone,
  });
  return formatted.format(date).replace(/\s/g, ' ');
}
