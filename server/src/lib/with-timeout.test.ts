import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => undefined);

test('work that ends in time gives its own outcome and leaves no timer behind', async () => {
  const options = { timeoutMs: 1_000, onTimeout: () => 'late' };
  await expect(withTimeout(Promise.resolve('done'), options)).resolves.toBe('done');
  await expect(withTimeout(Promise.reject(new Error('broken')), options)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that takes longer gives what onTimeout returns or throws', async () => {
  const late = withTimeout(never, { timeoutMs: 1_000, onTimeout: () => 'late' });
  const failing = withTimeout(never, {
    timeoutMs: 1_000,
    onTimeout: () => {
      throw new Error('too slow');
    },
  });
  const outcomes = Promise.allSettled([late, failing]);
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcomes).toEqual([
    { status: 'fulfilled', value: 'late' },
    { status: 'rejected', reason: new Error('too slow') },
  ]);
});
