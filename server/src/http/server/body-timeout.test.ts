import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { enforceBodyTimeout } from './body-timeout.ts';

afterEach(() => void vi.useRealTimers());

test('a request that the process sends to itself is not ended after its response', async () => {
  const app = fastify();
  app.addHook('onRequest', async (request, reply) => {
    const given = { response: reply.raw, requestId: request.id, timeoutMs: 30_000 };
    enforceBodyTimeout(request.raw, given);
  });
  app.post('/', async () => 'done');
  await app.ready();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const response = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } });
  expect(response.body).toBe('done');
  // The timer would end a socket that does not exist, which ends the process.
  expect(() => vi.advanceTimersByTime(30_000)).not.toThrow();
});
