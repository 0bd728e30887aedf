import { createHash } from 'node:crypto';
import { defineEndpoint, projectEndpoints, screenshotEndpoints } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  knownKey,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import type { Logger } from '../../lib/logger.ts';
import { route } from '../route.ts';

const logged: { fields: Record<string, unknown>; message: string }[] = [];
const record = (fields: object, message: string) =>
  void logged.push({ fields: { ...fields }, message });
const logger: Logger = {
  debug: record,
  info: record,
  warn: record,
  error: record,
  child: () => logger,
};

const large = defineEndpoint({
  operationId: 'large',
  summary: 'large',
  tag: 'Test',
  method: 'GET',
  path: '/test/large',
  auth: 'public',
  response: { kind: 'envelope', schema: z.object({ text: z.string() }) },
});

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({
    logger,
    routes: [
      route(large, async () => ({ data: { text: 'a'.repeat(20_000) } })),
      route(projectEndpoints.deleteProject, async () => ({ data: {} })),
      route(screenshotEndpoints.captureUrl, async () => {
        throw new Error('the pool is empty');
      }),
    ],
  });
});
afterAll(() => server.close());

async function responseOf(path: string, init: RequestInit = {}) {
  const response = await server.request(path, init);
  const { headers, status } = response;
  return { headers, status, text: await response.text() };
}

test('[AP-38] responses carry a request id and are not stored, and JSON is compressed', async () => {
  const response = await server.request('/api/v1/test/large', {
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect((await response.text()).length).toBeGreaterThan(20_000);
});

test.each([
  ['my-trace.id:0001', true],
  ['short', false],
  ['has blanks in it', false],
  ['x'.repeat(129), false],
])('the request id of the caller is used if it is safe to log: %s', async (requestId, isUsed) => {
  const response = await server.request('/health/live', { headers: { 'x-request-id': requestId } });
  expect(response.headers.get('x-request-id') === requestId).toBe(isUsed);
});

test('[AP-38] every response has the security headers and the strict content security policy', async () => {
  for (const path of ['/docs', '/api/v1/test/large', '/api/v1/none', '/config.json']) {
    const { headers } = await server.request(path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;connect-src 'self';" +
        "worker-src 'self' blob:;frame-src 'self';frame-ancestors 'none';form-action 'self';base-uri 'none';object-src 'none'",
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toMatch(
      /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
    );
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('[PG-34] [AP-38] the HTML preview has an opaque origin, one script, no connections, and can be framed by our own pages only', async () => {
  const { headers, status, text } = await responseOf('/preview-frame');
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')?.split(';')).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline' https: http:",
    'img-src data: https: http:',
    'font-src data: https: http:',
    'media-src data: https: http:',
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ]);
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('[PG-34] the HTML preview is identical for all users and neither reads nor sets a session', async () => {
  const anonymous = await responseOf('/preview-frame');
  const member = await responseOf('/preview-frame', { headers: sessionHeaders() });
  expect(member.text).toBe(anonymous.text);
  expect(member.headers.getSetCookie()).toEqual([]);
});

test('[PG-34] no request from an opaque-origin document is authenticated as the user', async () => {
  const { headers, status } = await responseOf('/api/v1/projects/77', {
    method: 'DELETE',
    headers: { ...sessionHeaders(), origin: 'null', 'sec-fetch-site': 'cross-site' },
  });
  expect(status).toBe(403);
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('[AP-38] over HTTPS responses carry Strict-Transport-Security', async () => {
  const secure = await startHttpServer({ publicUrl: 'https://shots.example.com' });
  try {
    const { headers } = await secure.request('/health/live');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  } finally {
    await secure.close();
  }
});

test('the log contains request, route, status and organisation, and never a secret', async () => {
  logged.length = 0;
  await server.request('/api/v1/projects/77', {
    method: 'DELETE',
    headers: { ...sessionHeaders(), authorization: 'Bearer canary-1', 'x-api-key': 'canary-2' },
  });
  await server.request('/api/v1/screenshots?token=canary-3', {
    method: 'POST',
    headers: { 'x-api-key': knownKey, 'content-type': 'application/json' },
    body: '{"url":"https://u:canary-4@example.com","proxy_url":"canary-5"}',
  });
  const completed = logged.filter(({ message }) => message === 'request completed');
  expect(completed[0]?.fields).toMatchObject({
    method: 'DELETE',
    route: '/api/v1/projects/:id',
    status: 200,
    organizationId: expect.any(String),
    requestId: expect.any(String),
    ms: expect.any(Number),
  });
  const text = JSON.stringify(logged);
  expect(text).not.toMatch(/canary|session-token|companion-token|sk_known/);
});
