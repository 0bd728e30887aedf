import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPrefetch } from '../../src/lib/api/prefetch.ts';
import { storageKeys } from '../../src/lib/storage/storage-keys.ts';

const { signal } = new AbortController();
const send = vi.fn<(signal?: AbortSignal) => Promise<number>>();
const setSession = (token: string) => {
  document.cookie = `shotwright_csrf=${token}; Path=/`;
};

beforeEach(() => {
  let count = 0;
  send.mockReset().mockImplementation(() => Promise.resolve((count += 1)));
  localStorage.setItem(storageKeys.authFlag, 'true');
  setSession('one');
});
afterEach(() => vi.useRealTimers());

test('a preloaded response is used once, and the next read sends a new request', async () => {
  const prefetch = createPrefetch(send);
  prefetch.start();
  expect(send).toHaveBeenCalledTimes(1);
  expect(await prefetch.read(signal)).toBe(1);
  expect(await prefetch.read(signal)).toBe(2);
  expect(send).toHaveBeenLastCalledWith(signal);
});

test('[PF-5] a second start shortly after the first sends nothing', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const prefetch = createPrefetch(send);
  prefetch.start();
  vi.advanceTimersByTime(9_000);
  prefetch.start();
  expect(send).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_001);
  prefetch.start();
  expect(await prefetch.read(signal)).toBe(2);
});

test('nothing is preloaded without a session', async () => {
  localStorage.setItem(storageKeys.authFlag, 'false');
  const prefetch = createPrefetch(send);
  prefetch.start();
  expect(send).not.toHaveBeenCalled();
});

test('a response preloaded by another session is not used', async () => {
  const prefetch = createPrefetch(send);
  prefetch.start();
  setSession('two');
  expect(await prefetch.read(signal)).toBe(2);
});

test('an old preloaded response is not used', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const prefetch = createPrefetch(send);
  prefetch.start();
  vi.advanceTimersByTime(10_001);
  expect(await prefetch.read(signal)).toBe(2);
});

test('a failed preload is retried, and only the second failure is reported', async () => {
  send.mockRejectedValueOnce(new Error('early'));
  const prefetch = createPrefetch(send);
  prefetch.start();
  expect(await prefetch.read(signal)).toBe(1);
  send.mockRejectedValue(new Error('late'));
  prefetch.start();
  await expect(prefetch.read(signal)).rejects.toThrow('late');
});
