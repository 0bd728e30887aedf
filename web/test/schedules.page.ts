import type { SavedSetting, Schedule, ScheduleRun } from '@shotwright/contract';
import { fakeServer, mockEndpoint } from './fake-api.ts';

/** ID of {@link aSchedule}. */
export const scheduleId = '0190f5a4-0000-7000-8000-000000000001';

/** Screenshots of the last run and of the run before. */
export const screenshots = {
  before: '0190f5a4-0000-7000-8000-0000000000a1',
  after: '0190f5a4-0000-7000-8000-0000000000a2',
} as const;

/** A complete run without a change. */
export function aRun(change: Partial<ScheduleRun> = {}): ScheduleRun {
  return {
    runId: '0190f5a4-0000-7000-8000-000000000011',
    plannedAt: '2026-01-05T08:00:00.000Z',
    status: 'COMPLETE',
    screenshotId: screenshots.after,
    thumbnailUrl: '/files/1-small.png',
    code: null,
    message: null,
    previousScreenshotId: screenshots.before,
    diffRatio: 0,
    changed: false,
    ...change,
  };
}

/** Values of a run without an image. */
export const noImage = {
  screenshotId: null,
  thumbnailUrl: null,
  previousScreenshotId: null,
  diffRatio: null,
  changed: null,
} as const;

/** A schedule of every day at nine in Berlin. */
export function aSchedule(change: Partial<Schedule> = {}): Schedule {
  return {
    scheduleId,
    name: 'Prices',
    settingId: 7,
    settingName: 'Shop',
    url: 'https://shop.example/',
    cron: '0 9 * * *',
    timezone: 'Europe/Berlin',
    notify: 'change',
    maxDiffRatio: 0.001,
    pausedBy: null,
    nextRuns: [new Date(Date.now() + 18_600_000).toISOString()],
    lastRun: aRun(),
    createdAt: '2026-01-05T10:00:00.000Z',
    ...change,
  };
}

/** The saved settings Shop (7) and Blog (8). */
export const settings: SavedSetting[] = ['Shop', 'Blog'].map((name, index) => ({
  id: 7 + index,
  name,
  description: null,
  options: { mode: 'url', url: `https://${name.toLowerCase()}.example/` },
  projectId: 1,
  project: { id: 1, name: 'Project 1' },
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
}));

/** Serves schedules, {@link settings}, and the same three next times for all times. */
export function serveSchedules(schedules: () => Schedule[]) {
  const list = mockEndpoint('listSchedules', () => ({ schedules: schedules() }));
  const preview = mockEndpoint('previewSchedule', {
    nextRuns: ['2031-06-02T07:00:00.000Z', '2031-06-03T07:00:00.000Z', '2031-06-04T07:00:00.000Z'],
  });
  fakeServer.use(
    list.handler,
    preview.handler,
    mockEndpoint('listSavedSettings', { settings }).handler,
  );
  return { list, preview };
}
