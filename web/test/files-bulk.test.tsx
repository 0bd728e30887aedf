import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { download, downloadTimes } from '../src/lib/api/download.ts';
import { listen, toastTexts, type RenderedApp } from './app.tsx';
import { mockEndpoint, aScreenshot, failure, fakeServer } from './fake-api.ts';
import { aFile, boxOf, failed, html, openFiles, running, someFiles } from './files.page.tsx';

const site = (n: number) => `https://site-${String(n)}.example/`;
const zipUrl = '*/api/v1/projects/files/zip';

/** The page with these files, all of them ticked. */
async function openTicked(files = someFiles(3)) {
  const app = await openFiles(files);
  await screen.findByText(files[0]!.url ?? 'HTML');
  await app.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[1]!);
  await screen.findByText(`${String(files.length)} selected`);
  return app;
}

const trigger = (app: RenderedApp, name: string) =>
  app.user.click(screen.getByRole('button', { name }));

/** Records the names and texts of the files that are saved from now on. */
function watchSaves() {
  const names: string[] = [];
  const blobs: Blob[] = [];
  URL.createObjectURL = vi.fn<typeof URL.createObjectURL>((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return { names, blobs };
}

/** Returns a response body that the test fills chunk by chunk. */
function openBody() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (created) => {
      controller = created;
    },
  });
  return {
    stream,
    send: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
    break: () => controller.error(new Error('cut')),
  };
}

test('[RP-5] selected images become a report, in the order of the list', async () => {
  const app = await openTicked([...someFiles(2), failed]);
  await trigger(app, 'Report');
  expect(await screen.findByText('With 2 chosen captures')).toBeTruthy();
  expect(app.path()).toMatch(/^\/dashboard\/reports\/new\?captures=[\da-f-]{36},[\da-f-]{36}$/);
});

describe('downloading a zip', () => {
  test('[FM-23] shows its progress, saves all bytes and confirms it', async () => {
    const saves = watchSaves();
    const body = openBody();
    const requests: unknown[] = [];
    fakeServer.use(
      http.post(zipUrl, async ({ request }) => {
        requests.push(await request.json());
        return new HttpResponse(body.stream, { headers: { 'content-type': 'application/zip' } });
      }),
    );
    const app = await openTicked();
    await trigger(app, 'Download zip');
    await screen.findByText('Downloading zip…');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download zip' }).disabled).toBe(
      true,
    );
    body.send('P'.repeat(2_048));
    await screen.findByText('2 KB');
    body.send('K'.repeat(1_024));
    body.end();
    await waitFor(() => expect(toastTexts()).toEqual(['Zip downloaded successfully / 3 KB']));
    expect(requests).toEqual([{ ids: someFiles(3).map(({ id }) => id) }]);
    expect(saves.names).toEqual(['screenshots.zip']);
    expect([saves.blobs[0]?.size, saves.blobs[0]?.type]).toEqual([3_072, 'application/zip']);
    await waitFor(() => expect(screen.queryByText('Downloading zip…')).toBeNull());
  });

  test('a stopped download saves nothing and shows no toast', async () => {
    const saves = watchSaves();
    const body = openBody();
    fakeServer.use(http.post(zipUrl, () => new HttpResponse(body.stream)));
    const app = await openTicked();
    await trigger(app, 'Download zip');
    await screen.findByText('Downloading zip…');
    await trigger(app, 'Stop');
    await waitFor(() => expect(screen.queryByText('Downloading zip…')).toBeNull());
    expect([toastTexts(), saves.names]).toEqual([[], []]);
  });

  test.each([
    ['refused', () => failure(404, 'This file does not exist.'), 'This file does not exist.'],
    ['unexplained', () => new Response('', { status: 502 }), 'Failed to download the zip'],
  ])('[HX-6] a download that is %s shows a message', async (_, response, text) => {
    fakeServer.use(http.post(zipUrl, response));
    const app = await openTicked();
    await trigger(app, 'Download zip');
    await waitFor(() => expect(toastTexts()).toEqual([`Error / ${text}`]));
  });

  test('a download has no time limit while bytes arrive, and times out without them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { body, whole, seen } = startDownload();
    const ended = whole.catch((error: Error) => error.message);
    body.send('first');
    await vi.waitFor(() => expect(seen).toEqual([5]), { timeout: 15_000 });
    await vi.advanceTimersByTimeAsync(downloadTimes.stall * 0.9);
    body.send('second');
    await vi.waitFor(() => expect(seen).toEqual([5, 11]), { timeout: 15_000 });
    await vi.advanceTimersByTimeAsync(downloadTimes.stall * 0.9);
    body.send('third');
    await vi.waitFor(() => expect(seen).toEqual([5, 11, 16]), { timeout: 15_000 });
    await vi.advanceTimersByTimeAsync(downloadTimes.stall);
    expect(await ended).toBe('The download stood still for a minute. Try again.');
  });

  test('an interrupted download is not saved', async () => {
    const { body, whole } = startDownload();
    body.send('first');
    body.break();
    await expect(whole).rejects.toThrow('The download broke off. Try again.');
  });
});

/** Starts a download whose bytes the test sends; every chunk is reported. */
function startDownload() {
  const body = openBody();
  const seen: number[] = [];
  // A fake connection, because the fake server cannot interrupt or delay a response.
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body.stream));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += downloadTimes.progressInterval));
  const whole = download(
    { method: 'POST', path: '/projects/files/zip', body: { ids: [] } },
    { onBytes: (bytes) => seen.push(bytes), signal: new AbortController().signal },
  );
  return { body, whole, seen };
}

describe('moving', () => {
  test('[FM-23] offers a project, moves the selection and reloads the list', async () => {
    const move = mockEndpoint('moveFiles', { movedCount: 3 });
    fakeServer.use(move.handler);
    const app = await openTicked();
    await waitFor(() => screen.getByRole('button', { name: 'Move to project' }));
    await trigger(app, 'Move to project');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move 3 files to project' }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move' });
    expect(confirm.disabled).toBe(true);
    await app.user.click(dialog.getByRole('combobox', { name: 'Project' }));
    await app.user.click(await screen.findByRole('option', { name: 'Project 4' }));
    await app.user.click(confirm);
    await waitFor(() => expect(toastTexts()).toEqual(['Files moved successfully']));
    expect(move.received.map(({ body }) => body)).toEqual([
      { ids: someFiles(3).map(({ id }) => id), projectId: 4 },
    ]);
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull());
    await waitFor(() => expect(app.list.received).toHaveLength(2));
  });

  test('the current project of all files is not offered, and a failure preserves the selection', async () => {
    fakeServer.use(mockEndpoint('moveFiles', failure(404, 'This project does not exist.')).handler);
    const app = await openTicked([aFile(1), aFile(3)]);
    await waitFor(() => screen.getByRole('button', { name: 'Move to project' }));
    await trigger(app, 'Move to project');
    await app.user.click(await screen.findByRole('combobox', { name: /^Project/, hidden: false }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Project 1',
      'Project 3',
      'Project 4',
    ]);
    await app.user.click(screen.getByRole('option', { name: 'Project 3' }));
    await app.user.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / This project does not exist.']));
    expect(screen.getByText('2 selected')).toBeTruthy();
  });
});

describe('bulk recapture', () => {
  const accepted = { requestId: aFile(9).id, creditRequired: 1, statusUrl: '/x', projectId: 2 };
  const able = [aFile(1), failed, aFile(2)];

  test('[FM-23] [AX-12] shows its cost and the skipped files, then requests each capture and announces the progress', async () => {
    const capture = mockEndpoint('captureUrlFromDashboard', accepted);
    const retry = mockEndpoint('retryScreenshot', accepted);
    fakeServer.use(
      mockEndpoint('getScreenshot', aScreenshot(1)).handler,
      capture.handler,
      retry.handler,
    );
    const app = await openTicked([...able, html, running]);
    await trigger(app, 'Capture again');
    const dialog = within(await screen.findByRole('dialog', { name: 'Capture 3 files again' }));
    expect(dialog.getByText('Costs up to 3 credits. Failed captures are free.')).toBeTruthy();
    expect(
      dialog.getByText('2 of the selected files cannot be captured again and will be skipped.'),
    ).toBeTruthy();
    expect(capture.received).toHaveLength(0);
    const heard = listen();
    await app.user.click(dialog.getByRole('button', { name: 'Capture again' }));
    await waitFor(() => expect(toastTexts()).toEqual(['3 screenshots requested']));
    expect(capture.received.map(({ body }) => (body as { url: string }).url)).toEqual([
      site(1),
      site(2),
    ]);
    expect(retry.received).toHaveLength(1);
    expect(heard[0]).toBe('Files: Capturing again…');
    expect(heard.slice(1)).toContain('Files: 2 of 3');
  });

  test('a rejected capture does not block the others and is reported', async () => {
    fakeServer.use(
      mockEndpoint('getScreenshot', aScreenshot(1)).handler,
      mockEndpoint('captureUrlFromDashboard', accepted).handler,
      mockEndpoint('retryScreenshot', failure(409, 'Send the complete request again.')).handler,
    );
    const app = await openTicked(able);
    await trigger(app, 'Capture again');
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.click(dialog.getByRole('button', { name: 'Capture again' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        '2 screenshots requested',
        'Error / 1 could not be captured again. Send the complete request again.',
      ]),
    );
  });

  test('without credits the remaining captures are not requested', async () => {
    let credits = 1;
    const capture = mockEndpoint('captureUrlFromDashboard', () =>
      credits-- > 0 ? accepted : failure(402, 'Not enough credits.'),
    );
    fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1)).handler, capture.handler);
    const app = await openTicked(someFiles(5));
    await trigger(app, 'Capture again');
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.click(dialog.getByRole('button', { name: 'Capture again' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual(['1 screenshot requested', 'Error / Not enough credits.']),
    );
    expect(capture.received).toHaveLength(2);
  });

  test('it can be stopped between two captures', async () => {
    const barrier = Promise.withResolvers<void>();
    const capture = mockEndpoint('captureUrlFromDashboard', async () => {
      await barrier.promise;
      return accepted;
    });
    fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1)).handler, capture.handler);
    const app = await openTicked(someFiles(5));
    await trigger(app, 'Capture again');
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.click(dialog.getByRole('button', { name: 'Capture again' }));
    await screen.findByText('0 of 5');
    await waitFor(() => expect(capture.received).toHaveLength(1));
    await trigger(app, 'Stop');
    act(() => barrier.resolve());
    await waitFor(() => expect(toastTexts()).toEqual(['1 screenshot requested']));
    expect(capture.received).toHaveLength(1);
  });
});

describe('deleting', () => {
  test('[FM-23] is also in the selection bar and requires confirmation', async () => {
    const app = await openTicked();
    expect(boxOf(site(1)).checked).toBe(true);
    await trigger(app, 'Delete');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete file' }));
    expect(dialog.getByText(/"3 files"/)).toBeTruthy();
  });
});
