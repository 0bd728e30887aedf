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

test('what was begun is read once, and then asked for anew', async () => {
  const prefetch = createPrefetch(send);
  prefetch.start();
  expect(send).toHaveBeenCalledTimes(1);
  expect(await prefetch.read(signal)).toBe(1);
  expect(await prefetch.read(signal)).toBe(2);
  expect(send).toHaveBeenLastCalledWith(signal);
});

test('nothing is begun for who is not signed in', async () => {
  localStorage.setItem(storageKeys.authFlag, 'false');
  const prefetch = createPrefetch(send);
  prefetch.start();
  expect(send).not.toHaveBeenCalled();
});

test('what another session began is not read', async () => {
  const prefetch = createPrefetch(send);
  prefetch.start();
  setSession('two');
  expect(await prefetch.read(signal)).toBe(2);
});

test('what was begun long ago is not read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const prefetch = createPrefetch(send);
  prefetch.start();
  vi.advanceTimersByTime(10_001);
  expect(await prefetch.read(signal)).toBe(2);
});

test('what failed early is asked for again, and that failure is told', async () => {
  send.mockRejectedValueOnce(new Error('early'));
  const prefetch = createPrefetch(send);
  prefetch.start();
  expect(await prefetch.read(signal)).toBe(1);
  send.mockRejectedValue(new Error('late'));
  prefetch.start();
  await expect(prefetch.read(signal)).rejects.toThrow('late');
});
