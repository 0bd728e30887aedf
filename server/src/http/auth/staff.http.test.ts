import { csrf, staffEndpoints } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  knownKey,
  knownSession,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { openApiDocument } from '../docs/openapi.ts';
import { route, type Route } from '../route.ts';

let calls = 0;
const routes: Route[] = [
  route(staffEndpoints.listStaffTickets, async () => {
    calls += 1;
    return { data: { tickets: [] } };
  }),
  route(staffEndpoints.previewReply, async () => {
    calls += 1;
    return { data: { html: '' } };
  }),
];
let server: HttpServer;
let team: HttpServer;
const rateLimits = { key: 2, session: 2, address: 2 };
beforeAll(async () => {
  server = await startHttpServer({ routes, rateLimits });
  team = await startHttpServer({ routes }, { isStaff: true });
});
afterAll(() => Promise.all([server.close(), team.close()]));

const list = '/api/v1/staff/tickets';
const preview = '/api/v1/staff/replies/preview';
const unknown = '/api/v1/unknown/address';
const { cookie = '' } = sessionHeaders();

/**
 * Returns everything visible in a response except the parts that differ between two requests for
 * one URL.
 */
async function visiblePartOf(path: string, init: RequestInit): Promise<unknown> {
  const response = await server.request(path, init);
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'x-request-id'].includes(name),
  );
  const text = (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(path, '');
  return {
    status: response.status,
    headers: headers.filter(([name]) => name !== 'content-length'),
    text,
  };
}

test.each<[string, RequestInit]>([
  ['a caller without credentials', {}],
  ['an API key', { headers: { 'x-api-key': knownKey } }],
  ['an unknown API key', { headers: { 'x-api-key': 'sk_other' } }],
  ['a signed-in user', { headers: sessionHeaders() }],
  ['half a session', { headers: { cookie: `shotwright_session=${knownSession.token}` } }],
  ['an ended session', { headers: { cookie: `shotwright_session=old; ${csrf.cookie}=old` } }],
  ['a page of another site', { headers: { cookie, origin: 'https://evil.example' } }],
  ['a body that is not JSON', { headers: sessionHeaders(), method: 'POST', body: '{' }],
  [
    'a body of another type',
    { headers: { 'content-type': 'text/plain' }, method: 'POST', body: 'x' },
  ],
  [
    'a body that is too large',
    { headers: sessionHeaders(), method: 'POST', body: 'x'.repeat(2e6) },
  ],
  ['another method', { method: 'PUT', headers: sessionHeaders(), body: '{}' }],
  ['a request for the methods', { method: 'OPTIONS' }],
  ['a preflight', { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }],
])('[SF-1] for %s a staff path is indistinguishable from an unknown path', async (_, init) => {
  for (const path of [list, preview]) {
    // Also the third request, at which an existing endpoint applies its rate limit.
    for (let nth = 0; nth < 3; nth += 1)
      expect(await visiblePartOf(path, init)).toEqual(await visiblePartOf(unknown, init));
    expect(await visiblePartOf(path, init)).toMatchObject({ status: 404 });
  }
  expect(calls).toBe(0);
});

test('a session without its CSRF cookie is ended by a request to a staff path', async () => {
  await server.request(list, { headers: { cookie: 'shotwright_session=left' } });
  expect(server.endedTokens).toContain('left');
});

test('staff have access, and a change requires the CSRF token in a header', async () => {
  const before = calls;
  expect((await team.request(list, { headers: sessionHeaders() })).status).toBe(200);
  const body = '{"markdown":"hello"}';
  const { [csrf.header]: _, ...without } = sessionHeaders();
  const rejected = await team.request(preview, { method: 'POST', headers: without, body });
  expect(rejected.status).toBe(403);
  expect(await rejected.json()).toMatchObject({ code: 'csrf_failed' });
  const accepted = await team.request(preview, { method: 'POST', headers: sessionHeaders(), body });
  expect(accepted.status).toBe(200);
  expect(calls).toBe(before + 2);
});

test('the API description does not mention staff', () => {
  expect(Object.keys(openApiDocument().paths).filter((path) => path.includes('staff'))).toEqual([]);
});
