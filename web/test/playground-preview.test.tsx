import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen, toastTexts } from './app.tsx';
import { aKey } from './api-keys.page.tsx';
import { anOverview, mockEndpoint, aScreenshot, fakeServer } from './fake-api.ts';
import { useFakeEvents, type FakeEventSource } from './fake-event-source.ts';
import {
  captureButton,
  captureId,
  fillIn,
  openPlayground,
  playgroundServer,
} from './playground-fixtures.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Starts the capture and returns its stream of events. */
async function captureWithStream(user: UserEvent): Promise<FakeEventSource> {
  const stream = useFakeEvents(/\/screenshots\/[^/]+\/events$/);
  await user.click(captureButton());
  return waitFor(stream);
}

/** Sends an event as the server would. */
function send(stream: FakeEventSource, event: string, data: unknown): void {
  act(() => stream.send(event, data));
}

const veteran = { ...anOverview(), onboarding: { ...anOverview().onboarding, hasCapture: true } };

async function openPreview() {
  fakeServer.use(mockEndpoint('getOverview', veteran).handler);
  const app = await openPlayground();
  await app.user.click(screen.getByRole('button', { name: 'Preview' }));
  await fillIn(app.user);
  return { ...app, preview: within(screen.getByRole('region', { name: 'Preview' })) };
}

describe('the preview', () => {
  test('[PG-26] is hidden until it is opened, and then remembered', async () => {
    playgroundServer();
    fakeServer.use(mockEndpoint('getOverview', veteran).handler);
    const { user } = await openPlayground();
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    await fillIn(user);
    await user.click(captureButton());
    await screen.findByText(/^Ready in/);
    expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show preview' }));
    expect(screen.getByRole('img', { name: 'Screenshot of https://site-1.example/' })).toBeTruthy();
    expect(localStorage.getItem('playgroundPreview')).toBe('open');
  });

  test('[PG-27] opens automatically for the first capture of an account', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(captureButton());
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(await preview.findByRole('img')).toBeTruthy();
  });

  test('[PG-27] follows the streamed phases to the image and its details', async () => {
    playgroundServer();
    const { user, preview } = await openPreview();
    const stream = await captureWithStream(user);
    send(stream, 'progress', { status: 'PENDING', phase: 'queued', position: 3, elapsedMs: 1 });
    await preview.findByText('Queued, position 3');
    for (const [phase, text] of [
      ['loading', 'Loading the page'],
      ['waiting', 'Waiting'],
      ['capturing', 'Capturing'],
      ['saving', 'Saving'],
    ]) {
      send(stream, 'progress', { status: 'PROCESSING', phase, elapsedMs: 2 });
      await preview.findByText(text!);
    }
    send(
      stream,
      'finished',
      aScreenshot(1, {
        imageWidth: 1280,
        imageHeight: 720,
        screenshotImageSize: 2048,
        duration: 0.42,
      }),
    );
    const image = await preview.findByRole<HTMLImageElement>('img');
    expect(image.getAttribute('src')).toBe('/files/1.png');
    for (const fact of ['1,280 × 720', '2 KB', '0.42s'])
      expect(preview.getByText(fact)).toBeTruthy();
    for (const name of ['Download', 'Copy image', 'Copy link']) {
      expect(preview.getByRole('button', { name })).toBeTruthy();
    }
    expect(preview.getByRole('link', { name: 'Open in File Manager' })).toBeTruthy();
    expect(captureButton().disabled).toBe(false);
  });

  test('[AX-12] the start, each longer phase and the end are announced, but not every change', async () => {
    playgroundServer();
    const { user, preview } = await openPreview();
    const heard = listen();
    const stream = await captureWithStream(user);
    send(stream, 'progress', { status: 'PENDING', phase: 'queued', position: 3, elapsedMs: 1 });
    send(stream, 'progress', { status: 'PROCESSING', phase: 'loading', elapsedMs: 2 });
    send(stream, 'progress', { status: 'PROCESSING', phase: 'waiting', elapsedMs: 3 });
    const start = ['Capture: Sending the request', 'Capture: Waiting'];
    await waitFor(() => expect(heard).toEqual(start), { timeout: 3_000 });
    send(stream, 'progress', { status: 'PROCESSING', phase: 'capturing', elapsedMs: 2 });
    send(stream, 'finished', aScreenshot(1));
    await preview.findByRole('img');
    expect(heard).toEqual([...start, expect.stringMatching(/^Capture: Ready in/)]);
  });

  test('[PG-27] if the stream breaks, the image is loaded by polling', async () => {
    playgroundServer();
    const { user, preview } = await openPreview();
    const stream = await captureWithStream(user);
    send(stream, 'progress', { status: 'PROCESSING', phase: 'loading', elapsedMs: 1 });
    await preview.findByText('Loading the page');
    act(() => stream.fail());
    expect(await preview.findByRole('img')).toBeTruthy();
  });

  test('[PG-27] a running capture can be cancelled', async () => {
    playgroundServer();
    const cancel = mockEndpoint('cancelScreenshot', aScreenshot(1, { status: 'FAILED' }));
    fakeServer.use(cancel.handler);
    const { user, preview } = await openPreview();
    const stream = await captureWithStream(user);
    send(stream, 'progress', { status: 'PROCESSING', phase: 'waiting', elapsedMs: 1 });
    await preview.findByText('Waiting');
    await user.click(preview.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(cancel.received).toHaveLength(1));
    expect(cancel.received[0]?.url.pathname).toBe(`/api/v1/screenshots/${captureId}/cancel`);
    send(
      stream,
      'finished',
      aScreenshot(1, { status: 'FAILED', code: 'cancelled', screenshotUrl: null }),
    );
    await preview.findByText('Capture cancelled');
    expect(captureButton().disabled).toBe(false);
  });

  test('[PG-27] the image is downloaded under its file name through the dashboard', async () => {
    playgroundServer({ screenshotUrl: '/api/v1/files/1/2/3/my%20shot.png' });
    const download = mockEndpoint('downloadFile', new Response('png') as never);
    fakeServer.use(download.handler);
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => {};
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const { user, preview } = await openPreview();
    await user.click(captureButton());
    await user.click(await preview.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(toastTexts()).toContain('File downloaded successfully'));
    expect(names).toEqual(['my shot.png']);
    expect(download.received[0]?.body).toEqual({ url: '/api/v1/files/1/2/3/my%20shot.png' });
  });
});

describe('a failed capture', () => {
  const failed = {
    status: 'FAILED',
    screenshotUrl: null,
    code: 'selector_not_found',
    message: 'The selector "#main" was not found. The page loaded in 2.1 s.',
    creditsCharged: 0,
  } as const;

  test('[PG-28] shows the reason, the remedy and that it was free, and offers the next steps', async () => {
    playgroundServer(failed);
    const { user, preview } = await openPreview();
    await user.click(captureButton());
    await preview.findByText(failed.message);
    expect(preview.getByText('Try a longer delay or check the selector.')).toBeTruthy();
    expect(preview.getByText('No credits were charged.')).toBeTruthy();
    expect(preview.getByText('selector_not_found')).toBeTruthy();
    expect(preview.getByText(captureId)).toBeTruthy();
    const docs = preview.getByRole('link', { name: /About this error/ });
    expect(docs.getAttribute('href')).toBe('/docs/errors/selector_not_found');
    const ticket = new URL(
      preview.getByRole<HTMLAnchorElement>('link', { name: 'Create ticket' }).href,
    );
    expect(Object.fromEntries(ticket.searchParams)).toEqual({
      new: 'capture',
      title: failed.message,
      code: 'selector_not_found',
      request: captureId,
    });
  });

  test('[PG-28] Retry captures again with the same form', async () => {
    const sent = playgroundServer(failed);
    const { user, preview } = await openPreview();
    await user.click(captureButton());
    await preview.findByText(failed.message);
    fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1)).handler);
    await user.click(preview.getByRole('button', { name: 'Retry' }));
    await preview.findByRole('img');
    expect(sent.url.map(({ body }) => body)).toEqual([sent.url[0]?.body, sent.url[0]?.body]);
  });

  test('[PG-28] shows the failure image if the engine stored one', async () => {
    playgroundServer({ ...failed, pageImageUrl: '/files/as-it-was.jpg' });
    const { user, preview } = await openPreview();
    await user.click(captureButton());
    const figure = within(await preview.findByRole('figure'));
    expect(figure.getByText('Page at the time of failure')).toBeTruthy();
    const name = 'https://site-1.example/ at the time of failure';
    const image = figure.getByRole('img', { name });
    expect(image.getAttribute('src')).toBe('/files/as-it-was.jpg');
    const whole = figure.getByRole('link', { name: /opens in a new tab/ });
    expect(whole.getAttribute('href')).toBe('/files/as-it-was.jpg');
    fireEvent.error(image);
    expect(preview.queryByRole('figure')).toBeNull();
    expect(preview.getByText(failed.message)).toBeTruthy();
  });

  test('[PG-28] shows no image if the page was not captured', async () => {
    playgroundServer(failed);
    const { user, preview } = await openPreview();
    await user.click(captureButton());
    await preview.findByText(failed.message);
    expect(preview.queryByRole('img')).toBeNull();
  });
});

describe('the Developer panel', () => {
  const key = aKey(5, { name: 'CI', key: 'sk_live_0123456789abcdef' });

  test('[PG-21] [RL-12] shows the endpoint and the payload, which follow the form', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Developer' }));
    const panel = within(screen.getByRole('complementary', { name: 'Developer' }));
    expect(panel.getAllByText('http://localhost/api/v1/screenshots').length).toBeGreaterThan(0);
    const payload = () =>
      JSON.parse(panel.getByRole('tabpanel').querySelector('pre')?.textContent ?? '') as object;
    expect(payload()).toMatchObject({ url: 'https://example.com', full_page: 'false' });
    await user.click(screen.getByRole('switch', { name: 'Full Page' }));
    expect(payload()).toMatchObject({ full_page: 'true' });
    await user.click(panel.getByRole('button', { name: 'Copy JSON' }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(payload());
    await user.click(screen.getByRole('radio', { name: /HTML Code/ }));
    expect(panel.getAllByText('http://localhost/api/v1/html-to-image').length).toBeGreaterThan(0);
    await user.click(panel.getByRole('button', { name: 'Close' }));
    expect(document.activeElement?.textContent).toBe('Developer');
  });

  test('[PG-29] [DX-3] a sample masks the key on screen, contains it when copied, and its language is remembered', async () => {
    playgroundServer();
    fakeServer.use(
      mockEndpoint('listApiKeys', { apiKeys: [key, { ...key, id: 6, isActive: false }] }).handler,
    );
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Developer' }));
    const panel = within(screen.getByRole('complementary', { name: 'Developer' }));
    await panel.findByRole('combobox', { name: 'API key' });
    expect(panel.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'JSON',
      'cURL',
      'Node',
      'Python',
      'Go',
      'PHP',
      'Ruby',
      'Java',
      'C#',
    ]);
    await user.click(panel.getByRole('tab', { name: 'cURL' }));
    await panel.findByRole('button', { name: 'Copy cURL' });
    const tabpanel = await panel.findByRole('tabpanel');
    const shown = tabpanel.querySelector('pre')?.textContent;
    expect(shown).toContain('sk_live_••••••••••••');
    expect(shown).not.toContain(key.key);
    await user.click(panel.getByRole('button', { name: 'Copy cURL' }));
    expect(await navigator.clipboard.readText()).toContain(`x-api-key: ${key.key}`);
    expect(localStorage.getItem('sampleLanguage')).toBe('curl');
  });
});
