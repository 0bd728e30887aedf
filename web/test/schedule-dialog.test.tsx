import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/saved-settings.tsx';
import '../src/routes/schedules/schedules.tsx';
import '../src/shell/dashboard-layout.tsx';
import { enter, renderApp, toastTexts } from './app.tsx';
import { ada, failure, fakeServer, mockEndpoint } from './fake-api.ts';
import { aSchedule, scheduleId, serveSchedules } from './schedules.page.ts';

const listPath = '/dashboard/schedules';
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** Waits until the times of the last change are checked. */
async function lastTimes({ preview }: ReturnType<typeof serveSchedules>, cron: string) {
  await waitFor(() => {
    const search = preview.received.at(-1)?.url.searchParams;
    expect(search?.get('cron')).toBe(cron);
  });
}

test('[SS-10] the menu of a saved setting opens the dialog with that setting', async () => {
  serveSchedules(() => []);
  const { user, path } = renderApp('/dashboard/saved-settings', { user: ada });
  await user.click(await screen.findByRole('button', { name: 'More for Blog' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Schedule' }));
  const dialog = await dialogOf('New schedule');
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Blog'));
  expect(dialog.getByLabelText('Saved setting').textContent).toContain('Blog');
  expect(path()).toBe(listPath);
});

test('[SS-10] a schedule is created with what its form says, in the time zone of the browser', async () => {
  const served = serveSchedules(() => []);
  const create = mockEndpoint('createSchedule', aSchedule());
  fakeServer.use(create.handler);
  const { user } = renderApp(`${listPath}?setting=7`, { user: ada });
  const dialog = await dialogOf('New schedule');
  expect(await dialog.findAllByText(/^[A-Z].., Jun \d, 2031/)).toHaveLength(3);
  await lastTimes(served, '0 9 * * *');
  expect(served.preview.received.at(-1)?.url.searchParams.get('timezone')).toBe(zone());
  await enter(user, dialog.getByLabelText('Name'), ' prices');
  await user.click(dialog.getByRole('radio', { name: 'Week' }));
  await user.click(dialog.getByLabelText('Day of the week'));
  await user.click(await screen.findByRole('option', { name: 'Monday to Friday' }));
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '17:30' } });
  await lastTimes(served, '30 17 * * 1-5');
  await user.click(dialog.getByLabelText('Email me'));
  await user.click(await screen.findByRole('option', { name: 'After a change or a failure' }));
  fireEvent.change(dialog.getByLabelText('Tolerance (%)'), { target: { value: '0.5' } });
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Schedule created successfully']));
  expect(create.received[0]?.body).toEqual({
    name: 'Shop prices',
    setting_id: 7,
    cron: '30 17 * * 1-5',
    timezone: zone(),
    notify: 'change_or_failure',
    max_diff_ratio: 0.005,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[SS-10] missing values are named before anything is sent', async () => {
  serveSchedules(() => []);
  const create = mockEndpoint('createSchedule', aSchedule());
  fakeServer.use(create.handler);
  const { user } = renderApp(listPath, { user: ada });
  await user.click(await screen.findByRole('button', { name: 'New schedule' }));
  const dialog = await dialogOf('New schedule');
  await user.click(dialog.getByRole('radio', { name: 'Hour' }));
  fireEvent.change(dialog.getByLabelText('Minute'), { target: { value: '75' } });
  await user.click(dialog.getByRole('button', { name: 'Create schedule' }));
  for (const text of ['Choose a saved setting.', 'Enter a name.', 'Enter a minute from 0 to 59.']) {
    expect(dialog.getByText(text)).toBeTruthy();
  }
  expect(create.received).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Name')));
});

test('[SS-10] an error of the times is shown beside the field that it names', async () => {
  serveSchedules(() => []);
  const problem = 'must leave at least 60 minutes between two runs';
  const preview = mockEndpoint('previewSchedule', () =>
    failure(400, `cron: ${problem}`, {
      code: 'validation_failed',
      details: { fields: [{ path: 'cron', message: problem }] },
    }),
  );
  fakeServer.use(preview.handler);
  const { user } = renderApp(`${listPath}?setting=7`, { user: ada });
  const dialog = await dialogOf('New schedule');
  await user.click(dialog.getByRole('radio', { name: 'Custom' }));
  const cron = dialog.getByLabelText('Cron expression');
  expect(cron).toHaveProperty('value', '0 9 * * *');
  fireEvent.change(cron, { target: { value: '*/5 * * * *' } });
  const text = 'Cron must leave at least 60 minutes between two runs.';
  await dialog.findByText(text);
  const note = cron.getAttribute('aria-describedby');
  expect(document.querySelector(`[id="${note}"]`)?.textContent).toBe(text);
  expect(toastTexts()).toEqual([]);
});

test('[SS-10] editing selects the choices again, and replaces all values', async () => {
  const served = serveSchedules(() => [
    aSchedule({ cron: '5 6 L * *', notify: 'never', maxDiffRatio: 0.0007 }),
  ]);
  const update = mockEndpoint('updateSchedule', aSchedule());
  fakeServer.use(update.handler);
  const { user } = renderApp(listPath, { user: ada });
  await user.click(await screen.findByRole('button', { name: 'More for Prices' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await dialogOf('Edit schedule');
  expect(dialog.getByRole('radio', { name: 'Month' })).toHaveProperty('checked', true);
  expect(dialog.getByLabelText('Day of the month').textContent).toContain('Last day');
  expect(dialog.getByLabelText('Time')).toHaveProperty('value', '06:05');
  expect(dialog.getByLabelText('Tolerance (%)')).toHaveProperty('value', '0.07');
  const timeZone = dialog.getByLabelText('Time zone');
  expect(timeZone).toHaveProperty('value', 'Europe/Berlin');
  await user.clear(timeZone);
  await user.type(timeZone, 'new yo');
  await user.click(await screen.findByRole('option', { name: 'America/New York' }));
  await lastTimes(served, '5 6 L * *');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Schedule updated successfully']));
  expect(update.received[0]?.url.pathname).toContain(scheduleId);
  expect(update.received[0]?.body).toEqual({
    name: 'Prices',
    setting_id: 7,
    cron: '5 6 L * *',
    timezone: 'America/New_York',
    notify: 'never',
    max_diff_ratio: 0.0007,
  });
});
