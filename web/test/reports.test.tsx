import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/reports/new-report.tsx';
import '../src/routes/reports/report.tsx';
import '../src/routes/reports/reports.tsx';
import '../src/shell/dashboard-layout.tsx';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, fakeServer, mockEndpoint } from './fake-api.ts';
import { aReport, anItem, reportId, serveReport } from './reports.page.ts';

const path = `/dashboard/reports/${reportId}`;
const later = new Date(Date.now() + 86_400_000).toISOString();

const captions = () =>
  screen
    .getAllByRole('textbox', { name: /^Caption of capture/ })
    .map((field) => (field instanceof HTMLTextAreaElement ? field.value : ''));

const isDisabled = (field: HTMLElement) =>
  field.matches(':disabled') || field.getAttribute('aria-disabled') === 'true';

test('[RP-5] reports are listed with their captures and their public page', async () => {
  const link = { url: 'https://shots.example/r/abc', expiresAt: later, hasPassword: false };
  serveReport(aReport({ link }));
  renderApp('/dashboard/reports', { user: ada });
  const row = await screen.findByRole('row', { name: /Shop review/ });
  expect(within(row).getByRole('link').getAttribute('href')).toBe(path);
  expect(row.textContent).toContain('3');
  expect(row.textContent).toContain('Until ');
});

test('[RP-5] a new report has a title and the captures that were chosen before', async () => {
  const create = mockEndpoint('createReport', aReport());
  fakeServer.use(create.handler);
  serveReport(aReport());
  const ids = [anItem(1).screenshotId, anItem(2).screenshotId];
  const app = renderApp(`/dashboard/reports/new?captures=${ids.join(',')}`, { user: ada });
  await screen.findByText('With 2 chosen captures');
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: ' Shop review ' } });
  await app.user.click(screen.getByRole('button', { name: 'Create report' }));
  await heading('Shop review');
  expect(app.path()).toBe(path);
  expect(create.received[0]?.body).toEqual({
    title: 'Shop review',
    items: ids.map((id) => ({ screenshot_id: id })),
  });
});

test('[RP-5] a report of a batch is created by the server', async () => {
  const create = mockEndpoint('createReport', aReport());
  fakeServer.use(create.handler);
  serveReport(aReport());
  const { user } = renderApp(`/dashboard/reports/new?batch=${reportId}`, { user: ada });
  await user.click(await screen.findByRole('button', { name: 'Create report' }));
  await waitFor(() => expect(create.received[0]?.body).toMatchObject({ batch_id: reportId }));
});

test('[RP-5] buttons move captures, the focus moves with them, and all is saved at once', async () => {
  const items = [1, 2, 3].map((nth) => anItem(nth, { caption: `Page ${String(nth)}` }));
  serveReport(aReport({ items }));
  const save = mockEndpoint('updateReport', aReport({ items, title: 'Autumn' }));
  fakeServer.use(save.handler);
  const { user } = renderApp(path, { user: ada });
  await user.click(await screen.findByRole('button', { name: 'Move capture 1 down' }));
  expect(captions()).toEqual(['Page 2', 'Page 1', 'Page 3']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move capture 2 down');
  expect(screen.getByText('Moved to position 2 of 3')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Move capture 2 down' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move capture 3 up');
  await user.click(screen.getByRole('button', { name: 'Remove capture 1 from the report' }));
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Autumn' } });
  await user.click(screen.getByRole('switch', { name: 'Show URLs' }));
  await user.click(screen.getByRole('radio', { name: 'Letter' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Report saved successfully']));
  expect(save.received[0]?.body).toEqual({
    title: 'Autumn',
    items: [
      { screenshot_id: anItem(3).screenshotId, caption: 'Page 3' },
      { screenshot_id: anItem(1).screenshotId, caption: 'Page 1' },
    ],
    colour: '#2347d9',
    layout: 'one_per_page',
    page_format: 'letter',
    show_url: false,
    show_date: true,
    footer: '',
  });
});

test('[RP-5] a capture that is dragged takes the position that it is dragged over', async () => {
  const items = [1, 2, 3].map((nth) => anItem(nth, { caption: `Page ${String(nth)}` }));
  serveReport(aReport({ items }));
  renderApp(path, { user: ada });
  await heading('Shop review');
  const [first, , third] = await screen.findAllByTitle('Drag to another position');
  if (!first || !third) throw new Error('There are no handles.');
  fireEvent.dragStart(first);
  fireEvent.dragOver(third);
  fireEvent.dragEnd(first);
  expect(captions()).toEqual(['Page 2', 'Page 3', 'Page 1']);
});

test('[RP-5] a deleted capture is said to be left out', async () => {
  serveReport(
    aReport({ items: [anItem(1, { screenshotId: null, thumbnailUrl: null, status: null })] }),
  );
  renderApp(path, { user: ada });
  expect(await screen.findByText('Deleted capture. The report leaves it out.')).toBeTruthy();
});

test('[RP-5] sharing saves first, then creates a link that is shown and ended', async () => {
  serveReport(aReport());
  const save = mockEndpoint('updateReport', aReport({ title: 'Autumn' }));
  const link = { url: 'https://shots.example/r/abc', expiresAt: later, hasPassword: true };
  const share = mockEndpoint('shareReport', aReport({ title: 'Autumn', link }));
  const unshare = mockEndpoint('unshareReport', aReport({ title: 'Autumn' }));
  fakeServer.use(save.handler, share.handler, unshare.handler);
  const { user } = renderApp(path, { user: ada });
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Autumn' } });
  await user.click(screen.getByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share report' }));
  expect(save.received).toHaveLength(1);
  await user.type(dialog.getByLabelText(/^Password/), 'short');
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  await dialog.findByText('Enter at least 8 characters.');
  await user.type(dialog.getByLabelText(/^Password/), ' horse');
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  await dialog.findByText(link.url);
  expect(share.received[0]?.body).toEqual({ expires_in_days: 30, password: 'short horse' });
  expect(dialog.getByText(/With a password/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Stop sharing' }));
  await dialog.findByRole('button', { name: 'Create link' });
});

test('[TM-2] a viewer reads a report and cannot change it', async () => {
  serveReport(aReport());
  renderApp(`/dashboard/reports/${reportId}`, { user: { ...ada, role: 'viewer' } });
  await heading('Shop review');
  await screen.findByRole('button', { name: 'Preview' });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  const fields = [...screen.getAllByRole('textbox'), ...screen.getAllByRole('switch')];
  expect(fields.filter((field) => !isDisabled(field))).toEqual([]);
});
