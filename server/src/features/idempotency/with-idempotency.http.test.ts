import { endpoints, type Endpoint } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let person: TestSession;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.session();
});
afterAll(() => app.close());

const postAs = async (by: TestSession, [path, body, key]: [string, object, string]) => {
  const res = await app.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { ...by.headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return {
    httpStatus: res.status,
    isReplay: res.headers.get('idempotent-replayed'),
    body: await readJson(res),
  };
};
const post = (...request: [path: string, body: object, key: string]) => postAs(person, request);
const count = async (path: string, list: string) =>
  (await readJson(await person.call('GET', path)))[list].length;

interface Row {
  readonly path: string;
  readonly listPath: string;
  readonly list: string;
  readonly body: object;
}
const makers: Row[] = [
  { path: '/projects', listPath: '/projects/list', list: 'projects', body: { name: 'Once' } },
  { path: '/api-keys', listPath: '/api-keys', list: 'apiKeys', body: { name: 'Once' } },
  {
    path: '/screenshot-settings',
    listPath: '/screenshot-settings/list',
    list: 'settings',
    body: { name: 'Once', options: {} },
  },
];

test.each(makers)(
  '[PA-9] a repeated POST $path replays the first response and runs once',
  async (row) => {
    const { path, listPath, list, body } = row;
    const before = await count(listPath, list);
    const first = await post(path, body, 'key-1');
    const again = await post(path, body, 'key-1');
    expect(first).toMatchObject({ httpStatus: 201, isReplay: null });
    expect(again).toEqual({ ...first, isReplay: 'true' });
    expect(await count(listPath, list)).toBe(before + 1);
    const other = await post(path, { ...body, name: 'Other' }, 'key-1');
    expect([other.httpStatus, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const foreign = await postAs(await app.session(), [path, body, 'key-1']);
    expect(foreign).toMatchObject({ httpStatus: 201, isReplay: null });
    expect((await post(path, body, 'key-2')).isReplay).toBeNull();
  },
);

test('[PA-9] one of fifty parallel repeats runs; the others replay its response or are rejected as in progress', async () => {
  const before = await count('/projects/list', 'projects');
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => post('/projects', { name: 'Parallel' }, 'parallel')),
  );
  const kinds = new Set(responses.map(({ httpStatus, body }) => body.code ?? httpStatus));
  expect([...kinds].filter((kind) => kind !== 201 && kind !== 'idempotency_in_progress')).toEqual(
    [],
  );
  expect(
    responses.filter(({ httpStatus, isReplay }) => httpStatus === 201 && !isReplay),
  ).toHaveLength(1);
  expect(await count('/projects/list', 'projects')).toBe(before + 1);
});

const forget = (age: string) =>
  sql`
  update idempotency_records set status_code = null, answer = null, created_at = now() - ${age}::interval
  where idempotency_key = 'lost'`.execute(app.db);

test('[PA-9] a rejected request leaves no trace, and a request lost with its process can be sent again', async () => {
  const body = { name: 'Key', projectId: 2_000_000_000 };
  for (let n = 0; n < 2; n += 1) {
    const rejected = await post('/api-keys', body, 'refused');
    expect(rejected).toMatchObject({ httpStatus: 404, isReplay: null });
  }
  await post('/projects', { name: 'Lost' }, 'lost');
  await forget('10 seconds');
  const early = await post('/projects', { name: 'Lost' }, 'lost');
  expect([early.httpStatus, early.body.code]).toEqual([409, 'idempotency_in_progress']);
  await forget('2 minutes');
  expect((await post('/projects', { name: 'Lost' }, 'lost')).httpStatus).toBe(201);
});

test('no stored response contains the plain text of an API key', async () => {
  const made = await post('/api-keys', { name: 'Secret' }, 'secret');
  const { rows } = await sql<{ text: string }>`
    select row_to_json(r)::text as text from idempotency_records r`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ text }) => text).join('\n')).not.toContain(made.body.apiKey.key);
});

test('[PA-7] with strict=false unknown fields are ignored; otherwise they are rejected with a suggestion', async () => {
  const { key } = await app.apiKey({ of: person });
  const capture = async (query: string, body: object) => {
    const res = await app.request(`/api/v1/screenshots${query}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com', ...body }),
    });
    return { httpStatus: res.status, body: await readJson(res) };
  };
  for (const query of ['', '?strict=true']) {
    const rejected = await capture(query, { fullpage: true });
    expect(rejected).toMatchObject({ httpStatus: 400, body: { code: 'validation_failed' } });
    expect(rejected.body.message).toContain('Did you mean "full_page"?');
  }
  expect(await capture('?strict=false', { fullpage: true, x: 1 })).toMatchObject({
    httpStatus: 202,
  });
  const wrong = await capture('?strict=false', { fullpage: true, width: 1 });
  expect(wrong.body.details.fields.map(({ path }: { path: string }) => path)).toEqual(['width']);
  expect(await capture('?strict=maybe', {})).toMatchObject({ httpStatus: 400 });
});

test('every idempotent endpoint is an authenticated POST', () => {
  const all: readonly Endpoint[] = Object.values(endpoints);
  const promised = all.filter(({ isIdempotent }) => isIdempotent === true);
  expect(promised.length).toBeGreaterThan(5);
  expect(promised.filter(({ auth, method }) => auth === 'public' || method !== 'POST')).toEqual([]);
});
