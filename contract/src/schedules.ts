import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { comparisonLimits } from './paths/comparisons/comparisons.ts';
import { textLimits } from './paths/limits.ts';
import {
  scheduleLimits,
  scheduleNotices,
  schedulePaths,
  schedulePauses,
  scheduleRunStatuses,
} from './paths/schedules/schedules.ts';
import {
  nameText,
  pageMetaSchema,
  pageQuery,
  wireId,
  wireInstant,
  wireNumber,
  wireUuid,
} from './wire.ts';

/** A run of a schedule with its capture and the difference from the run before. */
export const scheduleRunSchema = z.object({
  runId: wireUuid,
  plannedAt: wireInstant,
  status: z.enum(scheduleRunStatuses),
  /** Null if the capture was refused, or deleted. */
  screenshotId: wireUuid.nullable(),
  thumbnailUrl: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** Screenshot of the last complete run before; null if there is none, or the images could not be compared. */
  previousScreenshotId: wireUuid.nullable(),
  /** Changed pixels by all pixels, from 0 to 1. */
  diffRatio: z.number().nullable(),
  /** True if the difference is greater than the schedule's tolerance. */
  changed: z.boolean().nullable(),
});

/** A saved setting that is captured at planned times. */
export const scheduleSchema = z.object({
  scheduleId: wireUuid,
  name: z.string(),
  settingId: z.int(),
  settingName: z.string(),
  /** Null for a setting with pasted HTML. */
  url: z.string().nullable(),
  cron: z.string(),
  timezone: z.string(),
  notify: z.enum(scheduleNotices),
  maxDiffRatio: z.number(),
  /** Reason for the pause; null unless it is paused. */
  pausedBy: z.enum(schedulePauses).nullable(),
  /** The next times; none while it is paused. */
  nextRuns: z.array(wireInstant),
  lastRun: scheduleRunSchema.nullable(),
  createdAt: wireInstant,
});

const cron = z
  .string()
  .trim()
  .min(1)
  .max(scheduleLimits.cronLength)
  .describe(
    'Times as a cron expression of five fields (minute, hour, day of the month, month, day of the week), or @hourly, @daily, @weekly or @monthly.',
  );
const timezone = z
  .string()
  .min(1)
  .max(scheduleLimits.timeZoneLength)
  .default('UTC')
  .describe('Time zone of the times, such as Europe/Berlin.');

const body = z.strictObject({
  name: nameText(textLimits.name),
  setting_id: wireId.describe('ID of the saved setting that is captured, as it is at that time.'),
  cron,
  timezone,
  notify: z
    .enum(scheduleNotices, { error: `must be one of ${scheduleNotices.join(', ')}` })
    .default('change')
    .describe(
      'When you get an email: after a change from the run before, after a failure, or daily about both.',
    ),
  max_diff_ratio: wireNumber({ min: 0, max: 1, isInteger: false })
    .default(0)
    .describe(
      `Greatest share of changed pixels, from 0 to 1, that is no change. Pixels count as changed from a difference of colour of ${String(comparisonLimits.threshold.default)}.`,
    ),
});

const tag = 'Schedules';
const params = z.object({ id: wireUuid });
const scheduleResponse = { kind: 'envelope', schema: scheduleSchema } as const;

/** Endpoints for schedules. */
export const scheduleEndpoints = {
  createSchedule: defineEndpoint({
    ...schedulePaths.createSchedule,
    operationId: 'createSchedule',
    summary: 'Capture a saved setting at planned times',
    tag,
    auth: 'session',
    successStatus: 201,
    body,
    response: scheduleResponse,
    errorStatuses: [404, 409],
  }),
  listSchedules: defineEndpoint({
    ...schedulePaths.listSchedules,
    operationId: 'listSchedules',
    summary: 'List schedules with their last run, newest first',
    tag,
    auth: 'session',
    response: { kind: 'envelope', schema: z.object({ schedules: z.array(scheduleSchema) }) },
  }),
  getSchedule: defineEndpoint({
    ...schedulePaths.getSchedule,
    operationId: 'getSchedule',
    summary: 'Read a schedule with its last run',
    tag,
    auth: 'session',
    params,
    response: scheduleResponse,
  }),
  updateSchedule: defineEndpoint({
    ...schedulePaths.updateSchedule,
    operationId: 'updateSchedule',
    summary: 'Replace the values of a schedule',
    tag,
    auth: 'session',
    params,
    body,
    response: scheduleResponse,
  }),
  deleteSchedule: defineEndpoint({
    ...schedulePaths.deleteSchedule,
    operationId: 'deleteSchedule',
    summary: 'Delete a schedule and its list of runs; the screenshots stay',
    tag,
    auth: 'session',
    params,
    response: { kind: 'envelope', schema: z.object({}) },
  }),
  pauseSchedule: defineEndpoint({
    ...schedulePaths.pauseSchedule,
    operationId: 'pauseSchedule',
    summary: 'Pause a schedule',
    tag,
    auth: 'session',
    params,
    response: scheduleResponse,
  }),
  resumeSchedule: defineEndpoint({
    ...schedulePaths.resumeSchedule,
    operationId: 'resumeSchedule',
    summary: 'Resume a paused schedule with its next time',
    tag,
    auth: 'session',
    params,
    response: scheduleResponse,
  }),
  runSchedule: defineEndpoint({
    ...schedulePaths.runSchedule,
    operationId: 'runSchedule',
    summary: 'Run a schedule now, besides its planned times',
    tag,
    auth: 'session',
    successStatus: 202,
    params,
    response: { kind: 'envelope', schema: scheduleRunSchema },
    errorStatuses: [409],
  }),
  listScheduleRuns: defineEndpoint({
    ...schedulePaths.listScheduleRuns,
    operationId: 'listScheduleRuns',
    summary: 'List the runs of a schedule, newest first',
    tag,
    auth: 'session',
    params,
    query: z.strictObject(pageQuery),
    response: {
      kind: 'envelope',
      schema: z.object({ runs: z.array(scheduleRunSchema), meta: pageMetaSchema }),
    },
  }),
  previewSchedule: defineEndpoint({
    ...schedulePaths.previewSchedule,
    operationId: 'previewSchedule',
    summary: 'Check the times of a schedule: the next three',
    tag,
    auth: 'session',
    query: z.strictObject({ cron, timezone }),
    response: { kind: 'envelope', schema: z.object({ nextRuns: z.array(wireInstant) }) },
  }),
} as const;

/** Parsed body of a schedule. */
export type ScheduleRequest = z.output<typeof body>;
/** Type inferred from {@link scheduleSchema}. */
export type Schedule = z.infer<typeof scheduleSchema>;
/** Type inferred from {@link scheduleRunSchema}. */
export type ScheduleRun = z.infer<typeof scheduleRunSchema>;
