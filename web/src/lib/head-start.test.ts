import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withHeadStart } from './head-start.ts';
import { storageKeys } from './storage-keys.ts';

const { signal } = new AbortController();
const asked = vi.fn<(signal?: AbortSignal) => Promise<number>>();
const setSession = (token: string) => {
  document.cookie = `shotwright_csrf=${token}; Path=/`;
};

beforeEach(() => {
  let count = 0;
  asked.mockReset().mockImplementation(() => Promise.resolve((count += 1)));
  localStorage.setItem(storageKeys.authFlag, 'true');
  setSession('one');
});
afterEach(() => vi.useRealTimers());

test('what was begun is read once, and then asked for anew', async () => {
  const reading = withHeadStart(asked);
  reading.begin();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await reading.read(signal)).toBe(1);
  expect(await reading.read(signal)).toBe(2);
  expect(asked).toHaveBeenLastCalledWith(signal);
});

test('nothing is begun for who is not signed in', async () => {
  localStorage.setItem(storageKeys.authFlag, 'false');
  const reading = withHeadStart(asked);
  reading.begin();
  expect(asked).not.toHaveBeenCalled();
});

test('what another session began is not read', async () => {
  const reading = withHeadStart(asked);
  reading.begin();
  setSession('two');
  expect(await reading.read(signal)).toBe(2);
});

test('what was begun long ago is not read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const reading = withHeadStart(asked);
  reading.begin();
  vi.advanceTimersByTime(10_001);
  expect(await reading.read(signal)).toBe(2);
});

test('what failed early is asked for again, and that failure is told', async () => {
  asked.mockRejectedValueOnce(new Error('early'));
  const reading = withHeadStart(asked);
  reading.begin();
  expect(await reading.read(signal)).toBe(1);
  asked.mockRejectedValue(new Error('late'));
  reading.begin();
  await expect(reading.read(signal)).rejects.toThrow('late');
});
