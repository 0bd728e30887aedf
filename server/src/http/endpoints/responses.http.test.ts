import { Readable } from 'node:stream';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defineEndpoint,
  fileEndpoints,
  projectEndpoints,
  screenshotEndpoints,
} from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  knownKey,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { AppError } from '../../shared/app-error.ts';
import { route } from '../route.ts';

const at = (operationId: string) =>
  ({
    operationId,
    summary: operationId,
    tag: 'Test',
    method: 'GET',
    path: `/test/${operationId}`,
    auth: 'public',
  }) as const;
const json = (operationId: string) =>
  defineEndpoint({
    ...at(operationId),
    response: { kind: 'envelope', schema: z.looseObject({ status: z.string().optional() }) },
  });
const binary = (operationId: string) =>
  defineEndpoint({ ...at(operationId), response: { kind: 'binary', contentTypes: ['image/png'] } });

let server: HttpServer;
const { promise: clientWentAway, resolve: clientGone } = Promise.withResolvers<void>();
const secretCause = new Error('password=hunter2');
beforeAll(async () => {
  server = await startHttpServer({
    handlerTimeoutMs: 1_000,
    routes: [
      route(json('own-status'), async () => ({
        data: { status: 'COMPLETE', width: 3 },
        message: 'Done',
      })),
      route(screenshotEndpoints.listDeviceNames, async () => ({ data: ['iPhone 15'] })),
      route(binary('buffer'), async () => ({
        binary: { body: Buffer.alloc(5_000, 1), contentType: 'image/png' },
        headers: { 'content-disposition': 'inline; filename="a.png"' },
      })),
      route(binary('stream'), async () => ({
        binary: {
          body: Readable.from([Buffer.from('ab'), Buffer.from('c')]),
          contentType: 'image/png',
        },
      })),
      route(json('broken'), async () => {
        throw new Error('the pool said hunter2', { cause: secretCause });
      }),
      route(json('breach'), async () => ({ data: { status: 5 } as never })),
      route(json('away'), async () => {
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      }),
      route(json('busy'), async () => {
        throw new AppError({
          code: 'rate_limited',
          message: 'Slow down.',
          retryAfterSeconds: 1.2,
        });
      }),
      route(json('hangs'), async ({ signal }) => {
        await sleep(60_000, undefined, { signal });
        return { data: {} };
      }),
      route(json('waits'), async ({ signal }) => {
        signal.addEventListener('abort', () => clientGone(), { once: true });
        await sleep(60_000, undefined, { signal });
        return { data: {} };
      }),
      route(screenshotEndpoints.captureUrl, async ({ body }) => ({
        data: {
          requestId: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
          creditRequired: 1,
          statusUrl: body.url,
          projectId: 1,
        },
      })),
      route(projectEndpoints.listProjects, async () => ({ data: { projects: [] } })),
      route(fileEndpoints.readFile, async () => ({
        binary: { body: Buffer.from('x'), contentType: 'image/png' },
      })),
    ],
  });
});
afterAll(() => server.close());

const bodyOf = async (response: Response): Promise<Record<string, unknown>> => response.json();

test('an envelope has its data under data and at the top level, where a status of the data takes precedence', async () => {
  const response = await server.request('/api/v1/test/own-status');
  expect(await bodyOf(response)).toEqual({
    status: 'COMPLETE',
    message: 'Done',
    data: { status: 'COMPLETE', width: 3 },
    width: 3,
  });
});

test('[AP-7] a bare response is the JSON itself', async () => {
  const response = await server.request('/api/v1/dashboards/supported-devices', {
    headers: sessionHeaders(),
  });
  expect(await response.json()).toEqual(['iPhone 15']);
});

test('binary responses carry type, length and name, and headers that prevent sniffing and scripts', async () => {
  const response = await server.request('/api/v1/test/buffer');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '5000',
    'content-disposition': 'inline; filename="a.png"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  const stream = await server.request('/api/v1/test/stream');
  expect(await stream.text()).toBe('abc');
});

test('a HEAD response has the headers and no body', async () => {
  const response = await server.request('/api/v1/test/buffer', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe('5000');
});

test('[PA-11] an unexpected error has the standard shape and does not expose its message', async () => {
  const response = await server.request('/api/v1/test/broken');
  expect(response.status).toBe(500);
  const body = await bodyOf(response);
  expect(body).toEqual({
    status: 'error',
    statusCode: 500,
    message: body.message,
    error: body.message,
    code: 'internal_error',
    details: {},
    requestId: response.headers.get('x-request-id'),
    retryable: true,
    creditsCharged: 0,
    docs: '/docs/errors/internal_error',
  });
  expect(JSON.stringify(body)).not.toContain('hunter2');
});

test('a response that violates the contract returns 500', async () => {
  expect((await server.request('/api/v1/test/breach')).status).toBe(500);
});

test('an unavailable dependency returns 503 with a retry time', async () => {
  const response = await server.request('/api/v1/test/away');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await bodyOf(response)).toMatchObject({ code: 'unavailable', retryable: true });
});

test('a temporary rejection states its duration in whole seconds', async () => {
  const response = await server.request('/api/v1/test/busy');
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
});

test('a handler that hangs returns 503 at its deadline and is aborted', async () => {
  const response = await server.request('/api/v1/test/hangs');
  expect(response.status).toBe(503);
  expect((await bodyOf(response)).message).toBe(
    'The request was not completed within 1 seconds. Try again.',
  );
});

test('a client that disconnects aborts the signal of its handler', async () => {
  const client = httpRequest(`${server.url}/api/v1/test/waits`);
  client.on('error', () => undefined);
  client.end();
  setTimeout(() => client.destroy(), 50);
  await expect(clientWentAway).resolves.toBeUndefined();
});

test('an unknown API path returns 404 as JSON, with any method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    for (const path of ['/api/v1/nothing', '/v1/nothing', '/api/v2/x', '/api']) {
      const response = await server.request(path, { method });
      expect(response.status).toBe(404);
      expect(await bodyOf(response)).toMatchObject({ code: 'not_found', statusCode: 404 });
    }
  }
});

test('an unsupported method returns 405 with the supported ones', async () => {
  const response = await server.request('/api/v1/projects/list', { method: 'PUT', body: 'any' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect(await bodyOf(response)).toMatchObject({
    code: 'method_not_allowed',
    message: 'PUT does not exist here. Use GET.',
    details: { methods: ['GET'] },
  });
  const options = await server.request('/api/v1/projects/list', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

test('a URL that cannot be decoded returns 400', async () => {
  expect((await server.request('/api/v1/files/%E0%A4%A')).status).toBe(400);
});

test.each(['/api/v1/screenshots', '/v1/screenshots', '/api/v1/screenshot', '/v1/screenshot'])(
  '[PA-2] a capture can be requested at %s',
  async (path) => {
    const response = await server.request(path, {
      method: 'POST',
      headers: { 'x-api-key': knownKey, 'content-type': 'application/json' },
      body: '{"url":"https://example.com"}',
    });
    expect(response.status).toBe(202);
  },
);

test('a public file can be embedded by other sites and requested with extra query parameters', async () => {
  const path = '/api/v1/files/0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42/1/s/a.png?utm_source=mail';
  const response = await server.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
