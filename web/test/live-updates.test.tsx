import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { queryKeys } from '../src/lib/api/query-client.ts';
import { startLiveUpdates } from '../src/shell/live-updates.ts';
import { renderApp } from './app.tsx';
import { ada, mockEndpoint, aScreenshot, fakeServer } from './fake-api.ts';
import { FakeEventSource, useFakeEvents } from './fake-event-source.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'hidden');
});

function hideTab(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Live updates on an empty cache with one capture in `status`; records the keys that are refetched. */
function start(status = 'COMPLETE') {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const queryClient = new QueryClient();
  queryClient.setQueryData([...queryKeys.screenshots, 'recent'], { screenshots: [{ status }] });
  const refreshed: string[] = [];
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async (filters) => {
    refreshed.push(String(filters?.queryKey?.[0]));
  });
  return { refreshed, queryClient, stop: startLiveUpdates(queryClient) };
}

describe('on the Overview', () => {
  test('[QC-7] a finished capture and its credits are shown within a second', async () => {
    const stream = useFakeEvents();
    let status: 'PROCESSING' | 'COMPLETE' = 'PROCESSING';
    fakeServer.use(
      mockEndpoint('listScreenshots', () => ({
        screenshots: [aScreenshot(1, { status, thumbnailUrl: null })],
        meta: { page: 1, limit: 6, total: 1, isTotalExact: true },
      })).handler,
    );
    renderApp('/dashboard', { user: ada });
    await screen.findByText('In progress');
    await screen.findByText('12 / 100');
    expect([stream().url, stream().withCredentials]).toEqual(['/api/v1/dashboards/events', true]);
    act(() => stream().accept());
    act(() => stream().send('credits', { available: 20, held: 1 }));
    await screen.findByText('80 / 100');
    status = 'COMPLETE';
    act(() => stream().send('file', { id: aScreenshot(1).id, status }));
    await waitFor(() => expect(screen.getByText('Complete')).toBeTruthy());
  });
});

describe('the stream', () => {
  test('[QC-7] [GP-5] added credits reload the total, used ones only change the balance', () => {
    const stream = useFakeEvents();
    const { refreshed, stop, queryClient } = start();
    queryClient.setQueryData([...queryKeys.overview], { credits: 12, creditsTotal: 100 });
    stream().accept();
    stream().send('credits', { available: 11, held: 1 });
    vi.advanceTimersByTime(900);
    expect(refreshed).toEqual([]);
    stream().send('credits', { available: 61, held: 0 });
    vi.advanceTimersByTime(900);
    expect(refreshed).toEqual(['overview', 'subscription']);
    stop();
  });

  test('[QC-7] simultaneous events cause one reload, later ones at most one per second', () => {
    const stream = useFakeEvents();
    const { refreshed, stop } = start();
    stream().accept();
    for (let turn = 0; turn < 50; turn += 1)
      stream().send('file', { id: 'x', status: 'PROCESSING' });
    vi.advanceTimersByTime(900);
    expect(refreshed).toEqual(['screenshots', 'overview']);
    stream().send('file', { id: 'x', status: 'COMPLETE' });
    vi.advanceTimersByTime(900);
    expect(refreshed.slice(2)).toEqual(['screenshots', 'overview', 'files']);
    stop();
    expect(FakeEventSource.all.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test.each([['no json'], ['null'], ['{"status":7}'], ['{"available":"many"}']])(
    'survives an event with the data %s',
    (data) => {
      const stream = useFakeEvents();
      const { stop } = start();
      stream().accept();
      stream().send('file', data);
      stream().send('credits', data);
      expect(stream().isOpen).toBe(true);
      stop();
    },
  );

  test('[QC-7] reconnects after 1, 2, 4 … 30 seconds and then reloads missed changes', () => {
    const stream = useFakeEvents();
    const { refreshed, stop } = start();
    stream().accept();
    const waited = [1, 2, 4, 8, 16, 30, 30].map((seconds) => {
      const before = FakeEventSource.all.length;
      stream().fail();
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      const early = FakeEventSource.all.length - before;
      vi.advanceTimersByTime(1);
      return [early, FakeEventSource.all.length - before];
    });
    expect(waited).toEqual(Array.from({ length: 7 }, () => [0, 1]));
    expect(refreshed).toEqual([]);
    stream().accept();
    vi.advanceTimersByTime(1_000);
    expect(refreshed).toEqual(['files', 'screenshots', 'overview', 'tickets']);
    stop();
  });

  test('[QC-7] stops while the tab is hidden and restarts with it', () => {
    const stream = useFakeEvents();
    const { refreshed, stop } = start('PROCESSING');
    stream().accept();
    hideTab(true);
    expect(stream().isOpen).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect([FakeEventSource.all.length, refreshed]).toEqual([1, []]);
    hideTab(false);
    expect(FakeEventSource.all).toHaveLength(2);
    stream().accept();
    vi.advanceTimersByTime(1_000);
    expect(refreshed).toEqual(['files', 'screenshots', 'overview', 'tickets']);
    stop();
  });
});

describe('without a stream', () => {
  test('[QC-7] polls every five seconds while a capture is in progress', () => {
    const { refreshed, stop } = start('PENDING');
    vi.advanceTimersByTime(4_999);
    expect(refreshed).toEqual([]);
    vi.advanceTimersByTime(5_201);
    const once = ['files', 'screenshots', 'overview'];
    expect(refreshed).toEqual([...once, ...once]);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(refreshed).toHaveLength(6);
  });

  test('[QC-7] does not poll while nothing is in progress or a stream is connected', () => {
    const quiet = start('FAILED');
    vi.advanceTimersByTime(60_000);
    quiet.stop();
    const stream = useFakeEvents();
    const updates = start('PROCESSING');
    stream().accept();
    vi.advanceTimersByTime(60_000);
    updates.stop();
    expect([quiet.refreshed, updates.refreshed]).toEqual([[], []]);
  });
});
