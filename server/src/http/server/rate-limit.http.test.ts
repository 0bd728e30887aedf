import { projectEndpoints } from '@shotwright/contract';
import { afterEach, expect, test } from 'vitest';
import {
  knownKey,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { createRateLimit, type RateLimits } from './rate-limit.ts';
import { route } from '../route.ts';

let server: HttpServer;
afterEach(() => server.close());

const start = async (rateLimits: RateLimits) => {
  const { listProjects, createProject } = projectEndpoints;
  const read = { ...listProjects, auth: 'session_or_key' } as const;
  const write = { ...createProject, auth: 'session_or_key', body: undefined } as const;
  server = await startHttpServer({
    rateLimits,
    isCheckingResponses: false,
    routes: [
      route(read, async () => ({ data: { projects: [] } })),
      route(write as never, async () => ({})),
    ],
  });
  return (method: string, headers: Record<string, string>) =>
    server.request(method === 'GET' ? '/v1/projects/list' : '/v1/projects', { method, headers });
};
const byKey = { 'x-api-key': knownKey };
const limitHeaders = ({ headers }: Response) => ({
  policy: headers.get('ratelimit-policy'),
  rateLimit: headers.get('ratelimit'),
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
});

test('[PA-10] every response states the remaining requests, and the one after the last is 429 with Retry-After', async () => {
  const send = await start({ key: 2, session: 5, address: 9 });
  expect(limitHeaders(await send('POST', byKey))).toEqual({
    policy: '"default";q=2;w=60',
    rateLimit: expect.stringMatching(/^"default";r=1;t=(60|59)$/) as string,
    limit: '2',
    remaining: '1',
  });
  expect((await send('POST', byKey)).headers.get('x-ratelimit-remaining')).toBe('0');
  const rejected = await send('POST', byKey);
  expect(rejected.status).toBe(429);
  expect(await rejected.json()).toMatchObject({ code: 'rate_limited', retryable: true });
  const seconds = Number(rejected.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  const reset = Number(rejected.headers.get('x-ratelimit-reset')) - Date.now() / 1_000;
  expect(Math.abs(reset - seconds)).toBeLessThan(3);
  expect(limitHeaders(rejected)).toMatchObject({ limit: '2', remaining: '0' });
});

test('reads have a separate, larger limit, and limits are per caller', async () => {
  const send = await start({ key: 1, session: 1, address: 1 });
  await send('POST', byKey);
  expect((await send('POST', byKey)).status).toBe(429);
  const reads = [await send('GET', byKey), await send('GET', byKey), await send('GET', byKey)];
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await send('GET', byKey)).status).toBe(429);
  expect((await send('POST', sessionHeaders())).status).toBe(201);
});

test('rejected requests are limited by IP address, so that API keys cannot be guessed', async () => {
  const send = await start({ key: 5, session: 5, address: 2 });
  const responses = [];
  for (let n = 0; n < 3; n += 1) responses.push(await send('POST', { 'x-api-key': `sk_${n}` }));
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 429]);
  expect(limitHeaders(responses[0]!).limit).toBe('2');
  expect((await send('POST', byKey)).status).toBe(201);
});

test('without a limit no headers are sent and no request is rejected', async () => {
  const send = await start({ key: 0, session: 0, address: 0 });
  expect(limitHeaders(await send('POST', byKey)).policy).toBeNull();
});

test('counting a request takes less than a tenth of a millisecond', async () => {
  await start({ key: 0, session: 0, address: 0 });
  const count = createRateLimit({ key: 1_000_000, session: 0, address: 0 });
  const caller = {
    kind: 'key',
    organizationId: 'o',
    apiKeyId: 1,
    projectId: null,
    isTest: false,
    access: 'full',
  } as const;
  const before = process.cpuUsage();
  for (let n = 0; n < 2_000; n += 1) await count({ caller, ip: '', method: 'GET' });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 2_000).toBeLessThan(100);
});
