import {
  accountEndpoints,
  csrf,
  projectEndpoints,
  screenshotEndpoints,
  type ErrorBody,
} from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  knownKey,
  knownSession,
  organizationId,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { route, type Route } from '../route.ts';

const seen: unknown[] = [];
let writes = 0;
const user = {
  id: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
  organizationId,
  email: 'a@b.c',
  firstName: 'A',
  lastName: 'B',
  provider: 'EMAIL',
} as const;
const routes: Route[] = [
  route(projectEndpoints.listProjects, async ({ caller }) => {
    seen.push(caller);
    return { data: { projects: [] } };
  }),
  route(projectEndpoints.listProjectsByKey, async ({ caller }) => {
    seen.push(caller);
    return { data: { projects: [] } };
  }),
  route(projectEndpoints.createProject, async ({ body }) => {
    writes += 1;
    const figures = { screenshotCount: 0, totalSize: 0, monthlyLimit: null, monthlyUsage: null };
    const createdAt = new Date(0).toISOString();
    return { data: { project: { id: 1, name: body.name, ...figures, createdAt } } };
  }),
  route(screenshotEndpoints.listDevices, async () => ({ data: { devices: [] } })),
  route(screenshotEndpoints.captureHtml, async () => {
    throw new Error('not reached');
  }),
  route(accountEndpoints.login, async () => ({
    data: { user },
    message: 'Welcome',
    cookies: [
      { name: 'shotwright_session', value: 'new', isHttpOnly: true, maxAgeSeconds: 60 },
      { name: csrf.cookie, value: 'mate', isHttpOnly: false, maxAgeSeconds: 60 },
    ],
  })),
];

let server: HttpServer;
let secure: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({ routes });
  secure = await startHttpServer({ routes, publicUrl: 'https://shots.example.com' });
});
afterAll(async () => {
  await server.close();
  await secure.close();
});

const codeOf = async (response: Response): Promise<unknown> => {
  const body: { code: unknown } = await response.json();
  return body.code;
};
const create = (headers: Record<string, string>, body = '{"name":"Site"}') =>
  server.request('/api/v1/projects', { method: 'POST', headers, body });

const withKey = (key?: string) =>
  server.request('/api/v1/projects', key === undefined ? {} : { headers: { 'x-api-key': key } });

test('[PA-11] a key in the Authorization header is rejected with the header it belongs in', async () => {
  const response = await server.request('/api/v1/projects', {
    headers: { authorization: `Bearer ${knownKey}` },
  });
  expect(response.status).toBe(401);
  const error: ErrorBody = await response.json();
  expect(error.code).toBe('api_key_missing');
  expect(error.message).toContain('"x-api-key: <key>" instead of in the Authorization header');
  expect(error.message).not.toContain(knownKey);
});

test('[PA-1] a missing and an unknown API key have different error codes, and a known one is accepted', async () => {
  const missing = await withKey();
  expect([missing.status, await codeOf(missing)]).toEqual([401, 'api_key_missing']);
  const unknown = await withKey('sk_other');
  expect([unknown.status, await codeOf(unknown)]).toEqual([401, 'api_key_invalid']);
  expect((await withKey(knownKey)).status).toBe(200);
  expect(seen.at(-1)).toEqual({
    kind: 'key',
    organizationId,
    apiKeyId: 1,
    projectId: null,
    isTest: false,
    access: 'full',
  });
});

test('key-only endpoints reject sessions, and session-only endpoints reject API keys', async () => {
  const bySession = await server.request('/api/v1/html-to-image', {
    method: 'POST',
    headers: sessionHeaders(),
    body: '{"html":"x"}',
  });
  expect([bySession.status, await codeOf(bySession)]).toEqual([401, 'api_key_missing']);
  const byKey = await server.request('/api/v1/projects/list', {
    headers: { 'x-api-key': knownKey },
  });
  expect([byKey.status, await codeOf(byKey)]).toEqual([401, 'session_expired']);
});

test('[AU-12] every private endpoint returns 401 without a session', async () => {
  const response = await server.request('/api/v1/projects/list');
  expect([response.status, await codeOf(response)]).toEqual([401, 'session_expired']);
});

test('[AU-13] a session is valid with both of its cookies', async () => {
  const response = await server.request('/api/v1/projects/list', { headers: sessionHeaders() });
  expect(response.status).toBe(200);
  expect(seen.at(-1)).toMatchObject({ kind: 'session', sessionId: 's' });
});

test('[AU-13] a session cookie without its CSRF cookie ends the session and expires the cookie', async () => {
  const response = await server.request('/api/v1/projects/list', {
    headers: { cookie: `shotwright_session=${knownSession.token}` },
  });
  expect([response.status, await codeOf(response)]).toEqual([401, 'session_expired']);
  expect(server.endedTokens).toContain(knownSession.token);
  expect(response.headers.getSetCookie()).toContain(
    'shotwright_session=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly',
  );
});

test('[AU-13] requesting the dashboard configuration after sign-out also ends the session', async () => {
  const response = await server.request('/config.json', {
    headers: { cookie: 'shotwright_session=left-behind' },
  });
  expect(response.status).toBe(200);
  expect(server.endedTokens).toContain('left-behind');
  expect(response.headers.getSetCookie()[0]).toContain('Max-Age=0');
});

test('an ended session returns 401 and expires both cookies', async () => {
  const response = await server.request('/api/v1/projects/list', {
    headers: { cookie: `shotwright_session=old; ${csrf.cookie}=old` },
  });
  expect(response.status).toBe(401);
  expect(response.headers.getSetCookie()).toHaveLength(2);
});

test('[AU-13] a change by session requires the CSRF token in a header', async () => {
  const { [csrf.header]: _, ...without } = sessionHeaders();
  const before = writes;
  const missing = await create(without);
  expect([missing.status, await codeOf(missing)]).toEqual([403, 'csrf_failed']);
  const wrong = await create({ ...without, [csrf.header]: 'guess' });
  expect([wrong.status, await codeOf(wrong)]).toEqual([403, 'csrf_failed']);
  expect(writes).toBe(before);
  expect((await create(sessionHeaders())).status).toBe(201);
  expect(writes).toBe(before + 1);
});

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3001' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('[AU-13] a cross-site change by session is rejected: %j', async (headers) => {
  const before = writes;
  const response = await create({ ...sessionHeaders(), ...headers });
  expect([response.status, await codeOf(response)]).toEqual([403, 'csrf_failed']);
  expect(writes).toBe(before);
});

test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
  'a cross-site form sent as %s changes nothing',
  async (type) => {
    const before = writes;
    const { cookie = '' } = sessionHeaders();
    const origin = 'https://evil.example';
    const response = await create({ cookie, origin, 'content-type': type }, '{"name":"x"}');
    expect([response.status, await codeOf(response)]).toEqual([403, 'csrf_failed']);
    expect(writes).toBe(before);
  },
);

test('the dashboard can write under every host name of this server', async () => {
  for (const origin of ['http://localhost:3000', server.url]) {
    const response = await create({ ...sessionHeaders(), origin, 'sec-fetch-site': 'same-origin' });
    expect(response.status).toBe(201);
  }
});

test.each([
  ['https', 'https', 201],
  ['https', 'http', 201],
  ['http', 'http', 201],
  ['ftp', 'http', 403],
])(
  'a page opened over %s writes to the same host over %s with status %i',
  async (from, scheme, status) => {
    const isSecure = scheme === 'https';
    const { request, url } = isSecure ? secure : server;
    const origin = `${from}://${new URL(url).host}`;
    const headers = { ...sessionHeaders(isSecure ? '__Host-' : ''), origin };
    const body = '{"name":"Site"}';
    expect((await request('/api/v1/projects', { method: 'POST', headers, body })).status).toBe(
      status,
    );
  },
);

test('a cross-site sign-in is rejected, a same-site or non-browser sign-in is not', async () => {
  const login = (headers: Record<string, string>) =>
    server.request('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"email":"a@b.c","password":"secret-secret"}',
    });
  const foreign = await login({ origin: 'https://evil.example' });
  expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'csrf_failed']);
  expect((await login({ origin: server.url })).status).toBe(200);
  expect((await login({})).status).toBe(200);
});

test('[PA-13] an API key sent by a cross-site page is rejected with the reason', async () => {
  const response = await server.request('/api/v1/devices', {
    headers: { 'x-api-key': knownKey, origin: 'https://shop.example' },
  });
  expect(response.status).toBe(403);
  const body: { code: string; message: string } = await response.json();
  expect(body.code).toBe('key_in_browser');
  expect(body.message).toContain('Do not use API keys in a browser');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test('[PA-13] a preflight is rejected with the same reason', async () => {
  const response = await server.request('/api/v1/html-to-image', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key',
    },
  });
  expect([response.status, await codeOf(response)]).toEqual([403, 'key_in_browser']);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test('[AU-13] over HTTPS both cookies are Secure and bound to the host, and only the session is HttpOnly', async () => {
  const response = await secure.request('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"a@b.c","password":"secret-secret"}',
  });
  expect(response.headers.getSetCookie()).toEqual([
    '__Host-shotwright_session=new; Path=/; SameSite=Lax; Max-Age=60; HttpOnly; Secure',
    '__Host-shotwright_csrf=mate; Path=/; SameSite=Lax; Max-Age=60; Secure',
  ]);
  const unprefixed = await secure.request('/api/v1/projects/list', { headers: sessionHeaders() });
  expect(unprefixed.status).toBe(401);
  const prefixed = await secure.request('/api/v1/projects/list', {
    headers: sessionHeaders('__Host-'),
  });
  expect(prefixed.status).toBe(200);
});

test.each([
  // A proxy over plain HTTP that does not forward the Host header.
  [
    { origin: 'http://shots.lan:8080' },
    'This request came from a page at http://shots.lan:8080, but the service is at http://localhost:3000. ' +
      'Open the dashboard there, or set PUBLIC_URL to the URL that users open.',
  ],
  [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    'This request came from another site. Use the dashboard, or an API key.',
  ],
  [{ origin: 'null' }, 'This request came from another site. Use the dashboard, or an API key.'],
])(
  '[AU-13] a dashboard opened at an unknown host is rejected with the URL to open: %o',
  async (headers, sentence) => {
    const response = await create({ ...sessionHeaders(), ...headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'csrf_failed', message: sentence });
  },
);

test('[AU-13] a same-origin page behind a proxy that replaces the Host header can write because of Sec-Fetch-Site', async () => {
  const headers = { origin: 'https://shots.lan', 'sec-fetch-site': 'same-origin' };
  expect((await create({ ...sessionHeaders(), ...headers })).status).toBe(201);
});
