import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { defineEndpoint } from '@shotwright/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { knownKey, startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import type { Logger } from '../../lib/logger.ts';
import { matchesEtag } from '../../lib/etag.ts';
import { route } from '../route.ts';

const image = defineEndpoint({
  operationId: 'image',
  summary: 'image',
  tag: 'Test',
  method: 'GET',
  path: '/test/images/{name}',
  auth: 'key_or_link',
  params: z.object({ name: z.string() }),
  response: { kind: 'binary', contentTypes: ['image/png'] },
});

const etag = '"one"';
const logged: object[] = [];
const record = (fields: object): void => void logged.push(fields);
const logger: Logger = {
  debug: record,
  info: record,
  warn: record,
  error: record,
  child: () => logger,
};
let handled = 0;
let repeatMs = 0;

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({
    logger,
    routes: [
      route(image, async ({ header }) => {
        handled += 1;
        const isKnown = matchesEtag(header('if-none-match'), etag);
        return {
          ...(isKnown && { status: 304 }),
          binary: {
            body: Buffer.from(isKnown ? '' : `image ${handled}`),
            contentType: 'image/png',
          },
          headers: { etag, 'x-cache': 'MISS' },
          repeat: { untilMs: Date.now() + repeatMs, headers: { 'x-cache': 'HIT' } },
        };
      }),
    ],
  });
});
afterAll(() => server.close());
beforeEach(() => {
  handled = 0;
  repeatMs = 60_000;
  logged.length = 0;
});

const path = (name: string) => `/api/v1/test/images/${name}`;
const read = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await server.request(url, { method, headers });
  return { status: response.status, body: await response.text(), headers: response.headers };
};

test('[DL-15] an identical request gets the same response, and the headers of a hit, without the handler', async () => {
  const first = await read(path('same'));
  const second = await read(path('same'), { 'x-request-id': 'my-request-1' });
  expect([first.body, second.body, handled]).toEqual(['image 1', 'image 1', 1]);
  const headers = Object.fromEntries(first.headers);
  expect(Object.fromEntries(second.headers)).toEqual({
    ...headers,
    date: expect.any(String),
    'x-cache': 'HIT',
    'x-request-id': 'my-request-1',
  });
  expect(headers['content-security-policy']).toContain('sandbox');
  const third = await read(path('same'));
  expect(third.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(logged).toContainEqual({
    requestId: 'my-request-1',
    method: 'GET',
    route: '/api/v1/test/images/:name',
    status: 200,
    ms: expect.any(Number),
  });
});

test('[DL-15] a client that has the image gets 304, and one that has not never gets an empty image', async () => {
  const known = { 'if-none-match': etag };
  const statuses = async () => [
    (await read(path('known'), known)).status,
    (await read(path('known'), known)).status,
    handled,
  ];
  expect(await statuses()).toEqual([304, 304, 1]);
  expect((await read(path('known'))).body).toBe('image 2');
  expect((await read(path('known'))).body).toBe('image 2');
  expect(await statuses()).toEqual([304, 304, 2]);
  const [, notModified] = [await read(path('known')), await read(path('known'), known)];
  expect([notModified.body, notModified.headers.get('etag')]).toEqual(['', etag]);
});

test('other requests reach the handler: another Accept, a key, HEAD, a body, or after the end', async () => {
  await read(path('other'));
  await read(path('other'), { accept: 'image/webp' });
  await read(path('other'), { 'x-api-key': knownKey });
  expect((await read(path('other'), {}, 'HEAD')).body).toBe('');
  expect(handled).toBe(4);
  expect((await read(path('other'), { 'x-api-key': 'wrong' })).status).toBe(401);
  expect(await withBody(path('other'))).toBe('image 5');
  repeatMs = 0;
  await read(path('ended'));
  expect((await read(path('ended'))).body).toBe('image 7');
});

test('a response to a key or to HEAD is not repeated', async () => {
  await read(path('key'), { 'x-api-key': knownKey });
  await read(path('key'), {}, 'HEAD');
  expect((await read(path('key'))).body).toBe('image 3');
});

/** Sends a GET request with a body, which fetch cannot. */
async function withBody(url: string): Promise<string> {
  const sent = request(server.url + url, { headers: { accept: '*/*', 'content-length': '0' } });
  sent.end();
  const [response] = await once(sent, 'response');
  return text(response);
}
