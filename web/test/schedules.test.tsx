import type { Schedule } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/schedules/schedules.tsx';
import '../src/routes/schedules/schedule.tsx';
import '../src/shell/dashboard-layout.tsx';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, failure, fakeServer, mockEndpoint } from './fake-api.ts';
import {
  aRun,
  aSchedule,
  noImage,
  scheduleId,
  screenshots,
  serveSchedules,
} from './schedules.page.ts';

const listPath = '/dashboard/schedules';
const comparison = `/dashboard/compare?a=${screenshots.before}&b=${screenshots.after}`;

async function openList(schedules: () => Schedule[]) {
  serveSchedules(schedules);
  const app = renderApp(listPath, { user: ada });
  await heading('Schedules');
  return app;
}

/** Chooses an action in the menu of the schedule Prices. */
async function choose(user: UserEvent, action: string) {
  await user.click(await screen.findByRole('button', { name: 'More for Prices' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('[SS-10] a schedule is listed with its times in words, its next run and its last run', async () => {
  await openList(() => [aSchedule({ lastRun: aRun({ changed: true, diffRatio: 0.013 }) })]);
  const row = await screen.findByRole('row', { name: /^Prices Shop/ });
  expect(row.textContent).toContain('https://shop.example/');
  expect(row.textContent).toContain('Every day at 09:00');
  expect(row.textContent).toContain('Europe/Berlin');
  expect(row.textContent).toContain('in 5 hours');
  const changed = within(row).getByRole('link', { name: 'Changed 1.3 %: Comparison' });
  expect(changed.getAttribute('href')).toBe(comparison);
});

test('[SS-10] each state of a schedule and of its last run is said', async () => {
  const message = 'The host was not found.';
  await openList(() => [
    aSchedule({ scheduleId: '1', cron: '*/20 8-18 * * *' }),
    aSchedule({ scheduleId: '2', pausedBy: 'user', nextRuns: [] }),
    aSchedule({
      scheduleId: '3',
      pausedBy: 'failures',
      nextRuns: [],
      lastRun: aRun({ status: 'FAILED', code: 'dns_error', message, ...noImage }),
    }),
    aSchedule({ scheduleId: '4', lastRun: aRun({ status: 'SKIPPED', ...noImage }) }),
    aSchedule({ scheduleId: '5', url: null, lastRun: null }),
  ]);
  const rows = (await screen.findAllByRole('row', { name: /^Prices/ })).map(
    ({ textContent }) => textContent,
  );
  expect(rows[0]).toContain('*/20 8-18 * * *');
  expect(rows[0]).toContain('Complete');
  expect(rows[1]).toContain('Paused');
  expect(rows[2]).toContain('Paused after 5 failures');
  expect(rows[2]).toContain(message);
  expect(rows[3]).toContain('Skipped');
  expect(rows[4]).toContain('HTML');
  expect(rows[4]).toContain('None yet');
});

test('[SS-10] without schedules the page leads to the saved settings', async () => {
  await openList(() => []);
  await screen.findByText('No schedules yet');
  const link = screen.getByRole('link', { name: 'Go to Saved Settings' });
  expect(link.getAttribute('href')).toBe('/dashboard/saved-settings');
});

test('[SS-10] schedules that cannot be loaded are said in the page, and loaded again', async () => {
  const failed = mockEndpoint('listSchedules', () => failure(500, 'Out of order.'));
  fakeServer.use(failed.handler);
  const { user } = renderApp(listPath, { user: ada });
  await screen.findByText('Failed to load schedules');
  expect(toastTexts()).toEqual([]);
  serveSchedules(() => [aSchedule()]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('row', { name: /^Prices/ });
});

test('[SS-10] a run that is started is followed until it ends', async () => {
  let lastRun = aRun();
  serveSchedules(() => [aSchedule({ lastRun })]);
  const running = aRun({ plannedAt: new Date().toISOString(), status: 'RUNNING', ...noImage });
  const run = mockEndpoint('runSchedule', () => (lastRun = running));
  fakeServer.use(run.handler);
  const { user } = renderApp(listPath, { user: ada });
  await choose(user, 'Run now');
  await screen.findByText('Running');
  expect(toastTexts()).toEqual(['Run started']);
  lastRun = aRun({ changed: true, diffRatio: 0.5 });
  await screen.findByText('Changed 50 %', {}, { timeout: 4_000 });
});

test('[SS-10] the reason of a run that is refused is said at once', async () => {
  const refused = aRun({ status: 'FAILED', message: 'Too few credits.', ...noImage });
  fakeServer.use(mockEndpoint('runSchedule', refused).handler);
  const { user } = await openList(() => [aSchedule()]);
  await choose(user, 'Run now');
  await waitFor(() =>
    expect(toastTexts()).toEqual(['Failed to run the schedule / Too few credits.']),
  );
});

test('[SS-10] a schedule is paused, resumed, and deleted after a question', async () => {
  let schedules = [aSchedule()];
  const set = (pausedBy: Schedule['pausedBy']) => {
    schedules = [aSchedule({ pausedBy })];
    return aSchedule({ pausedBy });
  };
  const pause = mockEndpoint('pauseSchedule', () => set('user'));
  const resume = mockEndpoint('resumeSchedule', () => set(null));
  const remove = mockEndpoint('deleteSchedule', () => {
    schedules = [];
    return {};
  });
  fakeServer.use(pause.handler, resume.handler, remove.handler);
  const { user } = await openList(() => schedules);
  await choose(user, 'Pause');
  await screen.findByText('Paused');
  await choose(user, 'Resume');
  await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
  await choose(user, 'Delete');
  const question = await screen.findByRole('alertdialog', { name: 'Delete schedule' });
  expect(question.textContent).toContain('The captures stay in File Manager.');
  expect(remove.received).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('No schedules yet');
  expect(remove.received).toHaveLength(1);
});

test('[SS-10] the page of a schedule lists its runs with links to the file and the comparison', async () => {
  const runs = [
    aRun({ runId: '1', diffRatio: 0.0004 }),
    aRun({ runId: '2', status: 'SKIPPED', ...noImage }),
  ];
  const list = mockEndpoint('listScheduleRuns', {
    runs,
    meta: { page: 1, limit: 25, total: 60, isTotalExact: true },
  });
  fakeServer.use(list.handler, mockEndpoint('getSchedule', aSchedule()).handler);
  const { user, path } = renderApp(`${listPath}/${scheduleId}`, { user: ada });
  await heading('Prices');
  const file = await screen.findByRole('link', { name: /^File of Mon, Jan 5, (2026, )?09:00/ });
  expect(file.getAttribute('href')).toBe(`/dashboard/files?file=${screenshots.after}`);
  const compare = screen.getByRole('link', { name: /^Comparison of Mon, Jan 5/ });
  expect(compare.getAttribute('href')).toBe(comparison);
  const table = screen.getByRole('table', { name: 'Runs' });
  expect(within(table).getByText('0.04 %')).toBeTruthy();
  expect(within(table).getByText('The run before was in progress.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(path()).toBe(`${listPath}/${scheduleId}?page=2`);
  await waitFor(() => expect(list.received.at(-1)?.url.searchParams.get('page')).toBe('2'));
});

test('[SS-10] a schedule that does not exist is said in the page, without a toast', async () => {
  const missing = failure(404, 'This schedule does not exist.', { code: 'schedule_not_found' });
  fakeServer.use(mockEndpoint('getSchedule', () => missing).handler);
  renderApp(`${listPath}/${scheduleId}`, { user: ada });
  await screen.findByText('This schedule does not exist');
  expect(toastTexts()).toEqual([]);
});
