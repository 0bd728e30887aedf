import { expect, test } from 'vitest';
import { createFormLimiter } from './form-limiter.ts';

const patient = new AbortController().signal;

test('two slow forms of one caller delay only that caller’s third form', async () => {
  const semaphore = createFormLimiter({ total: 4, perCaller: 2 });
  const slow = Promise.withResolvers<string>();
  const begun: string[] = [];
  const send = (caller: string, name: string) =>
    semaphore(
      caller,
      async () => {
        begun.push(name);
        return caller === 'slow' ? slow.promise : name;
      },
      patient,
    );
  const held = ['a', 'b', 'c'].map((name) => send('slow', name));
  expect(await send('other', 'd')).toBe('d');
  expect(begun).toEqual(['a', 'b', 'd']);
  slow.resolve('sent');
  expect(await Promise.all(held)).toEqual(['sent', 'sent', 'sent']);
  expect(begun).toEqual(['a', 'b', 'd', 'c']);
});

test('all callers together never exceed the total limit, and an aborted caller leaves the queue', async () => {
  const semaphore = createFormLimiter({ total: 2, perCaller: 2 });
  const doors = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const leaving = new AbortController();
  const sent = doors.map(({ promise }, nth) =>
    semaphore(
      `caller ${nth}`,
      () => {
        begun.push(nth);
        return promise;
      },
      nth === 2 ? leaving.signal : patient,
    ),
  );
  await expect.poll(() => begun).toEqual([0, 1]);
  leaving.abort(new Error('gone'));
  await expect(sent[2]).rejects.toThrow('gone');
  doors[0]?.resolve();
  doors[1]?.resolve();
  await Promise.all(sent.slice(0, 2));
  expect(begun).toEqual([0, 1]);
});
