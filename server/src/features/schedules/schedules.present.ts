import { scheduleLimits, type Schedule, type ScheduleRun } from '@shotwright/contract';
import type { ImageLinks } from '../screenshots/screenshots.present.ts';
import { nextTimes } from './run-times.rules.ts';
import type { RunRow, ScheduleRow } from './schedules.store.ts';

/** Converts a schedule to its wire format. */
export function presentSchedule(row: ScheduleRow, now: Date, links: ImageLinks): Schedule {
  return {
    scheduleId: row.id,
    name: row.name,
    settingId: row.settingId,
    settingName: row.settingName,
    url: row.url,
    cron: row.cron,
    timezone: row.timeZone,
    notify: row.notify,
    maxDiffRatio: row.maxDiffRatio,
    pausedBy: row.pausedBy,
    nextRuns: row.nextRunAt === null ? [] : isoTimes(row, now),
    lastRun: row.lastRun && presentRun(row.lastRun, links),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Returns the next times of a schedule as text. */
export function isoTimes(times: Pick<ScheduleRow, 'cron' | 'timeZone'>, now: Date): string[] {
  return nextTimes(times, now, scheduleLimits.nextRuns).map((time) => time.toISOString());
}

/** Converts a run to its wire format. */
export function presentRun(row: RunRow, links: ImageLinks): ScheduleRun {
  const { screenshotId, fileName: name } = row;
  const hasImage = screenshotId !== null && name !== null;
  return {
    runId: row.id,
    plannedAt: row.plannedAt.toISOString(),
    status: row.status,
    screenshotId,
    thumbnailUrl: hasImage ? links.thumbnailFor({ id: screenshotId, name }) : null,
    code: row.code,
    message: row.message,
    previousScreenshotId: row.previousId,
    diffRatio: row.diffRatio,
    changed: row.isChanged,
  };
}
