import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestKey, type TestSession } from '../../../test/app.ts';
import { insertProject } from '../../../test/factories.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import type { ParsedJson } from '../../../test/json.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const list = async (person: TestSession, query = '') =>
  readJson(await person.call('GET', `/requests${query}`));
const rowsOf = async (person: TestSession, query = ''): Promise<ParsedJson[]> =>
  (await list(person, query)).requests;

/** Returns the log once it has `count` rows. */
async function logged(person: TestSession, count: number): Promise<ParsedJson[]> {
  await expect.poll(async () => (await rowsOf(person)).length).toBe(count);
  return rowsOf(person);
}

const seenBy = async (who: TestKey, query = '') =>
  (await readJson(await who.call('GET', `/requests${query}`))).requests;

const detailOf = async (person: TestSession, id: string) =>
  readJson(await person.call('GET', `/requests/${id}`));

async function customer(): Promise<{ person: TestSession; key: TestKey }> {
  const person = await app.session();
  return { person, key: await app.apiKey({ of: person }) };
}

/** Sends a request with headers beside the key; `body` makes it a POST. */
const send = (
  key: TestKey,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
) =>
  app.request(`/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key.key, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

test('[DX-11] each call with a key is listed with its method, route, status, time, credits, key and request id', async () => {
  const { person, key } = await customer();
  const body = { url: 'https://example.com/shop?page=2' };
  const accepted = await send(key, '/screenshots', {
    headers: { 'x-request-id': 'my-request-1' },
    body,
  });
  const { requestId: screenshotId, projectId } = await readJson(accepted);
  await key.call('GET', `/screenshots/${screenshotId}`);
  const [status, capture] = await logged(person, 2);
  expect(capture).toMatchObject({
    requestId: 'my-request-1',
    method: 'POST',
    route: '/screenshots',
    path: '/api/v1/screenshots',
    target: body.url,
    status: 202,
    credits: 1,
    errorCode: null,
    apiKeyId: key.id,
    projectId,
    screenshotId,
  });
  expect(capture.durationMs).toBeGreaterThanOrEqual(0);
  expect(status).toMatchObject({
    method: 'GET',
    route: '/screenshots/{id}',
    path: `/api/v1/screenshots/${screenshotId}`,
    status: 200,
    credits: 0,
    screenshotId,
  });
  expect(Date.parse(status.createdAt)).toBeGreaterThanOrEqual(Date.parse(capture.createdAt));
});

test('[DX-11] calls of the dashboard and of other organisations are not listed', async () => {
  const { person, key } = await customer();
  const { person: other, key: otherKey } = await customer();
  await person.call('GET', '/screenshots');
  await otherKey.call('GET', '/screenshots');
  await key.call('GET', '/devices');
  const [row] = await logged(person, 1);
  expect(row.route).toBe('/devices');
  const [foreign] = await logged(other, 1);
  await expectErrors(app, person, {
    method: 'GET',
    path: `/requests/${row.id}`,
    missing: [
      { path: `/requests/${foreign.id}` },
      { path: '/requests/0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42' },
    ],
    missingCode: 'request_not_found',
  });
});

test('[DX-11] an error is stored with its code, its message and its meaning', async () => {
  const { person, key } = await customer();
  await key.call('POST', '/screenshots', { url: 'https://example.com', fullpage: true });
  const [row] = await logged(person, 1);
  expect(row).toMatchObject({ status: 400, errorCode: 'validation_failed', credits: 0 });
  const { error, requestBody } = await detailOf(person, row.id);
  expect(error).toMatchObject({ code: 'validation_failed', isRetryable: false });
  expect(error.message).toBe('Unknown field "fullpage". Did you mean "full_page"?');
  expect(error.meaning).toMatch(/^A field is missing/);
  expect(requestBody).toEqual({
    text: '{"url":"https://example.com","fullpage":true}',
    isComplete: true,
  });
});

test('[DX-11] no secret of a call is stored: key, cookies, headers, options, typed text and links', async () => {
  const { person, key } = await customer();
  const body = {
    url: 'https://user:HIDDEN1@example.com/?token=HIDDEN2&page=2',
    custom_header: { 'X-Shop': 'HIDDEN3' },
    headers: { 'X-Shop': 'HIDDEN3' },
    cookies: [{ name: 'session', value: 'HIDDEN4' }],
    proxy_url: 'http://user:HIDDEN5@proxy.example:80',
    authorization: 'Bearer HIDDEN6',
    steps: ['type #password "HIDDEN7"', 'click #login'],
    passwort: 'HIDDEN8',
    inject_css: '/* sws_HIDDEN13 */',
    inject_js: `fetch('/', { headers: { 'x-api-key': '${key.key}' } })`,
  };
  const secretHeaders = {
    cookie: 'session=HIDDEN9',
    authorization: 'Bearer HIDDEN10',
    'x-anything': 'HIDDEN11',
  };
  await send(key, '/screenshots', { headers: secretHeaders, body });
  await send(key, `/screenshots?url=${key.key}&proxy_url=HIDDEN12`, { headers: secretHeaders });
  await key.call('POST', '/links', { url: 'https://example.com' });
  const rows = await logged(person, 3);
  const details = await Promise.all(rows.map(({ id }) => detailOf(person, id)));
  const { rows: stored } = await app.db.getExecutor().executeQuery({
    ...app.db.selectFrom('request_log').selectAll().compile(),
  });
  const text = JSON.stringify([rows, details, stored]);
  expect(text).not.toMatch(/HIDDEN\d+/);
  expect(text).not.toContain(key.key);
  const link = details.find(({ request }) => request.route === '/links');
  expect(link.responseBody.text).toContain('signature=[redacted]');
  const capture = details.find(({ request }) => request.path === '/api/v1/screenshots');
  expect(capture.requestHeaders).toMatchObject({
    'x-api-key': '[redacted]',
    cookie: '[redacted]',
    'x-anything': '[redacted]',
    'content-type': 'application/json',
  });
  expect(capture.requestBody.isComplete).toBe(false);
  const shown = JSON.parse(capture.requestBody.text);
  expect(shown.url).toBe('https://[redacted]@example.com/?token=[redacted]&page=2');
  expect(shown.passwort).toBe('[redacted]');
});

test('[DX-10, PA-8] a key lists the calls of the account, one of a project or of test mode only its own, and reading leaves no entry', async () => {
  const { person, key } = await customer();
  const project = await insertProject(app.db, { organization_id: person.organizationId });
  const bound = await app.apiKey({ of: person, projectId: project.id });
  const testing = await app.apiKey({ of: person, isTest: true });
  const { key: foreign } = await customer();
  await send(key, '/devices', { headers: { 'x-request-id': 'of-the-wide-key' } });
  for (const one of [bound, testing, foreign]) await one.call('GET', '/devices');
  const all = await logged(person, 3);
  expect(await seenBy(key)).toEqual(all);
  const own = ({ id }: TestKey) => all.filter(({ apiKeyId }) => apiKeyId === id);
  expect(own(bound)).toHaveLength(1);
  for (const one of [bound, testing]) {
    expect(await seenBy(one)).toEqual(own(one));
    expect(await seenBy(one, `?key=${key.id}`)).toEqual([]);
    expect(await seenBy(one, '?text=of-the-wide-key')).toEqual([]);
  }
  expect(await seenBy(key, '?text=of-the-wide-key')).toHaveLength(1);
  await expect.poll(async () => (await seenBy(foreign)).length).toBe(1);
  const detail = await key.call('GET', `/requests/${all[0].id}`);
  expect(detail.status).toBe(401);
  await key.call('GET', '/devices');
  const routes = (await logged(person, 4)).map(({ route }) => route);
  expect(routes).not.toContain('/requests');
});

test('[DX-11] the list is filtered by status, key, project, text and time', async () => {
  const { person, key } = await customer();
  const second = await app.apiKey({ of: person });
  await key.call('POST', '/screenshots', { url: 'https://Example.com/Blue' });
  await key.call('POST', '/screenshots', { url: 'https://example.com/red' });
  await key.call('GET', '/screenshots/0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42');
  await second.call('POST', '/screenshots', {});
  const rows = await logged(person, 4);
  const [, , , first] = rows;
  const summary = async (query: string) =>
    (await rowsOf(person, query)).map(({ status, target }) => `${status} ${target ?? ''}`.trim());
  expect(await summary('?status=2xx')).toEqual([
    '202 https://example.com/red',
    '202 https://Example.com/Blue',
  ]);
  expect(await summary('?status=error')).toEqual(['400', '404']);
  expect(await summary('?status=404')).toEqual(['404']);
  expect(await summary(`?key=${second.id}`)).toEqual(['400']);
  expect(await summary(`?project=${first.projectId}&limit=1`)).toEqual([
    '202 https://example.com/red',
  ]);
  expect(await summary(`?project=${Number(first.projectId) + 100_000}`)).toEqual([]);
  expect(await summary('?text=com/blue')).toEqual(['202 https://Example.com/Blue']);
  expect(await summary('?text=screenshot_not_found')).toEqual(['404']);
  expect(await summary(`?text=${first.requestId}`)).toEqual(['202 https://Example.com/Blue']);
  expect(await summary('?text=post%20/api')).toHaveLength(3);
  const after = new Date(Date.parse(first.createdAt) + 60_000).toISOString();
  expect(await summary(`?from=${after}`)).toEqual([]);
  expect(await summary(`?to=${first.createdAt}`)).toEqual([]);
  expect(await summary(`?from=${first.createdAt}&to=${after}`)).toHaveLength(4);
});

test.each([
  ['status=ok', 'status must be 2xx, 3xx, 4xx, 5xx, error or a status such as 402.'],
  ['text=%00', 'text must not contain the character U+0000.'],
  ['from=yesterday', 'from must be a time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z.'],
])('[DX-11] the filter %s is rejected with its valid values', async (query, message) => {
  const { person } = await customer();
  const invalid = await person.call('GET', `/requests?${query}`);
  expect([invalid.status, (await readJson(invalid)).message]).toEqual([400, message]);
});

test('[DX-11] pages continue at their cursor without gaps', async () => {
  const { person, key } = await customer();
  for (let nth = 0; nth < 5; nth += 1) await key.call('GET', '/devices');
  const all = (await logged(person, 5)).map(({ id }) => id);
  const first = await list(person, '?limit=2');
  const second = await list(person, `?limit=2&cursor=${first.next}`);
  const third = await list(person, `?limit=2&cursor=${second.next}`);
  const pages = [first, second, third].flatMap(({ requests }) => requests);
  expect(pages.map(({ id }) => id)).toEqual(all);
  expect(third.next).toBeNull();
});

test('[DX-11] a repeated request shows no credits of its own', async () => {
  const { person, key } = await customer();
  const repeat = () =>
    send(key, '/screenshots', {
      headers: { 'idempotency-key': 'same' },
      body: { url: 'https://example.com' },
    });
  await repeat();
  await repeat();
  const rows = await logged(person, 2);
  expect(rows.map(({ credits }) => credits)).toEqual([0, 1]);
});

test('[DX-11] the credits of a capture that failed are shown as returned', async () => {
  const { person, key } = await customer();
  const accepted = await readJson(
    await key.call('POST', '/screenshots', { url: 'https://example.com' }),
  );
  await logged(person, 1);
  await key.call('POST', `/screenshots/${accepted.requestId}/cancel`);
  const [, capture] = await logged(person, 2);
  expect(capture.credits).toBe(0);
});

test('[DX-11] a text that the database cannot store loses no call, of other organisations neither', async () => {
  const { person, key } = await customer();
  const other = await customer();
  const url = 'https://example.com/\0\ud800';
  await send(key, '/screenshots', { headers: {}, body: { url, width: 1 } });
  await other.key.call('GET', '/devices');
  const [call] = await logged(person, 1);
  expect([call.status, call.target]).toEqual([400, 'https://example.com/\ufffd\ufffd']);
  await logged(other.person, 1);
});

test('[DX-11] a long body is cut and says so', async () => {
  const { person, key } = await customer();
  await key.call('POST', '/html-to-image', { html: `<p>${'x'.repeat(50_000)}` });
  const [row] = await logged(person, 1);
  const { requestBody } = await detailOf(person, row.id);
  expect(requestBody.isComplete).toBe(false);
  expect(requestBody.text.length).toBeLessThan(8_400);
  expect(JSON.parse(requestBody.text).html).toMatch(/^<p>x+… 4\d{4} more characters$/);
});
