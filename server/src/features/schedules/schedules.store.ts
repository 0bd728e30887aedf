import type { ScheduleNotice, SchedulePause, ScheduleRunStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** A run with the file of its capture. */
export interface RunRow {
  readonly id: string;
  readonly plannedAt: Date;
  readonly status: ScheduleRunStatus;
  readonly screenshotId: string | null;
  /** Null unless the capture has a stored file. */
  readonly fileName: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly previousId: string | null;
  readonly diffRatio: number | null;
  readonly isChanged: boolean | null;
}

/** A schedule with its setting and its last run. */
export interface ScheduleRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly settingId: number;
  readonly settingName: string;
  readonly url: string | null;
  readonly cron: string;
  readonly timeZone: string;
  readonly notify: ScheduleNotice;
  readonly maxDiffRatio: number;
  readonly pausedBy: SchedulePause | null;
  readonly nextRunAt: Date | null;
  readonly createdAt: Date;
  readonly lastRun: RunRow | null;
}

/** Values of a schedule that a user chooses. */
export interface ScheduleValues {
  readonly name: string;
  readonly settingId: number;
  readonly cron: string;
  readonly timeZone: string;
  readonly notify: ScheduleNotice;
  readonly maxDiffRatio: number;
}

interface ScheduleRef {
  readonly organizationId: string;
  readonly id: string;
}

const runColumns = sql`
  r.id, r.planned_at as "plannedAt", r.status, r.screenshot_id as "screenshotId", f.name as "fileName", r.code, r.message,
  r.previous_id as "previousId", r.diff_ratio as "diffRatio", r.is_changed as "isChanged"`;

const runTables = sql`
  schedule_runs r left join files f on f.screenshot_id = r.screenshot_id and f.kind = 'image'`;

type FlatSchedule = Omit<ScheduleRow, 'lastRun'> & { readonly lastRunId: string | null };

/** Returns the schedules of an organisation, newest first; `id` narrows to one. */
export async function listSchedules(
  db: Db,
  { organizationId, id = null }: { readonly organizationId: string; readonly id?: string | null },
): Promise<ScheduleRow[]> {
  const { rows } = await sql<FlatSchedule>`
    select s.id, s.organization_id as "organizationId", s.name, s.setting_id as "settingId", t.name as "settingName",
      t.options ->> 'url' as url, s.cron, s.time_zone as "timeZone", s.notify, s.max_diff_ratio as "maxDiffRatio",
      s.paused_by as "pausedBy", s.next_run_at as "nextRunAt", s.created_at as "createdAt",
      (select r.id from schedule_runs r where r.schedule_id = s.id order by r.planned_at desc limit 1) as "lastRunId"
    from schedules s join saved_settings t on t.id = s.setting_id
    where s.organization_id = ${organizationId} and (${id}::uuid is null or s.id = ${id}::uuid)
    order by s.id desc`.execute(db);
  const lastIds = rows.flatMap(({ lastRunId }) => lastRunId ?? []);
  const runs = await sql<RunRow>`
    select ${runColumns} from ${runTables} where r.id = any(${lastIds}::uuid[])`.execute(db);
  const byId = new Map(runs.rows.map((run) => [run.id, run]));
  return rows.map(({ lastRunId, ...row }) => ({
    ...row,
    lastRun: (lastRunId !== null && byId.get(lastRunId)) || null,
  }));
}

/** Inserts a schedule. Returns false if its setting does not exist. */
export async function insertSchedule(
  tx: Tx,
  input: ScheduleRef & ScheduleValues & { readonly userId: string; readonly nextRunAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into schedules (id, organization_id, user_id, setting_id, name, cron, time_zone, notify, max_diff_ratio, next_run_at)
    select ${input.id}, t.organization_id, ${input.userId}, t.id, ${input.name}, ${input.cron}, ${input.timeZone}, ${input.notify},
      ${input.maxDiffRatio}, ${input.nextRunAt}
    from saved_settings t where t.id = ${input.settingId} and t.organization_id = ${input.organizationId}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Replaces the values of a schedule; a paused one stays paused. Returns false if it or the setting does not exist. */
export async function updateSchedule(
  db: Db,
  input: ScheduleRef & ScheduleValues & { readonly nextRunAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update schedules s set setting_id = t.id, name = ${input.name}, cron = ${input.cron}, time_zone = ${input.timeZone},
      notify = ${input.notify}, max_diff_ratio = ${input.maxDiffRatio}, failures = 0,
      next_run_at = case when s.paused_by is null then ${input.nextRunAt}::timestamptz end
    from saved_settings t
    where s.id = ${input.id} and s.organization_id = ${input.organizationId}
      and t.id = ${input.settingId} and t.organization_id = ${input.organizationId}
    returning s.id`.execute(db);
  return rows.length > 0;
}

/** Deletes a schedule. Returns false if it does not exist. */
export async function deleteSchedule(
  db: Db,
  { organizationId, id }: ScheduleRef,
): Promise<boolean> {
  const { rows } = await sql`
    delete from schedules where id = ${id} and organization_id = ${organizationId} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Pauses a schedule, or resumes it with its next time. Returns false if it does not exist. */
export async function setPause(
  db: Db,
  input: ScheduleRef &
    (
      | { readonly pausedBy: SchedulePause; readonly nextRunAt: null }
      | { readonly pausedBy: null; readonly nextRunAt: Date }
    ),
): Promise<boolean> {
  const { rows } = await sql`
    update schedules set paused_by = ${input.pausedBy}, next_run_at = ${input.nextRunAt}, failures = 0
    where id = ${input.id} and organization_id = ${input.organizationId}
    returning id`.execute(db);
  return rows.length > 0;
}

/** Returns one page of runs, newest first, and the number of all. */
export async function listRuns(
  db: Db,
  input: { readonly scheduleId: string; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: RunRow[]; readonly total: number }> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from ${runTables} where r.schedule_id = ${input.scheduleId}
    order by r.planned_at desc limit ${input.limit} offset ${input.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from schedule_runs where schedule_id = ${input.scheduleId}`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** True if the organisation is on the Free plan. */
export async function isOnFreePlan(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('plan_tier')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.plan_tier === 'free';
}
