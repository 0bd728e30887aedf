import type { ScheduleNotice, SchedulePause, ScheduleRunStatus } from '@shotwright/contract';
import type { Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

/** Saved settings that are captured at planned times. */
export interface SchedulesTable {
  id: string;
  organization_id: string;
  user_id: string | null;
  setting_id: number;
  name: string;
  cron: string;
  time_zone: string;
  notify: ScheduleNotice;
  max_diff_ratio: number;
  /** Failed runs in a row. */
  failures: Generated<number>;
  paused_by: SchedulePause | null;
  /** Null while it is paused. */
  next_run_at: Date | null;
  created_at: Timestamp;
}

/** Runs of schedules. */
export interface ScheduleRunsTable {
  id: string;
  schedule_id: string;
  planned_at: Date;
  status: ScheduleRunStatus;
  /** True once its capture was accepted; without a screenshot, the capture was then deleted. */
  is_requested: Generated<boolean>;
  screenshot_id: string | null;
  code: string | null;
  message: string | null;
  /** Screenshot of the last complete run before. */
  previous_id: string | null;
  diff_ratio: number | null;
  is_changed: boolean | null;
  /** True once a daily email has told of it. */
  is_reported: Generated<boolean>;
}
