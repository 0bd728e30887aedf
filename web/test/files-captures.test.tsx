import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderApp, toastTexts, type RenderedApp } from './app.tsx';
import { ada, mockEndpoint, aScreenshot, failure, fakeServer } from './fake-api.ts';
import { aFile, failed, html, listed, openFiles, rows, running } from './files.page.tsx';

const accepted = { requestId: aFile(9).id, creditRequired: 2, statusUrl: '/x', projectId: 2 };
const submitted = `Screenshot request submitted successfully! Request ID: ${accepted.requestId}. Credits required: 2.`;
const failedHtml = { ...html, ...failed, id: aFile(504).id, type: 'HTML' as const };
delete failedHtml.url;

/** Opens the `⋯` menu of a file and returns its items. */
async function openMore(app: RenderedApp, source: string) {
  await app.user.click(await screen.findByRole('button', { name: `More for ${source}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
}

describe('a failed capture', () => {
  test.each([
    ['an address', failed],
    ['HTML', failedHtml],
  ])('[FM-22] shows its reason and is retried by the server: %s', async (_, file) => {
    const retry = mockEndpoint('retryScreenshot', accepted);
    fakeServer.use(retry.handler);
    const app = await openFiles([file]);
    expect(
      await screen.findByText('The host name does not exist or could not be resolved.'),
    ).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(toastTexts()).toEqual([submitted]));
    expect(retry.received.map(({ url }) => url.pathname)).toEqual([
      `/api/v1/screenshots/${file.id}/retry`,
    ]);
    await waitFor(() => expect(app.list.received).toHaveLength(2));
  });

  test('[FM-22] without its secrets shows the server’s explanation', async () => {
    const sentence =
      'This capture was requested with custom_header, which is not stored after the capture. Send the complete request again.';
    fakeServer.use(mockEndpoint('retryScreenshot', failure(409, sentence)).handler);
    const app = await openFiles([failed]);
    await app.user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(toastTexts()).toEqual([`Error / ${sentence}`]));
  });
});

describe('[PG-28] the details of a failed capture', () => {
  const missing = { code: 'selector_not_found', error: 'The selector "#main" was not found.' };
  const file = { ...failed, ...missing };
  const details = { status: 'FAILED', ...missing, pageImageUrl: '/files/as-it-was.jpg' } as const;

  test('show the reason and the remedy, the failure image, and a way back', async () => {
    fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1, details)).handler);
    const app = await openFiles([file, aFile(1)]);
    const open = await screen.findByRole('button', { name: 'Details of https://gone.example/' });
    await app.user.click(open);
    const dialog = within(await screen.findByRole('dialog', { name: 'https://gone.example/' }));
    const frame = within(dialog.getByRole('region', { name: 'Image' }));
    expect(frame.getByText('This capture failed. No credits were charged.')).toBeTruthy();
    expect(frame.getByText(missing.error)).toBeTruthy();
    expect(frame.getByText('Try a longer delay or check the selector.')).toBeTruthy();
    const figure = within(await frame.findByRole('figure'));
    expect(figure.getByText('Page at the time of failure')).toBeTruthy();
    const image = figure.getByRole('img');
    expect(image.getAttribute('src')).toBe('/files/as-it-was.jpg');
    expect(image.getAttribute('alt')).toBe('https://gone.example/ at the time of failure');
    expect(dialog.queryByRole('button', { name: 'Zoom in' })).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Download' })).toBeNull();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(open));
  });

  test('have no image if the page was not captured', async () => {
    fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1, { status: 'FAILED' })).handler);
    await openFiles([file], `?file=${file.id}`);
    const frame = within(await screen.findByRole('region', { name: 'Image' }));
    await screen.findByText('Defaults');
    expect(frame.getByText(missing.error)).toBeTruthy();
    expect(frame.queryByRole('img')).toBeNull();
  });
});

describe('a completed capture', () => {
  test('[FM-21] is captured again with its stored options and states what is left out', async () => {
    const capture = mockEndpoint('captureUrlFromDashboard', accepted);
    const options = { full_page: 'true', custom_header: '{"authorization":"•••"}' };
    fakeServer.use(
      mockEndpoint('getScreenshot', aScreenshot(1, { options: options })).handler,
      capture.handler,
    );
    const file = aFile(1);
    const app = await openFiles([file]);
    await openMore(app, String(file.url));
    await app.user.click(screen.getByRole('menuitem', { name: 'Capture again' }));
    await waitFor(() => expect(capture.received).toHaveLength(1));
    expect(capture.received[0]?.body).toEqual({
      full_page: 'true',
      url: file.url,
      project_id: file.projectId,
    });
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        `${submitted} / Custom headers and the proxy are not stored and were left out.`,
      ]),
    );
    expect(rows()).toHaveLength(1);
  });

  test('an HTML capture cannot be repeated once complete because its HTML is deleted', async () => {
    const app = await openFiles([html]);
    expect(await openMore(app, 'HTML')).toEqual(['Copy link', 'Annotate', 'Copy request ID']);
  });
});

describe('a running capture', () => {
  /** The tracker of running captures detects no end, so the page itself must. */
  beforeEach(() =>
    fakeServer.use(
      mockEndpoint('listScreenshots', {
        screenshots: [aScreenshot(1, { id: running.id, status: 'PROCESSING' })],
        meta: { page: 1, limit: 100, total: 1, isTotalExact: true },
      }).handler,
    ),
  );

  test('is cancelled from its menu, and the list is reloaded', async () => {
    let isCancelled = false;
    const cancel = mockEndpoint('cancelScreenshot', () => {
      isCancelled = true;
      return aScreenshot(1, { status: 'FAILED' });
    });
    const now = () => (isCancelled ? { ...failed, id: running.id } : running);
    fakeServer.use(mockEndpoint('listFiles', () => listed([now()])).handler, cancel.handler);
    const app = renderApp('/dashboard/files', { user: ada });
    expect(await openMore(app, String(running.url))).toEqual(['Cancel capture', 'Copy request ID']);
    await app.user.click(screen.getByRole('menuitem', { name: 'Cancel capture' }));
    await screen.findByText('Failed');
    expect(cancel.received[0]?.url.pathname).toBe(`/api/v1/screenshots/${running.id}/cancel`);
    expect(toastTexts()).toEqual(['Capture cancelled / No credits were charged.']);
  });

  test('that has already ended reports it and shows its result', async () => {
    const sentence = 'This capture has already ended: its status is COMPLETE.';
    let hasEnded = false;
    const cancel = mockEndpoint('cancelScreenshot', () => {
      hasEnded = true;
      return failure(409, sentence);
    });
    const now = () => (hasEnded ? { ...aFile(1), id: running.id } : running);
    fakeServer.use(mockEndpoint('listFiles', () => listed([now()])).handler, cancel.handler);
    const app = renderApp('/dashboard/files', { user: ada });
    await openMore(app, String(running.url));
    await app.user.click(screen.getByRole('menuitem', { name: 'Cancel capture' }));
    await screen.findByText('Complete');
    expect(toastTexts()).toEqual([`Error / ${sentence}`]);
  });
});
