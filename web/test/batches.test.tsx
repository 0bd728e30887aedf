import type { Batch, BatchItem, BatchReceipt } from '@shotwright/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/batches/batches.tsx';
import '../src/routes/batches/batch.tsx';
import '../src/routes/batches/new-batch.tsx';
import '../src/shell/dashboard-layout.tsx';
import { enter, heading, renderApp, toastTexts } from './app.tsx';
import { ada, configured, failure, fakeServer, mockEndpoint } from './fake-api.ts';

const batchId = '0190f5a4-0000-7000-8000-000000000001';

function aBatch(change: Partial<Batch> = {}): Batch {
  return {
    batchId,
    name: 'Shop',
    status: 'RUNNING',
    paused: false,
    livemode: true,
    projectId: 1,
    counts: { items: 3, pending: 1, processing: 0, complete: 1, failed: 1, deleted: 0 },
    creditRequired: 3,
    creditsCharged: 1,
    createdAt: '2026-01-05T10:00:00.000Z',
    finishedAt: null,
    statusUrl: `/api/v1/batches/${batchId}`,
    ...change,
  };
}

function anItem(index: number, change: Partial<BatchItem> = {}): BatchItem {
  return {
    index,
    requestId: `0190f5a4-0000-7000-8000-00000000010${String(index)}`,
    status: 'COMPLETE',
    type: 'URL',
    url: `https://site-${String(index)}.example/`,
    externalId: null,
    screenshotUrl: '/files/1.png',
    thumbnailUrl: '/files/1-small.png',
    creditsCharged: 1,
    code: null,
    message: null,
    retryable: false,
    statusUrl: '',
    ...change,
  };
}

function aReceipt(change: Partial<BatchReceipt> = {}): BatchReceipt {
  return {
    batchId: null,
    statusUrl: null,
    counts: { items: 2, accepted: 2, duplicates: 0, invalid: 0, omitted: 0 },
    invalid: [],
    creditRequired: 2,
    screenshots: [],
    ...change,
  };
}

const failedItem = anItem(1, {
  status: 'FAILED',
  screenshotUrl: null,
  thumbnailUrl: null,
  code: 'dns_error',
  message: 'The host was not found.',
});

/** Serves a batch and its items. */
function serve(
  batch: Batch | (() => Batch | Response),
  items: BatchItem[] = [anItem(0), failedItem],
) {
  const one = mockEndpoint('getBatch', batch);
  const list = mockEndpoint('listBatchItems', ({ url }) => {
    const status = url.searchParams.get('status');
    const found = items.filter((item) => status === null || item.status === status);
    return { items: found, meta: { page: 1, limit: 25, total: found.length } };
  });
  fakeServer.use(one.handler, list.handler);
  return { one, list };
}

test('[RP-3] a batch shows its progress and the reason of each failure, and is followed until it ends', async () => {
  let batch = aBatch();
  const items = [anItem(0, { status: 'PROCESSING', thumbnailUrl: null }), failedItem];
  serve(() => {
    // The last capture ends after the last poll of the captures.
    if (batch.status === 'COMPLETE') items[0] = anItem(0);
    return batch;
  }, items);
  renderApp(`/dashboard/batches/${batchId}`, { user: ada });
  await heading('Shop');
  expect(screen.getByText('2 of 3')).toBeTruthy();
  expect(screen.getByText(/^1 captured · 1 failed · 1 queued · 1 credit charged$/)).toBeTruthy();
  const row = (await screen.findByText('The host was not found.')).closest('tr');
  expect(row?.textContent).toContain('https://site-1.example/');
  batch = aBatch({
    status: 'COMPLETE',
    counts: { items: 3, pending: 0, processing: 0, complete: 2, failed: 1, deleted: 0 },
  });
  await screen.findByText('3 of 3', {}, { timeout: 4_000 });
  expect(screen.queryByRole('button', { name: 'Cancel batch' })).toBeNull();
  await waitFor(() => expect(screen.queryByText('In progress')).toBeNull(), { timeout: 1_000 });
});

test('[RP-3] failed captures are retried, and a running batch is cancelled after a question', async () => {
  serve(aBatch());
  const retry = mockEndpoint(
    'retryBatch',
    aReceipt({ batchId, counts: { ...aReceipt().counts, accepted: 1 } }),
  );
  const cancel = mockEndpoint('cancelBatch', aBatch({ status: 'CANCELLED' }));
  fakeServer.use(retry.handler, cancel.handler);
  const { user } = renderApp(`/dashboard/batches/${batchId}`, { user: ada });
  await user.click(await screen.findByRole('button', { name: 'Retry 1 failed capture' }));
  await waitFor(() => expect(toastTexts()).toContain('1 capture requested'));
  await user.click(screen.getByRole('button', { name: 'Cancel batch' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Keep running' }));
  expect(cancel.received).toHaveLength(0);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Cancel batch' }));
  const again = await screen.findByRole('alertdialog');
  await user.click(within(again).getByRole('button', { name: 'Cancel batch' }));
  await waitFor(() => expect(toastTexts()).toContain('Batch cancelled successfully'));
  expect(cancel.received).toHaveLength(1);
});

test('[RP-3] a batch is paused and resumed; while it is paused nothing is retried', async () => {
  let batch = aBatch();
  serve(() => batch);
  const pause = mockEndpoint('pauseBatch', () => (batch = aBatch({ paused: true })));
  const resume = mockEndpoint('resumeBatch', () => (batch = aBatch()));
  fakeServer.use(pause.handler, resume.handler);
  const { user } = renderApp(`/dashboard/batches/${batchId}`, { user: ada });
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  await screen.findByText('Paused');
  expect(screen.queryByRole('button', { name: 'Retry 1 failed capture' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await screen.findByRole('button', { name: 'Pause' });
  expect([pause.received.length, resume.received.length]).toEqual([1, 1]);
});

test('[RP-3] the status in the URL filters the captures', async () => {
  const { list } = serve(aBatch({ status: 'COMPLETE' }));
  renderApp(`/dashboard/batches/${batchId}?status=FAILED`, { user: ada });
  await screen.findByText('The host was not found.');
  expect(screen.queryByText('https://site-0.example/')).toBeNull();
  expect(list.received[0]?.url.searchParams.get('status')).toBe('FAILED');
});

test('[RP-3] a batch that does not exist is said in the page, without a toast', async () => {
  serve(() => failure(404, 'This batch does not exist.', { code: 'batch_not_found' }));
  renderApp(`/dashboard/batches/${batchId}`, { user: ada });
  await screen.findByText('This batch does not exist');
  expect(toastTexts()).toEqual([]);
});

test('[RP-3] batches are listed with their counts; without billing no credits are shown', async () => {
  const list = mockEndpoint('listBatches', {
    batches: [aBatch({ name: null, status: 'COMPLETE' })],
    meta: { page: 1, limit: 25, total: 60 },
  });
  fakeServer.use(list.handler, configured({ billing: false }));
  const { user, path } = renderApp('/dashboard/batches', { user: ada });
  const row = await screen.findByRole('row', { name: /Batch of Jan 05, 2026 Complete/ });
  expect(row.textContent).toContain('1 captured · 1 failed · 1 queued');
  expect(screen.queryByRole('columnheader', { name: 'Credits' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(path()).toBe('/dashboard/batches?page=2');
  await waitFor(() => expect(list.received.at(-1)?.url.searchParams.get('page')).toBe('2'));
});

test('[RP-3] a list is checked after a pause, and its lines that are left out are named', async () => {
  const create = mockEndpoint('createBatch', ({ body }) =>
    (body as { dry_run?: boolean }).dry_run === true
      ? aReceipt({
          counts: { items: 3, accepted: 2, duplicates: 1, invalid: 1, omitted: 0 },
          invalid: [{ index: 1, code: 'invalid_url', message: 'the host is private' }],
        })
      : aReceipt({ batchId, counts: { ...aReceipt().counts, accepted: 1, omitted: 1 } }),
  );
  fakeServer.use(create.handler);
  serve(aBatch());
  const { user, path } = renderApp('/dashboard/batches/new', { user: ada });
  await heading('New batch');
  const start = screen.getByRole('button', { name: 'Start batch' });
  expect(start).toHaveProperty('disabled', true);
  const area = screen.getByLabelText('URLs');
  await enter(user, area, 'a.example\nnone\n10.0.0.1.example\na.example');
  const check = screen.getByRole('region', { name: 'Check' });
  await within(check).findByText('2 captures');
  expect(create.received).toHaveLength(1);
  expect(create.received[0]?.body).toMatchObject({
    dry_run: true,
    items: [
      { url: 'https://a.example' },
      { url: 'https://10.0.0.1.example' },
      { url: 'https://a.example' },
    ],
  });
  expect(check.textContent).toContain('2 credits · 86 left after this');
  expect(check.textContent).toContain('1 duplicate left out');
  const lines = within(check)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lines).toEqual(['Line 2: "none" is not a URL', 'Line 3: the host is private']);

  await enter(user, screen.getByLabelText('Name (optional)'), ' Shop ');
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  await user.click(await screen.findByRole('option', { name: 'Project 2' }));
  await user.click(start);
  await waitFor(() => expect(path()).toBe(`/dashboard/batches/${batchId}`));
  expect(create.received.at(-1)?.body).toMatchObject({
    partial: true,
    name: 'Shop',
    project_id: 2,
  });
  expect(toastTexts()).toEqual([
    'Batch started: 1 capture / 1 capture left out: credits or places in the queue were missing.',
  ]);
});

test('[SS-9] [SS-11] the server applies the options of a saved setting with its secrets', async () => {
  const setting = {
    id: 7,
    name: 'Small',
    description: null,
    options: { mode: 'url', url: 'https://x.example', width: '640', custom_header: '{"a":"***"}' },
    projectId: 1,
    project: { id: 1, name: 'Project 1' },
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
  };
  const create = mockEndpoint('createBatch', aReceipt());
  fakeServer.use(
    create.handler,
    mockEndpoint('listSavedSettings', { settings: [setting] }).handler,
  );
  renderApp('/dashboard/batches/new?setting=7', { user: ada });
  await screen.findByText('Of a saved setting; its URL is not used.');
  await waitFor(() => expect(screen.getByLabelText('Options').textContent).toBe('Small'));
  fireEvent.change(screen.getByLabelText('URLs'), { target: { value: 'https://a.example' } });
  await waitFor(() => expect(create.received).toHaveLength(1));
  expect(create.received[0]?.body).toMatchObject({
    items: [{ url: 'https://a.example' }],
    options: { setting_id: 7 },
  });
  expect(JSON.stringify(create.received[0]?.body)).not.toMatch(/x\.example|\*\*\*/);
});

test('[RP-3] a dropped file fills the list; a file that is not text is rejected', async () => {
  fakeServer.use(mockEndpoint('createBatch', aReceipt()).handler);
  const { user } = renderApp('/dashboard/batches/new', { user: ada });
  await heading('New batch');
  const area = screen.getByLabelText('URLs');
  const input = screen.getByLabelText('Choose file');
  await user.upload(input, new File(['a\0b'], 'sheet.txt', { type: 'text/plain' }));
  await screen.findByText('The file cannot be read as text.');
  const dataTransfer = { files: [new File(['https://a.example'], 'pages.txt')], types: ['Files'] };
  fireEvent.drop(document.documentElement, { dataTransfer });
  await waitFor(() => expect(area).toHaveProperty('value', 'https://a.example'));
  expect(screen.queryByText('The file cannot be read as text.')).toBeNull();
});
