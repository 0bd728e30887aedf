import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { fakeServer, mockEndpoint, neverResponds } from './fake-api.ts';
import { aFile, boxOf, failed, openFiles, running, someFiles } from './files.page.tsx';

afterEach(() => localStorage.removeItem(storageKeys.filesLayout));

const cards = () =>
  within(screen.getByRole('list', { name: 'File Manager' })).getAllByRole('listitem');

async function openGrid(...input: Parameters<typeof openFiles>) {
  const app = await openFiles(...input);
  await app.user.click(await screen.findByRole('radio', { name: 'Grid' }));
  return app;
}

test('[FM-26] the grid shows the files of the page, and this browser remembers it', async () => {
  const app = await openGrid([aFile(1), failed, running, ...someFiles(30).slice(3)]);
  expect(screen.queryByRole('table')).toBeNull();
  expect(cards()).toHaveLength(25);
  const [first, second, third] = cards();
  for (const text of ['https://site-1.example/', 'Project 2', '1.5 KB', 'Jan 05, 2026'])
    expect(within(first!).getByText(text)).toBeTruthy();
  expect(within(second!).getByText('Failed')).toBeTruthy();
  expect(within(second!).getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(within(third!).getByText('In progress')).toBeTruthy();
  cleanup();
  await openFiles(someFiles(2));
  await waitFor(() => expect(cards()).toHaveLength(2));
  await app.user.click(screen.getByRole('radio', { name: 'List' }));
  expect(screen.getAllByRole('row')).toHaveLength(3);
});

test('[FM-26] files of the grid are selected by mouse, in ranges and by key, and are deleted', async () => {
  const { user } = await openGrid(someFiles(5));
  await user.click(boxOf('https://site-2.example/'));
  fireEvent.click(boxOf('https://site-4.example/'), { shiftKey: true });
  expect(screen.getByText('3 selected')).toBeTruthy();
  boxOf('https://site-2.example/').blur();
  await user.keyboard('jx');
  expect(screen.getByText('4 selected')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getByRole('button', { name: 'Bulk Delete Selected (5)' })).toBeTruthy();
});

test('[FM-26] a file of the grid is opened by its image and by Enter', async () => {
  fakeServer.use(mockEndpoint('getScreenshot', neverResponds).handler);
  const app = await openGrid(someFiles(3));
  await app.user.keyboard('jj{Enter}');
  await waitFor(() => expect(app.path()).toContain(`file=${aFile(2).id}`));
  await screen.findByRole('dialog');
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.user.click(cards()[2]!.querySelector('[data-row-open]')!);
  await waitFor(() => expect(app.path()).toContain(`file=${aFile(3).id}`));
});

test('[FM-26] the order of the grid is selected', async () => {
  const app = await openGrid([
    aFile(1, { screenshotImageSize: 1 }),
    aFile(2, { screenshotImageSize: 2 }),
  ]);
  await app.user.click(screen.getByRole('combobox', { name: 'Order' }));
  await app.user.click(await screen.findByRole('option', { name: 'Largest first' }));
  await waitFor(() => expect(cards()[0]!.textContent).toContain('https://site-2.example/'));
  expect(app.path()).toBe('/dashboard/files?sort=-size');
});
