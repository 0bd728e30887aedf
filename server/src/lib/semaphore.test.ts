import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const patient = new AbortController().signal;

test('concurrency never exceeds the limit, and callers run in order', async () => {
  const semaphore = createSemaphore(2);
  const doors = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = doors.map(({ promise }, nth) =>
    semaphore.run(async () => {
      begun.push(nth);
      await promise;
      return nth;
    }, patient),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  doors[1]?.resolve();
  await runs[1];
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of doors) resolve();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3, 4]);
});

test('a failure releases its slot, and an abort only leaves the queue', async () => {
  const semaphore = createSemaphore(1);
  const door = Promise.withResolvers<void>();
  const failing = semaphore.run(() => door.promise, patient);
  const hurry = new AbortController();
  const gone = semaphore.run(async () => 'never', hurry.signal);
  const last = semaphore.run(async () => 'last', patient);
  hurry.abort(new Error('too long'));
  await expect(gone).rejects.toThrow('too long');
  door.reject(new Error('failed'));
  await expect(failing).rejects.toThrow('failed');
  expect(await last).toBe('last');
  await expect(semaphore.run(async () => 'late', hurry.signal)).rejects.toThrow('too long');
});
