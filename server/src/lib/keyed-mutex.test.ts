import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('work of one key runs one at a time in order, that of other keys beside it', async () => {
  const mutex = createKeyedMutex();
  const log: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const first = mutex('a', async () => {
    await opened;
    log.push('first');
  });
  const second = mutex('a', async () => log.push('second'));
  await mutex('b', async () => log.push('other'));
  open();
  await Promise.all([first, second]);
  expect(log).toEqual(['other', 'first', 'second']);
});

test('work runs after failed work, whose error only its own caller gets', async () => {
  const mutex = createKeyedMutex();
  const failed = mutex('a', async () => Promise.reject(new Error('failed')));
  const next = mutex('a', async () => 'next');
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
