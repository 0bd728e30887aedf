import type { ScheduleNotice } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertUser } from '../../../test/factories.ts';
import { openScheduleOf } from '../../../test/schedules.ts';
import { failureOf, imageResult, openTestScreenshots } from '../../../test/screenshots.ts';
import { newId } from '../../lib/ids.ts';
import { AppError } from '../../shared/app-error.ts';

let rig: Awaited<ReturnType<typeof openTestScreenshots>>;
beforeAll(async () => {
  rig = await openTestScreenshots();
});
afterAll(() => rig.close());
afterEach(async () => {
  rig.engine.capture = async () => imageResult('image');
  await rig.db.deleteFrom('schedules').execute();
});

const openSchedule = (notify: ScheduleNotice = 'change_or_failure') => openScheduleOf(rig, notify);

const timesOf = (runs: readonly { readonly plannedAt: Date }[]) =>
  runs.map(({ plannedAt }) => plannedAt.toISOString().slice(11, 16));

test('[RP-4] a schedule runs at its times, and once after a pause of the service', async () => {
  const schedule = await openSchedule();
  await schedule.tick('08:59:59');
  expect(await schedule.runs()).toEqual([]);
  await schedule.tick('09:00:10');
  await schedule.tick('09:00:20');
  expect(timesOf(await schedule.runs())).toEqual(['09:00']);
  // Three times were missed.
  await schedule.tick('12:30:00');
  expect(timesOf(await schedule.runs())).toEqual(['10:00', '09:00']);
  expect((await schedule.get()).nextRunAt?.toISOString()).toBe('2026-03-02T13:00:00.000Z');
  expect(schedule.state.requests).toHaveLength(2);
});

test('[RP-4] two workers at the same time start one run', async () => {
  const schedule = await openSchedule();
  schedule.state.now = new Date('2026-03-02T09:00:01Z');
  const ticks = Array.from({ length: 4 }, () => schedule.startRuns.startDue());
  await Promise.all(ticks);
  expect(timesOf(await schedule.runs())).toEqual(['09:00']);
  expect(new Set(schedule.state.requests).size).toBe(1);
});

test('[RP-4] a run whose worker died before it recorded the capture gets the same capture', async () => {
  const schedule = await openSchedule();
  await schedule.tick('09:00:01');
  const [run] = await schedule.runs();
  await sql`update schedule_runs set status = 'RUNNING', is_requested = false, screenshot_id = null`.execute(
    rig.db,
  );
  await schedule.tick('09:01:00');
  expect((await schedule.runs())[0]?.screenshotId).toBe(run?.screenshotId);
  expect(new Set(schedule.state.requests).size).toBe(1);
});

test('[RP-4] a time is skipped while the run before is in progress', async () => {
  const schedule = await openSchedule();
  schedule.state.now = new Date('2026-03-02T09:00:01Z');
  await schedule.startRuns.startDue();
  expect(await schedule.endCaptured()).toBe(true);
  schedule.state.now = new Date('2026-03-02T10:00:01Z');
  await schedule.startRuns.startDue();
  expect((await schedule.runs()).map(({ status }) => status)).toEqual(['SKIPPED', 'RUNNING']);
  await expect(schedule.startRuns.startNow(schedule.ref)).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('[RP-4] an email tells of changes above the tolerance only', async () => {
  const schedule = await openSchedule();
  await schedule.tick('09:00:01');
  expect(schedule.state.mails).toEqual([]);
  schedule.state.diffRatio = 0.01;
  await schedule.tick('10:00:01');
  expect(schedule.state.mails).toEqual([]);
  schedule.state.diffRatio = 0.02;
  await schedule.tick('11:00:01');
  await schedule.tick('11:00:30');
  const [last, before] = await schedule.runs();
  expect(last).toMatchObject({ isChanged: true, diffRatio: 0.02 });
  expect(schedule.state.mails).toEqual([
    expect.objectContaining({
      template: 'schedule_changed',
      to: 'ada@example.com',
      diffRatio: 0.02,
      previousId: before?.screenshotId,
      screenshotId: last?.screenshotId,
    }),
  ]);
  expect(schedule.state.changes).toEqual([last?.screenshotId]);
  schedule.state.diffRatio = null;
  await schedule.tick('12:00:01');
  expect((await schedule.runs())[0]).toMatchObject({ status: 'COMPLETE', isChanged: null });
  await schedule.sendDigests();
  expect(schedule.state.mails).toHaveLength(1);
});

test('[RP-4] five failures in a row pause a schedule; its resumption starts anew', async () => {
  const schedule = await openSchedule('never');
  rig.engine.capture = async () => failureOf('dns_error');
  for (const hour of ['09', '10', '11', '12']) await schedule.tick(`${hour}:00:01`);
  expect(await schedule.get()).toMatchObject({ pausedBy: null });
  expect(schedule.state.mails).toEqual([]);
  await schedule.tick('13:00:01');
  expect(await schedule.get()).toMatchObject({ pausedBy: 'failures', nextRunAt: null });
  expect(schedule.state.mails).toMatchObject([{ template: 'schedule_failed', isPaused: true }]);
  await schedule.tick('14:00:01');
  expect(await schedule.runs()).toHaveLength(5);
  await schedule.schedules.resume(schedule.ref);
  await schedule.tick('15:00:01');
  expect(await schedule.get()).toMatchObject({ pausedBy: null });
});

test.each(['insufficient_credits', 'project_monthly_limit_reached'] as const)(
  '[RP-4] [TM-4] %s fails runs without a pause',
  async (code) => {
    const schedule = await openSchedule('failure');
    schedule.state.error = new AppError({ code, message: 'Refused.' });
    for (let hour = 10; hour < 16; hour += 1) await schedule.tick(`${hour}:00:01`);
    expect(await schedule.get()).toMatchObject({ pausedBy: null });
    expect((await schedule.runs())[0]).toMatchObject({ status: 'FAILED', code });
    // Of failures in a row, the first has an email.
    expect(schedule.state.mails).toHaveLength(1);
  },
);

test('[RP-4] a busy service delays runs', async () => {
  const schedule = await openSchedule('failure');
  const refuse = () => {
    schedule.state.error = new AppError({ code: 'queue_full', message: 'Refused.' });
  };
  refuse();
  await schedule.tick('09:00:01');
  await schedule.tick('09:09:59');
  expect((await schedule.runs())[0]).toMatchObject({ status: 'RUNNING' });
  schedule.state.error = undefined;
  await schedule.tick('09:09:59');
  expect((await schedule.runs())[0]).toMatchObject({ status: 'COMPLETE' });
  refuse();
  await schedule.tick('10:00:01');
  await schedule.tick('10:10:00');
  expect((await schedule.runs())[0]).toMatchObject({ status: 'FAILED', code: 'queue_full' });
});

test('[RP-4] a run whose capture does not show the page, or was deleted, has failed', async () => {
  const schedule = await openSchedule();
  schedule.state.now = new Date('2026-03-02T09:00:01Z');
  await schedule.startRuns.startDue();
  await sql`delete from screenshots where id = ${schedule.state.requests[0]}`.execute(rig.db);
  await schedule.endCaptured();
  expect((await schedule.runs())[0]).toMatchObject({
    status: 'FAILED',
    code: 'screenshot_not_found',
    screenshotId: null,
  });
  schedule.state.now = new Date('2026-03-02T10:00:01Z');
  await schedule.startRuns.startDue();
  await sql`
    update screenshots set status = 'COMPLETE', finished_at = now(), is_refunded = true,
      verdict = '{"kind":"blank","reasons":[]}'::jsonb where id = ${schedule.state.requests[1]}`.execute(
    rig.db,
  );
  await schedule.endCaptured();
  expect((await schedule.runs())[0]).toMatchObject({ status: 'FAILED', code: 'blank' });
});

test('[RP-4] a daily email tells of all changes and failures once', async () => {
  const schedule = await openSchedule('daily');
  await schedule.sendDigests();
  await schedule.tick('09:00:01');
  schedule.state.diffRatio = 0;
  await schedule.tick('10:00:01');
  await schedule.sendDigests();
  expect(schedule.state.mails).toEqual([]);
  schedule.state.diffRatio = 0.02;
  await schedule.tick('11:00:01');
  rig.engine.capture = async () => failureOf('dns_error');
  for (let hour = 12; hour < 16; hour += 1) await schedule.tick(`${hour}:00:01`);
  expect(schedule.state.mails).toEqual([]);
  await schedule.sendDigests();
  await schedule.sendDigests();
  expect(schedule.state.mails).toHaveLength(1);
  const [mail] = schedule.state.mails;
  expect(mail).toMatchObject({
    template: 'schedule_digest',
    to: 'ada@example.com',
    count: 5,
    runs: [{}, {}, {}, {}, { scheduleName: 'Hourly', diffRatio: 0.02, reason: null }],
  });
  expect(mail).toMatchObject({
    runs: [{ diffRatio: null, reason: expect.any(String) }, {}, {}, {}, {}],
  });
  rig.engine.capture = async () => imageResult('image');
  await schedule.tick('16:00:01');
  await schedule.sendDigests();
  expect(schedule.state.mails).toHaveLength(2);
});

test('[SS-10] an account has at most 100 schedules', async () => {
  const schedule = await openSchedule();
  const { organizationId } = schedule.ref;
  const { settingId } = await schedule.get();
  const row = {
    organization_id: organizationId,
    setting_id: settingId,
    name: 'Another',
    cron: '@daily',
    time_zone: 'UTC',
    notify: 'never' as const,
    max_diff_ratio: 0,
    next_run_at: new Date('2027-01-01T00:00:00Z'),
  };
  const rows = Array.from({ length: 99 }, () => ({ id: newId(), ...row }));
  await rig.db.insertInto('schedules').values(rows).execute();
  const request = {
    name: 'One too many',
    setting_id: settingId,
    cron: '@daily',
    timezone: 'UTC',
    notify: 'never' as const,
    max_diff_ratio: 0,
  };
  const { id: userId } = await insertUser(rig.db, {
    organization_id: organizationId,
    role: 'developer',
  });
  const create = schedule.schedules.create({ organizationId, userId, request });
  await expect(create).rejects.toMatchObject({ code: 'conflict' });
});
