import { expect, test } from 'vitest';
import { createCompletionWaiters } from './completion-waiter.ts';
import type { ScreenshotEvent } from './screenshot-events.ts';

function openWaiters(pollMs: number) {
  const listeners: ((events: ScreenshotEvent) => void)[] = [];
  const connected: (() => void)[] = [];
  const completionWaiters = createCompletionWaiters({
    pollMs,
    events: {
      listen: async () => false,
      subscribe: (handler) => {
        listeners.push(handler);
        return () => undefined;
      },
      onConnected: (listener) => connected.push(listener),
    },
  });
  const reconnect = (): void => {
    for (const listener of connected) listener();
  };
  const notify = (id: string, status: 'PROCESSING' | 'COMPLETE'): void => {
    for (const handler of listeners) handler({ kind: 'status', id, organizationId: 'one', status });
  };
  return { completionWaiters, notify, reconnect };
}
const never = async () => false;
const { signal } = new AbortController();

test('a wait ends when its own capture is published, even before the wait started', async () => {
  const { completionWaiters, notify } = openWaiters(60_000);
  const [one, other] = [
    await completionWaiters.watch('one'),
    await completionWaiters.watch('other'),
  ];
  notify('one', 'COMPLETE');
  await one.wait({ timeoutMs: 60_000, signal, hasEnded: never });
  let isOver = false;
  const waiting = other
    .wait({ timeoutMs: 60_000, signal, hasEnded: never })
    .then(() => (isOver = true));
  notify('one', 'COMPLETE');
  notify('other', 'PROCESSING');
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  notify('other', 'COMPLETE');
  await waiting;
});

test('all who wait for one capture get its end', async () => {
  const { completionWaiters, notify } = openWaiters(60_000);
  const watches = [await completionWaiters.watch('one'), await completionWaiters.watch('one')];
  const left = await completionWaiters.watch('one');
  left.close();
  const waits = watches.map((watch) => watch.wait({ timeoutMs: 60_000, signal, hasEnded: never }));
  notify('one', 'COMPLETE');
  await expect(Promise.all(waits)).resolves.toHaveLength(2);
});

test('a wait polls as soon as the connection of the notifications is restored', async () => {
  const { completionWaiters, reconnect } = openWaiters(60_000);
  const watch = await completionWaiters.watch('one');
  const polls = [true, false];
  const hasEnded = async () => polls.pop()!;
  const waiting = watch.wait({ timeoutMs: 60_000, signal, hasEnded });
  reconnect();
  await new Promise(setImmediate);
  expect(polls).toEqual([true]);
  reconnect();
  await waiting;
  reconnect();
  expect(polls).toEqual([]);
});

test('a wait without events polls and continues after a failed poll', async () => {
  const { completionWaiters } = openWaiters(5);
  const watch = await completionWaiters.watch('one');
  const polls = [async () => Promise.reject(new Error('away')), never, async () => true];
  await watch.wait({ timeoutMs: 60_000, signal, hasEnded: () => polls.shift()!() });
  expect(polls).toEqual([]);
});

test('a wait ends at its timeout and at its caller’s abort', async () => {
  const { completionWaiters } = openWaiters(60_000);
  const brief = await completionWaiters.watch('one');
  await expect(brief.wait({ timeoutMs: 5, signal, hasEnded: never })).resolves.toBeUndefined();
  const client = new AbortController();
  const watch = await completionWaiters.watch('two');
  const waiting = watch.wait({ timeoutMs: 60_000, signal: client.signal, hasEnded: never });
  client.abort();
  await expect(waiting).resolves.toBeUndefined();
  const late = watch.wait({ timeoutMs: 60_000, signal: client.signal, hasEnded: never });
  await expect(late).resolves.toBeUndefined();
});
