import type { PgBoss } from 'pg-boss';
import type { ScheduledJob } from './job.ts';

/** Replaces all schedules with the given list; jobs that are not on it are unscheduled. */
export async function applySchedules(boss: PgBoss, wanted: readonly ScheduledJob[]): Promise<void> {
  for (const { kind, cron } of wanted) {
    await boss.schedule(kind.name, cron, {}, { tz: 'UTC' });
  }
  const names = new Set(wanted.map((schedule) => schedule.kind.name));
  for (const { name } of await boss.getSchedules()) {
    if (!names.has(name)) await boss.unschedule(name);
  }
}
