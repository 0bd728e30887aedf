import { expect, test } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { createScreenshotEnds } from './screenshot-ends.ts';

function openEnds(pollMs: number) {
  const announce: { to: (id: string) => void } = { to: () => undefined };
  let subscriptions = 0;
  const ends = createScreenshotEnds({
    logger: silentLogger,
    pollMs,
    subscribe: async (onMessage) => {
      subscriptions += 1;
      if (subscriptions === 1) throw new Error('the database is away');
      announce.to = onMessage;
      return { close: async () => undefined };
    },
  });
  return { ends, announce, count: () => subscriptions };
}
const never = async () => false;
const { signal } = new AbortController();

test('a wait ends when its own capture is announced, also before the wait began', async () => {
  const { ends, announce, count } = openEnds(60_000);
  (await ends.watch('lost')).close();
  const [one, other] = [await ends.watch('one'), await ends.watch('other')];
  expect(count()).toBe(2);
  announce.to('one');
  await one.wait({ timeoutMs: 60_000, signal, hasEnded: never });
  let isOver = false;
  const waiting = other
    .wait({ timeoutMs: 60_000, signal, hasEnded: never })
    .then(() => (isOver = true));
  announce.to('one');
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  announce.to('other');
  await waiting;
});

test('a wait that cannot be told asks for itself, and goes on when asking fails', async () => {
  const { ends } = openEnds(5);
  const watch = await ends.watch('one');
  const answers = [async () => Promise.reject(new Error('away')), never, async () => true];
  await watch.wait({ timeoutMs: 60_000, signal, hasEnded: () => answers.shift()!() });
  expect(answers).toEqual([]);
});

test('a wait ends with its time and with its caller', async () => {
  const { ends } = openEnds(60_000);
  const brief = await ends.watch('one');
  await expect(brief.wait({ timeoutMs: 5, signal, hasEnded: never })).resolves.toBeUndefined();
  const client = new AbortController();
  const watch = await ends.watch('two');
  const waiting = watch.wait({ timeoutMs: 60_000, signal: client.signal, hasEnded: never });
  client.abort();
  await expect(waiting).resolves.toBeUndefined();
  const late = watch.wait({ timeoutMs: 60_000, signal: client.signal, hasEnded: never });
  await expect(late).resolves.toBeUndefined();
});
