import { scheduleEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ImageLinks } from '../screenshots/screenshots.present.ts';
import { isoTimes, presentRun, presentSchedule } from './schedules.present.ts';
import type { SchedulesService } from './schedules.service.ts';
import type { ScheduleRow } from './schedules.store.ts';
import type { StartRuns } from './start-runs.service.ts';

interface SchedulesRoutesDependencies {
  readonly schedules: SchedulesService;
  readonly startRuns: Pick<StartRuns, 'startNow'>;
  readonly links: ImageLinks;
  readonly clock: Clock;
}

/** Routes for schedules and their runs. */
export function schedulesRoutes(deps: SchedulesRoutesDependencies): Route[] {
  return [...changeRoutes(deps), ...runRoutes(deps)];
}

function changeRoutes({ schedules, links, clock }: SchedulesRoutesDependencies): Route[] {
  const present = (row: ScheduleRow) => presentSchedule(row, clock.now(), links);
  return [
    route(scheduleEndpoints.listSchedules, async ({ caller }) => {
      const rows = await schedules.list(caller.organizationId);
      return { data: { schedules: rows.map(present) } };
    }),
    route(scheduleEndpoints.getSchedule, async ({ caller, params }) => {
      const { organizationId } = caller;
      return { data: present(await schedules.get({ organizationId, ...params })) };
    }),
    route(scheduleEndpoints.createSchedule, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const row = await schedules.create({ organizationId, userId, request: body });
      return { data: present(row), message: 'Schedule created' };
    }),
    route(scheduleEndpoints.updateSchedule, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const row = await schedules.update({ organizationId, ...params, request: body });
      return { data: present(row), message: 'Schedule saved' };
    }),
    route(scheduleEndpoints.pauseSchedule, async ({ caller, params }) => {
      const { organizationId } = caller;
      const row = await schedules.pause({ organizationId, ...params });
      return { data: present(row), message: 'Schedule paused' };
    }),
    route(scheduleEndpoints.resumeSchedule, async ({ caller, params }) => {
      const { organizationId } = caller;
      const row = await schedules.resume({ organizationId, ...params });
      return { data: present(row), message: 'Schedule resumed' };
    }),
    route(scheduleEndpoints.deleteSchedule, async ({ caller, params }) => {
      const { organizationId } = caller;
      await schedules.remove({ organizationId, ...params });
      return { data: {}, message: 'Schedule deleted' };
    }),
  ];
}

function runRoutes({ schedules, startRuns, links, clock }: SchedulesRoutesDependencies): Route[] {
  return [
    route(scheduleEndpoints.runSchedule, async ({ caller, params }) => {
      const ref = { organizationId: caller.organizationId, ...params };
      const runId = await startRuns.startNow(ref);
      const { rows } = await schedules.listRuns({ ...ref, page: 1, limit: 1 });
      const run = rows.find(({ id }) => id === runId);
      if (!run) throw new Error('The run was not found.');
      return { data: presentRun(run, links) };
    }),
    route(scheduleEndpoints.listScheduleRuns, async ({ caller, params, query }) => {
      const { organizationId } = caller;
      const { rows, total } = await schedules.listRuns({ organizationId, ...params, ...query });
      const runs = rows.map((row) => presentRun(row, links));
      return { data: { runs, meta: { ...query, total, isTotalExact: true } } };
    }),
    route(scheduleEndpoints.previewSchedule, async ({ caller, query }) => {
      const times = { cron: query.cron, timeZone: query.timezone };
      await schedules.requireTimes(caller.organizationId, times);
      return { data: { nextRuns: isoTimes(times, clock.now()) } };
    }),
  ];
}
