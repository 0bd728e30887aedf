import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestKey } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Call = TestKey['call'];

/** An account with a key that may only capture, another one, and one with full access. */
const openAccount = async () => {
  const person = await app.session();
  const { project } = await readJson(await person.call('POST', '/projects', { name: 'Site' }));
  const keys = await Promise.all(
    (['capture', 'capture', 'full'] as const).map((access) => app.apiKey({ of: person, access })),
  );
  const [own, other, full] = keys.map(({ call }) => call);
  return { person, own: own!, other: other!, full: full!, id: keys[0]!.id, projectId: project.id };
};

const requestId = async (response: Response): Promise<string> => {
  expect(response.status).toBe(202);
  return (await readJson(response)).requestId;
};
const statusOf = async (responses: Promise<Response>): Promise<number> => (await responses).status;

test('[AK-14] a key that may only capture reads, lists and cancels its own captures, and no others', async () => {
  const { own, other, full, projectId } = await openAccount();
  const body = { url: 'https://example.com/', project_id: projectId };
  const mine = await requestId(await own('POST', '/screenshots', body));
  const others = [
    await requestId(await other('POST', '/screenshots', body)),
    await requestId(await full('POST', '/screenshots', body)),
  ];
  for (const id of others) {
    const path = `/screenshots/${id}`;
    expect(await statusOf(own('GET', path))).toBe(404);
    expect(await statusOf(own('GET', `${path}/image`))).toBe(404);
    expect(await statusOf(own('GET', `${path}/events`))).toBe(404);
    expect(await statusOf(own('POST', `${path}/cancel`))).toBe(404);
    expect(await statusOf(own('POST', `${path}/retry`))).toBe(404);
  }
  for (const query of ['', '?url=example', '?status=PENDING']) {
    const { screenshots, meta } = await readJson(await own('GET', `/screenshots${query}`));
    expect([screenshots.map(({ id }: { id: string }) => id), meta.total]).toEqual([[mine], 1]);
  }
  expect((await readJson(await full('GET', '/screenshots'))).meta.total).toBe(3);
  expect(await statusOf(own('GET', `/screenshots/${mine}/image`))).toBe(409);
  expect(await statusOf(own('POST', `/screenshots/${mine}/cancel`))).toBe(200);
  expect(await readJson(await own('GET', `/screenshots/${mine}`))).toMatchObject({
    status: 'FAILED',
  });
  expect(await statusOf(own('DELETE', `/screenshots/${mine}`))).toBe(403);
});

test('[AK-14] a key that may only capture sees its own batches, and no others', async () => {
  const { own, other, projectId } = await openAccount();
  const body = { urls: ['https://example.com/'], project_id: projectId };
  const make = async (call: Call): Promise<string> => {
    const response = await call('POST', '/screenshots/bulk', body);
    expect(response.status).toBe(202);
    return (await readJson(response)).batchId;
  };
  const [mine, theirs] = [await make(own), await make(other)];
  for (const path of [`/batches/${theirs}`, `/batches/${theirs}/items`, `/batches/${theirs}/zip`])
    expect(await statusOf(own('GET', path))).toBe(404);
  expect(await statusOf(own('POST', `/batches/${theirs}/cancel`))).toBe(404);
  const { batches } = await readJson(await own('GET', '/batches'));
  expect(batches.map(({ batchId }: { batchId: string }) => batchId)).toEqual([mine]);
  const { items } = await readJson(await own('GET', `/batches/${mine}/items`));
  expect(items).toHaveLength(1);
  expect(await statusOf(own('POST', `/batches/${mine}/cancel`))).toBe(200);
});

test('[AK-14] a key that may only capture has a cache of its own', async () => {
  const { own, other, full, projectId } = await openAccount();
  const body = { url: 'https://example.com/', project_id: projectId, cache: true };
  const ids = [];
  for (const call of [full, own, other, own, full])
    ids.push(await requestId(await call('POST', '/screenshots', body)));
  const [first, second, third, ...again] = ids;
  expect(new Set([first, second, third]).size).toBe(3);
  expect(again).toEqual([second, first]);
});

test('[AK-14] a key that may only capture signs links, which end when the key expires', async () => {
  const { person, own, id } = await openAccount();
  const made = await own('POST', '/links', { url: 'https://example.com/' });
  expect(made.status).toBe(201);
  const { pathname, search } = new URL((await readJson(made)).url);
  const head = async () => {
    const response = await app.request(pathname + search, { method: 'HEAD' });
    return response.status;
  };
  // No image is cached, and a HEAD request captures none.
  expect(await head()).toBe(409);
  await person.call('PATCH', `/api-keys/${id}`, { allowedIps: ['192.0.2.1'] });
  expect(await head()).toBe(409);
  const expired = { expires_at: new Date(Date.now() - 1_000) };
  await app.db.updateTable('api_keys').set(expired).where('id', '=', id).execute();
  expect(await head()).toBe(403);
});
