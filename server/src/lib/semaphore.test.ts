import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const neverAborted = new AbortController().signal;

test('concurrency never exceeds the limit, and callers run in order', async () => {
  const semaphore = createSemaphore(2);
  const completions = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const started: number[] = [];
  const runs = completions.map(({ promise }, nth) =>
    semaphore.run(async () => {
      started.push(nth);
      await promise;
      return nth;
    }, neverAborted),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  completions[1]?.resolve();
  await runs[1];
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const { resolve } of completions) resolve();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3, 4]);
});

test('a failure releases its slot, and an abort only leaves the queue', async () => {
  const semaphore = createSemaphore(1);
  const completion = Promise.withResolvers<void>();
  const failing = semaphore.run(() => completion.promise, neverAborted);
  const cancelling = new AbortController();
  const cancelled = semaphore.run(async () => 'never', cancelling.signal);
  const last = semaphore.run(async () => 'last', neverAborted);
  cancelling.abort(new Error('too long'));
  await expect(cancelled).rejects.toThrow('too long');
  completion.reject(new Error('failed'));
  await expect(failing).rejects.toThrow('failed');
  expect(await last).toBe('last');
  await expect(semaphore.run(async () => 'late', cancelling.signal)).rejects.toThrow('too long');
});
