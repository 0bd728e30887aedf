import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { heading, listen, renderApp } from './app.tsx';
import { ada, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, listed, rows, sources } from './files.page.tsx';

/** An account with 30 000 files, of which the server sends what is asked for. */
async function openLargeAccount(query = '', { isRunning = (): boolean => false } = {}) {
  const list = mockEndpoint('listFiles', ({ url }) => {
    const { searchParams: asked } = url;
    const page = Number(asked.get('page') ?? '1');
    const count = Number(asked.get('limit') ?? asked.get('ifMore'));
    const isFiltered = ['search', 'type', 'projectId', 'verdict'].some((name) => asked.has(name));
    const first = (isFiltered ? 100_000 : 0) + (page - 1) * count + 1;
    return {
      screenshots: Array.from({ length: count }, (_, at) => aFile(first + at)),
      totalScreenshotsSize: 0,
      totalProjects: 2,
      meta: { total: isFiltered ? 10_000 : 30_000, isTotalExact: !isFiltered, nextCursor: null },
    };
  });
  const progress = mockEndpoint('readMatchesProgress', () => ({ isRunning: isRunning() }));
  fakeServer.use(list.handler, progress.handler);
  const app = renderApp(`/dashboard/files${query}`, { user: ada });
  await heading('File Manager');
  const asked = () => Object.fromEntries(list.received.at(-1)?.url.searchParams ?? []);
  return { ...app, asked };
}

test('[FM-10] [FM-11] all pages of an account with more files than the dashboard keeps can be opened', async () => {
  const { user, asked } = await openLargeAccount();
  expect(await screen.findByText('Showing 1 to 25 of 30,000 results')).toBeTruthy();
  await waitFor(() => expect(rows()).toHaveLength(25));
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  await waitFor(() => expect(sources().at(-1)).toBe('https://site-30000.example/'));
  expect(screen.getByText('Page 1,200 of 1,200')).toBeTruthy();
  await user.type(screen.getByLabelText('Go to page'), '700{Enter}');
  await waitFor(() => expect(sources().at(-1)).toBe('https://site-17500.example/'));
  expect(asked()).toEqual({ limit: '25', page: '700' });
});

test('[FM-1] [FM-12] [FM-20] the server searches and filters all files of such an account', async () => {
  const { user, asked } = await openLargeAccount('?page=3&type=url');
  expect(await screen.findByText('Showing 51 to 75 of 10,000+ results')).toBeTruthy();
  await user.type(screen.getByLabelText('Search files'), 'old shop');
  await waitFor(() =>
    expect(asked()).toEqual({ limit: '25', page: '1', search: 'old shop', type: 'url' }),
  );
  expect(await screen.findByText('Showing 1 to 25 of 10,000+ results')).toBeTruthy();
  expect(sources()[0]).toBe('https://site-100001.example/');
});

test('[TS-1] captures of test mode are listed on request, each with a badge', async () => {
  const list = mockEndpoint('listFiles', ({ url }) =>
    listed(url.searchParams.get('livemode') === 'false' ? [aFile(7, { livemode: false })] : []),
  );
  fakeServer.use(list.handler);
  const { user } = renderApp('/dashboard/files', { user: ada });
  await user.click(await screen.findByRole('link', { name: 'Test captures' }));
  const row = (await screen.findByText('https://site-7.example/')).closest('tr');
  expect(within(row!).getByText('Test')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Mode' }));
  await user.click(await screen.findByRole('option', { name: 'Live captures' }));
  expect(await screen.findByText('No screenshots yet')).toBeTruthy();
});

test('[DL-20] a tag of the URL or of its field filters the files, as the server finds them', async () => {
  const list = mockEndpoint('listFiles', ({ url }) => {
    const tag = url.searchParams.get('tag');
    return listed(tag === 'shop' ? [aFile(7)] : tag === null ? [aFile(1), aFile(7)] : []);
  });
  fakeServer.use(list.handler);
  const app = renderApp('/dashboard/files?tag=shop', { user: ada });
  await waitFor(() => expect(sources()).toEqual(['https://site-7.example/']));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Tag' });
  expect(field.value).toBe('shop');
  await app.user.clear(field);
  await waitFor(() => expect(sources()).toHaveLength(2));
  await app.user.type(field, 'nightly');
  await app.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(field.value).toBe('');
  await waitFor(() => expect(sources()).toHaveLength(2));
});

test('[FM-13] [FM-14] a selection covers the files of the page only', async () => {
  const { user } = await openLargeAccount();
  await screen.findByText('Showing 1 to 25 of 30,000 results');
  const [box] = screen.getAllByRole('checkbox', { name: 'Select all on this page' });
  await user.click(box!);
  expect(screen.getByRole('button', { name: 'Bulk Delete Selected (25)' })).toBeTruthy();
  expect(screen.getByText('25 selected')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('https://site-50.example/');
  expect(screen.getByRole('button', { name: 'Bulk Delete Selected (0)' })).toBeTruthy();
  expect(within(rows()[0]!).getByText('https://site-26.example/')).toBeTruthy();
});

const before = '01a20706-0000-7000-8000-000000000000';
const selectPage = async (user: Awaited<ReturnType<typeof openLargeAccount>>['user']) => {
  await screen.findByText(/^Showing 1 to 25 of /);
  await user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0]!);
};

test('[FM-14] [FM-23] [AX-12] all results of a filter are selected in a second step, counted exactly and deleted after a confirmation, announced at the start and the end', async () => {
  let isRunning = false;
  const { user } = await openLargeAccount('?q=shop&type=url', { isRunning: () => isRunning });
  const count = mockEndpoint('countMatches', { total: 240_113, before });
  const remove = mockEndpoint('deleteMatches', () => {
    isRunning = true;
    return { isRunning };
  });
  fakeServer.use(count.handler, remove.handler);
  expect(screen.queryByRole('button', { name: /^Select all .* results$/ })).toBeNull();
  await selectPage(user);
  await user.click(screen.getByRole('button', { name: 'Select all 10,000+ results' }));
  expect(await screen.findByText('240,113 selected')).toBeTruthy();
  const asked = Object.fromEntries(count.received[0]!.url.searchParams);
  expect(asked).toEqual({ search: 'shop', type: 'url' });
  expect(screen.queryByRole('button', { name: 'Download zip' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Bulk Delete Selected (240113)' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('240,113 files');
  expect(remove.received).toEqual([]);
  const heard = listen();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Deleting 240,113 files…')).toBeTruthy();
  expect(remove.received[0]?.body).toEqual({ filter: { search: 'shop', type: 'url' }, before });
  expect(await screen.findByText('Changing all results…')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Bulk Delete Selected (0)' })).toBeTruthy();
  isRunning = false;
  await waitFor(() => expect(screen.queryByText('Changing all results…')).toBeNull(), {
    timeout: 4_000,
  });
  expect(heard).toEqual(['Files: Changing all results…', 'Files: All results are changed.']);
});

test('[FM-23] all results are moved to another project, and a single change ends the selection of all', async () => {
  const { user } = await openLargeAccount();
  const count = mockEndpoint('countMatches', { total: 30_000, before });
  const move = mockEndpoint('moveMatches', { isRunning: true });
  fakeServer.use(count.handler, move.handler);
  await selectPage(user);
  await user.click(screen.getByRole('button', { name: 'Select all 30,000 results' }));
  await screen.findByText('30,000 selected');
  await user.click(within(rows()[0]!).getByRole('checkbox'));
  expect(screen.getByText('24 selected')).toBeTruthy();
  await user.click(within(rows()[0]!).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Select all 30,000 results' }));
  await screen.findByText('30,000 selected');
  await user.click(screen.getByRole('button', { name: 'Move to project' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox'));
  await user.click((await screen.findAllByRole('option'))[1]!);
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('Moving 30,000 files…')).toBeTruthy();
  expect(move.received[0]?.body).toEqual({ filter: {}, before, projectId: 2 });
});
