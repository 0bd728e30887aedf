import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';
import type { ScheduleNotice } from '@shotwright/contract';

/** A schedule whose time has come. */
export interface DueSchedule {
  readonly id: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly plannedAt: Date;
  /** True if its last run has not ended. */
  readonly isRunning: boolean;
}

/** Locks schedules that are due, the longest due first; those that another process has locked are left out. */
export async function lockDue(tx: Tx, now: Date, limit: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select s.id, s.cron, s.time_zone as "timeZone", s.next_run_at as "plannedAt",
      exists (select from schedule_runs r where r.schedule_id = s.id and r.status = 'RUNNING') as "isRunning"
    from schedules s where s.next_run_at <= ${now}
    order by s.next_run_at limit ${limit} for update of s skip locked`.execute(tx);
  return rows;
}

/** Locks a schedule for a run besides its times. Returns undefined if it does not exist. */
export async function lockSchedule(
  tx: Tx,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<Pick<DueSchedule, 'id' | 'isRunning'> | undefined> {
  const { rows } = await sql<Pick<DueSchedule, 'id' | 'isRunning'>>`
    select s.id,
      exists (select from schedule_runs r where r.schedule_id = s.id and r.status = 'RUNNING') as "isRunning"
    from schedules s where s.id = ${id} and s.organization_id = ${organizationId} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Time for which the runs of a schedule are listed. */
const retainedDays = 90;

/** Inserts a run of a locked schedule and deletes old ones. */
export async function insertRun(
  tx: Tx,
  run: {
    readonly id: string;
    readonly scheduleId: string;
    readonly plannedAt: Date;
    readonly status: 'RUNNING' | 'SKIPPED';
  },
): Promise<void> {
  await sql`
    delete from schedule_runs
    where schedule_id = ${run.scheduleId} and planned_at < ${run.plannedAt}::timestamptz - make_interval(days => ${retainedDays})`.execute(
    tx,
  );
  await tx
    .insertInto('schedule_runs')
    .values({
      id: run.id,
      schedule_id: run.scheduleId,
      planned_at: run.plannedAt,
      status: run.status,
    })
    .execute();
}

/** Sets the next time of a locked schedule. */
export async function setNextRun(tx: Tx, id: string, nextRunAt: Date): Promise<void> {
  await tx.updateTable('schedules').set({ next_run_at: nextRunAt }).where('id', '=', id).execute();
}

/** A run that has not ended, with the values of its schedule. */
export interface RunningRun {
  readonly id: string;
  readonly scheduleId: string;
  readonly scheduleName: string;
  readonly organizationId: string;
  readonly userId: string | null;
  readonly url: string | null;
  readonly notify: ScheduleNotice;
}

/** A run whose capture was not yet accepted. */
export interface UnrequestedRun extends RunningRun {
  readonly settingId: number;
  /** Time since it was planned. Unit: seconds. */
  readonly ageSeconds: number;
}

/** Returns runs whose capture was not yet accepted, oldest first; `onlyId` narrows to one. */
export async function listUnrequested(
  db: Db,
  {
    onlyId = null,
    now,
    limit,
  }: { readonly onlyId?: string | null; readonly now: Date; readonly limit: number },
): Promise<UnrequestedRun[]> {
  const { rows } = await sql<UnrequestedRun>`
    select r.id, s.id as "scheduleId", s.name as "scheduleName", s.organization_id as "organizationId", s.user_id as "userId",
      t.options ->> 'url' as url, s.notify, t.id as "settingId", extract(epoch from ${now}::timestamptz - r.planned_at)::float8 as "ageSeconds"
    from schedule_runs r
    join schedules s on s.id = r.schedule_id
    join saved_settings t on t.id = s.setting_id
    where r.status = 'RUNNING' and not r.is_requested and (${onlyId}::uuid is null or r.id = ${onlyId}::uuid)
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

/** Records the accepted capture of a run. */
export async function setRequested(db: Db, id: string, screenshotId: string): Promise<void> {
  await db
    .updateTable('schedule_runs')
    .set({ is_requested: true, screenshot_id: screenshotId })
    .where('id', '=', id)
    .execute();
}

/** A run whose capture has ended, or was deleted. */
export interface EndedRun extends RunningRun {
  readonly maxDiffRatio: number;
  /** Null if the capture was deleted. */
  readonly screenshotId: string | null;
  readonly projectId: number | null;
  readonly status: 'COMPLETE' | 'FAILED' | null;
  readonly isRefunded: boolean | null;
  readonly verdictKind: string | null;
  readonly code: string | null;
  readonly message: string | null;
  /** Screenshot of the last complete run before, in the same project. */
  readonly previousId: string | null;
}

/** Returns running runs whose capture has ended or was deleted, oldest first. */
export async function listEnded(db: Db, limit: number): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    select r.id, s.id as "scheduleId", s.name as "scheduleName", s.organization_id as "organizationId", s.user_id as "userId",
      t.options ->> 'url' as url, s.notify, s.max_diff_ratio as "maxDiffRatio", r.screenshot_id as "screenshotId",
      c.project_id as "projectId", c.status, c.is_refunded as "isRefunded", c.verdict ->> 'kind' as "verdictKind",
      c.failure_code as code, c.failure_message as message,
      (select p.id from schedule_runs b join screenshots p on p.id = b.screenshot_id
        where b.schedule_id = s.id and b.status = 'COMPLETE' and b.planned_at < r.planned_at and p.project_id = c.project_id
        order by b.planned_at desc limit 1) as "previousId"
    from schedule_runs r
    join schedules s on s.id = r.schedule_id
    join saved_settings t on t.id = s.setting_id
    left join screenshots c on c.id = r.screenshot_id
    where r.status = 'RUNNING' and r.is_requested and (c.id is null or c.status in ('COMPLETE', 'FAILED'))
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

/** True if a run has an accepted capture and has not ended. */
export async function hasRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from schedule_runs where status = 'RUNNING' and is_requested)`.execute(
    db,
  );
  return rows[0]?.exists === true;
}

/** Result of a run. */
export interface RunResult {
  readonly status: 'COMPLETE' | 'FAILED';
  readonly code: string | null;
  readonly message: string | null;
  readonly previousId: string | null;
  readonly diffRatio: number | null;
  readonly isChanged: boolean | null;
}

/** Ends a running run. Returns false if it has ended or was deleted. */
export async function endRun(tx: Tx, id: string, result: RunResult): Promise<boolean> {
  const { rows } = await sql`
    update schedule_runs set status = ${result.status}, code = ${result.code}, message = ${result.message},
      previous_id = ${result.previousId}, diff_ratio = ${result.diffRatio}, is_changed = ${result.isChanged}
    where id = ${id} and status = 'RUNNING' returning id`.execute(tx);
  return rows.length > 0;
}

/** True if the last run that ended before a run has failed. */
export async function hasFailedBefore(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select b.status from schedule_runs r
    join schedule_runs b on b.schedule_id = r.schedule_id and b.planned_at < r.planned_at
    where r.id = ${id} and b.status in ('COMPLETE', 'FAILED')
    order by b.planned_at desc limit 1`.execute(tx);
  return rows[0]?.status === 'FAILED';
}

/** Sets the number of failed runs in a row to 0, or increments it. Returns it. */
export async function countFailure(tx: Tx, id: string, hasFailed: boolean): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update schedules set failures = case when ${hasFailed} then failures + 1 else 0 end
    where id = ${id} returning failures`.execute(tx);
  return rows[0]?.failures ?? 0;
}
