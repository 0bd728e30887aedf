import { expect, test } from 'vitest';
import { createRunningCaptures } from './running-captures.ts';
import type { ScreenshotEvent } from '../events/screenshot-events.ts';

test('phases are published in order, even if an earlier one takes longer to send', async () => {
  const sent: string[] = [];
  const held = Promise.withResolvers<void>();
  const listeners: ((message: ScreenshotEvent) => void)[] = [];
  const captures = createRunningCaptures({
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    publish: async (message) => {
      if (message.kind === 'phase' && message.phase === 'queued') await held.promise;
      if (message.kind === 'phase') sent.push(message.phase);
    },
  });
  using work = captures.begin('one');
  work.enter('queued');
  for (const listener of listeners) listener({ kind: 'watch', id: 'one' });
  work.enter('loading');
  await new Promise((resolve) => setImmediate(resolve));
  held.resolve();
  await expect.poll(() => sent).toEqual(['queued', 'loading']);
});
