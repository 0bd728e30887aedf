import { expect, test } from 'vitest';
import { createFormLimiter } from './form-limiter.ts';

const neverAborted = new AbortController().signal;

test('two slow forms of one caller delay only that caller’s third form', async () => {
  const semaphore = createFormLimiter({ total: 4, perCaller: 2 });
  const slow = Promise.withResolvers<string>();
  const started: string[] = [];
  const send = (caller: string, name: string) =>
    semaphore(
      caller,
      async () => {
        started.push(name);
        return caller === 'slow' ? slow.promise : name;
      },
      neverAborted,
    );
  const held = ['a', 'b', 'c'].map((name) => send('slow', name));
  expect(await send('other', 'd')).toBe('d');
  expect(started).toEqual(['a', 'b', 'd']);
  slow.resolve('sent');
  expect(await Promise.all(held)).toEqual(['sent', 'sent', 'sent']);
  expect(started).toEqual(['a', 'b', 'd', 'c']);
});

test('all callers together never exceed the total limit, and an aborted caller leaves the queue', async () => {
  const semaphore = createFormLimiter({ total: 2, perCaller: 2 });
  const completions = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const started: number[] = [];
  const cancelling = new AbortController();
  const sent = completions.map(({ promise }, nth) =>
    semaphore(
      `caller ${nth}`,
      () => {
        started.push(nth);
        return promise;
      },
      nth === 2 ? cancelling.signal : neverAborted,
    ),
  );
  await expect.poll(() => started).toEqual([0, 1]);
  cancelling.abort(new Error('gone'));
  await expect(sent[2]).rejects.toThrow('gone');
  completions[0]?.resolve();
  completions[1]?.resolve();
  await Promise.all(sent.slice(0, 2));
  expect(started).toEqual([0, 1]);
});
