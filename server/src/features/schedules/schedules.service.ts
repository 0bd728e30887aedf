import { scheduleLimits, type ScheduleRequest } from '@shotwright/contract';
import { inTransaction, type Database } from '../../db/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import { countForInsert } from '../../shared/count-for-insert.ts';
import { minMinutesOf, nextTime, requireTimes, type RunTimes } from './run-times.rules.ts';
import {
  deleteSchedule,
  insertSchedule,
  isOnFreePlan,
  listRuns,
  listSchedules,
  setPause,
  updateSchedule,
  type RunRow,
  type ScheduleRow,
} from './schedules.store.ts';

interface SchedulesDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Without billing, no plan limits how often a schedule runs. */
  readonly isBillingOn: boolean;
}

interface ScheduleRef {
  readonly organizationId: string;
  readonly id: string;
}

type SchedulePage = ScheduleRef & { readonly page: number; readonly limit: number };

/** Schedules: creating, changing, pausing and listing them. All with an `id` throw `schedule_not_found`. */
export interface SchedulesService {
  list(organizationId: string): Promise<ScheduleRow[]>;
  get(input: ScheduleRef): Promise<ScheduleRow>;
  /**
   * Throws `validation_failed`, `setting_not_found`, or `conflict` (409) if the account has as many as
   * it may have.
   */
  create(input: {
    readonly organizationId: string;
    readonly userId: string;
    readonly request: ScheduleRequest;
  }): Promise<ScheduleRow>;
  /** Throws `validation_failed` and `setting_not_found`. */
  update(input: ScheduleRef & { readonly request: ScheduleRequest }): Promise<ScheduleRow>;
  pause(input: ScheduleRef): Promise<ScheduleRow>;
  resume(input: ScheduleRef): Promise<ScheduleRow>;
  remove(input: ScheduleRef): Promise<void>;
  listRuns(
    input: SchedulePage,
  ): Promise<{ readonly rows: readonly RunRow[]; readonly total: number }>;
  /** Throws `validation_failed` for times that the account may not use. */
  requireTimes(organizationId: string, times: RunTimes): Promise<void>;
}

async function getSchedule(db: Database, ref: ScheduleRef): Promise<ScheduleRow> {
  const [row] = await listSchedules(db, ref);
  if (!row) throw missing();
  return row;
}

/** Creates a {@link SchedulesService}. */
export function createSchedulesService(deps: SchedulesDependencies): SchedulesService {
  const { db, clock } = deps;
  const get: SchedulesService['get'] = (ref) => getSchedule(db, ref);
  const checkTimes: SchedulesService['requireTimes'] = async (organizationId, times) => {
    const isFree = deps.isBillingOn && (await isOnFreePlan(db, organizationId));
    requireTimes(times, { now: clock.now(), minMinutes: minMinutesOf({ isFree }) });
  };
  const valuesOf = async (organizationId: string, request: ScheduleRequest) => {
    const times = { cron: request.cron, timeZone: request.timezone };
    await checkTimes(organizationId, times);
    return {
      ...times,
      organizationId,
      settingId: request.setting_id,
      name: request.name,
      notify: request.notify,
      maxDiffRatio: request.max_diff_ratio,
      nextRunAt: nextTime(times, clock.now()),
    };
  };
  return {
    get,
    list: (organizationId) => listSchedules(db, { organizationId }),
    create: async ({ organizationId, userId, request }) => {
      const values = await valuesOf(organizationId, request);
      const id = newId();
      await inTransaction(db, async (tx) => {
        const count = await countForInsert(tx, 'schedules', organizationId);
        if (count >= scheduleLimits.perOrganization) throw tooMany();
        if (!(await insertSchedule(tx, { ...values, id, userId }))) throw missingSetting();
      });
      return get({ organizationId, id });
    },
    update: async ({ organizationId, id, request }) => {
      await get({ organizationId, id });
      const values = await valuesOf(organizationId, request);
      if (!(await updateSchedule(db, { ...values, id }))) throw missingSetting();
      return get({ organizationId, id });
    },
    pause: async (ref) => {
      await pauseByUser(db, ref);
      return get(ref);
    },
    resume: async (ref) => {
      const row = await get(ref);
      const nextRunAt = nextTime(row, clock.now());
      if (row.pausedBy !== null) await setPause(db, { ...ref, pausedBy: null, nextRunAt });
      return get(ref);
    },
    remove: async (ref) => {
      if (!(await deleteSchedule(db, ref))) throw missing();
    },
    listRuns: async ({ page, limit, ...ref }) => {
      await get(ref);
      return listRuns(db, { scheduleId: ref.id, limit, offset: (page - 1) * limit });
    },
    requireTimes: checkTimes,
  };
}

async function pauseByUser(db: Database, ref: ScheduleRef): Promise<void> {
  const { pausedBy } = await getSchedule(db, ref);
  if (pausedBy === null) await setPause(db, { ...ref, pausedBy: 'user', nextRunAt: null });
}

function missing(): AppError {
  return notFound('schedule_not_found', 'This schedule does not exist.');
}

function missingSetting(): AppError {
  return notFound('setting_not_found', 'This saved setting does not exist.');
}

function tooMany(): AppError {
  return new AppError({
    code: 'conflict',
    message: `An account has at most ${scheduleLimits.perOrganization} schedules. Delete one that is no longer needed.`,
  });
}
