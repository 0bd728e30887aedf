import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  filterFiles,
  indexFiles,
  noFilter,
  type FileFilter,
} from '../src/features/files/files.rules.ts';
import { sortFiles } from '../src/features/files/sort.rules.ts';
import { renderApp } from './app.tsx';
import { ada, fakeServer, mockEndpoint } from './fake-api.ts';
import {
  aFile,
  failed,
  html,
  listed,
  openFiles,
  running,
  someFiles,
  sources,
} from './files.page.tsx';

const find = (files: Parameters<typeof indexFiles>[0], filter: Partial<FileFilter>) =>
  filterFiles(
    indexFiles(files, () => 'Project'),
    { ...noFilter, ...filter },
  ).map(({ id }) => id);

const at = (hour: number, minute: number, ms = 0) =>
  new Date(2026, 2, 29, hour, minute, 0, ms).toISOString();

test('[FM-26] days include their first and last moment in the time zone of the browser', () => {
  const files = [at(24, 0), at(23, 59, 999), at(0, 0), at(0, -1)].map((createdAt, n) =>
    aFile(n, { createdAt }),
  );
  expect(find(files, { from: '2026-03-29', to: '2026-03-29' })).toEqual([aFile(1).id, aFile(2).id]);
  expect(find(files, { from: '2026-03-29' })).toHaveLength(3);
  expect(find(files, { to: '2026-03-29' })).toHaveLength(3);
});

test('[FM-26] files are found by their status and format, those without an image by no format', () => {
  const pdf = aFile(4, { screenshotUrl: 'http://localhost/api/v1/files/4/1/signed/a.pdf' });
  const jpeg = aFile(5, { screenshotUrl: 'http://localhost/api/v1/files/4/1/signed/a.png.jpg' });
  const files = [aFile(1), pdf, jpeg, failed, running];
  expect(find(files, { status: 'failed' })).toEqual([failed.id]);
  expect(find(files, { status: 'in_progress' })).toEqual([running.id]);
  expect(find(files, { status: 'complete', format: 'png' })).toEqual([aFile(1).id]);
  expect(find(files, { format: 'pdf' })).toEqual([pdf.id]);
  expect(find(files, { format: 'jpeg' })).toEqual([jpeg.id]);
});

test('[FM-26] files are sorted by source, size and time, those without a size last', () => {
  const files = [
    aFile(3, { url: 'https://b.example/', screenshotImageSize: 5 }),
    aFile(2, { url: 'http://A.example/2', screenshotImageSize: 9 }),
    { ...html, screenshotImageSize: 5 },
    aFile(1, { url: 'https://a.example/10', screenshotImageSize: null }),
  ];
  const order = (sort: Parameters<typeof sortFiles>[1]) =>
    sortFiles(files, sort).map((file) => files.indexOf(file));
  expect(order('-created')).toEqual([0, 1, 2, 3]);
  expect(order('created')).toEqual([3, 2, 1, 0]);
  expect(order('source')).toEqual([3, 1, 0, 2]);
  expect(order('-source')).toEqual([2, 0, 1, 3]);
  expect(order('size')).toEqual([0, 2, 1, 3]);
  expect(order('-size')).toEqual([1, 0, 2, 3]);
});

test('[FM-26] more filters are counted, are in the URL, and are cleared by one click', async () => {
  const app = await openFiles([aFile(1), failed], '?q=e');
  await waitFor(() => expect(sources()).toHaveLength(2));
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Filters' }));
  const panel = within(screen.getByRole('group', { name: 'Filters' }));
  await app.user.click(panel.getByRole('combobox', { name: 'Status' }));
  await app.user.click(await screen.findByRole('option', { name: 'Failed' }));
  await waitFor(() => expect(sources()).toHaveLength(1));
  const from = panel.getByLabelText<HTMLInputElement>('Created from');
  await app.user.type(from, '2026-01-01');
  await waitFor(() =>
    expect(app.path()).toBe('/dashboard/files?q=e&status=failed&from=2026-01-01'),
  );
  expect(
    await screen.findByRole('button', { name: 'Filters 2 filters set', expanded: true }),
  ).toBeTruthy();
  await app.user.type(panel.getByLabelText('Created to'), '2025-12-31');
  expect(await panel.findByText('Must not be before the first day.')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(app.path()).toBe('/dashboard/files'));
  await waitFor(() => expect(from.value).toBe(''));
  await waitFor(() => expect(sources()).toHaveLength(2));
});

test('[FM-26] without a match, the empty state names the filters', async () => {
  await openFiles(
    [aFile(1)],
    '?q=shop&type=url&verdict=flagged&from=2026-03-01&to=2026-03-02&status=failed&format=pdf&mode=live&in=1',
  );
  expect(
    await screen.findByText(
      /^No screenshot matches all of these filters: search “shop”, type From URL, project .+, verdict .+, created from Mar 01, 2026 up to Mar 02, 2026, status Failed, format PDF\.$/,
    ),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy();
});

test('[FM-26] an invalid filter or order in the URL is ignored', async () => {
  await openFiles(
    [aFile(1), failed],
    '?from=2026-02-31&to=soon&status=done&device=tv&format=bmp&sort=name',
  );
  await waitFor(() => expect(sources()).toHaveLength(2));
});

const sites = () => sources().map((text) => /\d/.exec(text ?? '')?.[0]);
const heading = (name: string) => screen.getByRole('columnheader', { name });

test('[FM-26] the headings of source, size and time sort the files and tell the order', async () => {
  const files = [
    aFile(1, { screenshotImageSize: 1 }),
    aFile(2, { screenshotImageSize: 2 }),
    aFile(3),
  ];
  const app = await openFiles(files, '?page=1');
  await waitFor(() => expect(sources()).toHaveLength(3));
  expect(heading('Created').ariaSort).toBe('descending');
  expect(heading('Size').ariaSort).toBe('none');
  await app.user.click(screen.getByRole('button', { name: 'Size' }));
  await waitFor(() => expect(sites()).toEqual(['3', '2', '1']));
  expect([heading('Size').ariaSort, heading('Created').ariaSort]).toEqual(['descending', 'none']);
  await app.user.click(screen.getByRole('button', { name: 'Size' }));
  await waitFor(() => expect(sites()).toEqual(['1', '2', '3']));
  await app.user.click(screen.getByRole('button', { name: 'Source' }));
  await waitFor(() => expect(heading('Source').ariaSort).toBe('ascending'));
  expect(app.path()).toBe('/dashboard/files?sort=source');
  await app.user.click(screen.getByRole('button', { name: 'Created' }));
  await waitFor(() => expect(app.path()).toBe('/dashboard/files'));
});

test('[FM-26] the server filters by device, and sorts what it found', async () => {
  const list = mockEndpoint('listFiles', ({ url }) => {
    const isMobile = url.searchParams.get('device') === 'mobile';
    const found = listed(isMobile ? [aFile(7)] : someFiles(2));
    return { ...found, meta: { ...found.meta, ...(isMobile && { sort: '-size' as const }) } };
  });
  fakeServer.use(list.handler);
  renderApp('/dashboard/files?device=mobile&sort=-size', { user: ada });
  await waitFor(() => expect(sources()).toEqual(['https://site-7.example/']));
  expect(Object.fromEntries(list.received.at(-1)?.url.searchParams ?? [])).toEqual({
    limit: '25',
    page: '1',
    device: 'mobile',
    sort: '-size',
  });
  expect(screen.getByRole('columnheader', { name: 'Size' }).ariaSort).toBe('descending');
  expect(screen.queryByText(/^More than 10,000 screenshots match/)).toBeNull();
});

test('[FM-26] a list that is too long to be sorted says so and is newest first', async () => {
  const list = mockEndpoint('listFiles', () => ({
    ...listed(someFiles(25)),
    meta: { total: 30_000, isTotalExact: true, nextCursor: null },
  }));
  fakeServer.use(list.handler);
  const app = renderApp('/dashboard/files', { user: ada });
  await app.user.click(await screen.findByRole('button', { name: 'Size' }));
  expect(await screen.findByText(/^More than 10,000 screenshots match/)).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Size' }).ariaSort).toBe('none');
  expect(screen.getByRole('columnheader', { name: 'Created' }).ariaSort).toBe('descending');
});

test('[FM-26] all files of the filter are exported as CSV', async () => {
  const csv = mockEndpoint('exportFiles', () => new Response('id\r\n'));
  fakeServer.use(csv.handler);
  const app = await openFiles([aFile(1), failed], '?status=failed&from=2026-03-01');
  await app.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(csv.received).toHaveLength(1));
  expect(Object.fromEntries(csv.received[0]!.url.searchParams)).toEqual({
    status: 'failed',
    from: new Date(2026, 2, 1).toISOString(),
  });
});
