import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for schedules. */
export const schedulePaths = {
  createSchedule: { method: 'POST', path: '/schedules' },
  listSchedules: { method: 'GET', path: '/schedules' },
  getSchedule: { method: 'GET', path: '/schedules/{id}' },
  updateSchedule: { method: 'PUT', path: '/schedules/{id}' },
  deleteSchedule: { method: 'DELETE', path: '/schedules/{id}' },
  pauseSchedule: { method: 'POST', path: '/schedules/{id}/pause' },
  resumeSchedule: { method: 'POST', path: '/schedules/{id}/resume' },
  runSchedule: { method: 'POST', path: '/schedules/{id}/run' },
  listScheduleRuns: { method: 'GET', path: '/schedules/{id}/runs' },
  previewSchedule: { method: 'GET', path: '/schedule-preview' },
} as const satisfies PathTable;

/**
 * Statuses of a run. RUNNING: its capture has not ended; COMPLETE: it has an image; FAILED: it was
 * refused or failed; SKIPPED: the run before was still running.
 */
export const scheduleRunStatuses = ['RUNNING', 'COMPLETE', 'FAILED', 'SKIPPED'] as const;
/** One of the {@link scheduleRunStatuses}. */
export type ScheduleRunStatus = (typeof scheduleRunStatuses)[number];

/** Occasions of the email of a schedule. daily: changes and failures of all such schedules, once a day. */
export const scheduleNotices = [
  'never',
  'change',
  'failure',
  'change_or_failure',
  'daily',
] as const;
/** One of the {@link scheduleNotices}. */
export type ScheduleNotice = (typeof scheduleNotices)[number];

/** Reasons for a pause. */
export const schedulePauses = ['user', 'failures'] as const;
/** One of the {@link schedulePauses}. */
export type SchedulePause = (typeof schedulePauses)[number];

/** Limits of schedules. */
export const scheduleLimits = {
  perOrganization: 100,
  cronLength: 100,
  timeZoneLength: 64,
  /** Shortest time between two runs, in minutes: on the Free plan, and on the others. */
  minutes: { free: 60, paid: 5 },
  /** Failed runs in a row after which a schedule is paused. */
  failures: 5,
  /** Future runs that a response lists. */
  nextRuns: 3,
} as const;
