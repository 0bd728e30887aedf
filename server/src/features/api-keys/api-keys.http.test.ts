import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let person: TestSession;
let foreignProject: number;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.session();
  const otherUser = await app.session();
  foreignProject = (await readJson(await otherUser.call('POST', '/projects', { name: 'Theirs' })))
    .data.project.id;
});
afterAll(() => app.close());

const list = async () => (await readJson(await person.call('GET', '/api-keys'))).data.apiKeys;

test('[AP-11] [AK-8] the list contains every field of an API key, including the key itself', async () => {
  await expectErrors(app, person, { method: 'GET', path: '/api-keys' });
  const { id, key } = await app.apiKey({ of: person, monthlyLimit: 25 });
  expect(await list()).toContainEqual({
    id,
    key,
    name: 'Test',
    livemode: true,
    projectId: null,
    monthlyUsage: 0,
    monthlyLimit: 25,
    isActive: true,
    allowedIps: [],
    access: 'full',
    expiresAt: null,
    createdAt: expect.any(String) as string,
    lastUsedAt: null,
    lastUsedNetwork: null,
    lastUsedAgent: null,
    usageResetsAt: expect.any(String) as string,
    previousKeyValidUntil: null,
  });
});

test('[AP-12] an API key accepts a whole-number limit and an own project, and nothing else', async () => {
  const before = (await list()).length;
  await expectErrors(app, person, {
    method: 'POST',
    path: '/api-keys',
    body: { name: 'CI' },
    invalid: [
      [{ monthlyLimit: 5 }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'CI', monthlyLimit: -1 }, 'monthlyLimit'],
      [{ name: 'CI', monthlyLimit: 1.5 }, 'monthlyLimit'],
      [{ name: 'CI', monthlyLimit: 'many' }, 'monthlyLimit'],
      [{ name: 'CI', projectId: 'all' }, 'projectId'],
      [{ name: 'CI', key: 'sk_live_chosen' }, 'key'],
      [{ name: 'CI', isActive: false }, 'isActive'],
    ],
    missing: [foreignProject, 2_000_000_000].map((projectId) => ({
      path: '/api-keys',
      body: { name: 'CI', projectId },
    })),
    missingCode: 'project_not_found',
  });
  expect(await list()).toHaveLength(before);
  const res = await person.call('POST', '/api-keys', {
    name: ' CI ',
    monthlyLimit: null,
    projectId: null,
  });
  expect({ httpStatus: res.status, ...(await readJson(res)) }).toMatchObject({
    httpStatus: 201,
    message: 'API key created successfully',
    apiKey: {
      name: 'CI',
      monthlyLimit: null,
      projectId: null,
      key: expect.stringMatching(/^sk_live_/) as string,
    },
  });
});

test.each([0, '0', '', null])('a monthly limit of %j means unlimited', async (monthlyLimit) => {
  const response = await readJson(
    await person.call('POST', '/api-keys', { name: 'Free', monthlyLimit }),
  );
  expect(response.data.apiKey.monthlyLimit).toBeNull();
});

test('[AP-13] a deleted API key is rejected at once, and deleting it again returns 404', async () => {
  const { id, call } = await app.apiKey({ of: person });
  const theirs = await app.apiKey();
  await expectErrors(app, person, {
    method: 'DELETE',
    path: `/api-keys/${id}`,
    missing: [{ path: `/api-keys/${theirs.id}` }, { path: '/api-keys/2000000000' }],
    missingCode: 'api_key_not_found',
  });
  expect((await call('GET', '/projects')).status).toBe(200);
  const res = await person.call('DELETE', `/api-keys/${id}`);
  expect(await readJson(res)).toMatchObject({
    status: 'success',
    message: 'API key deleted successfully',
  });
  expect((await call('GET', '/projects')).status).toBe(401);
  expect((await theirs.call('GET', '/projects')).status).toBe(200);
  expect((await person.call('DELETE', `/api-keys/${id}`)).status).toBe(404);
});

test('[AK-11] only the owner can change and rotate an API key over HTTP', async () => {
  const { id, key } = await app.apiKey({ of: person });
  const theirs = await app.apiKey();
  await expectErrors(app, person, {
    method: 'PATCH',
    path: `/api-keys/${id}`,
    body: { name: 'New' },
    invalid: [
      [{ name: '' }, 'name'],
      [{ isActive: 'maybe' }, 'isActive'],
      [{ projectId: 1 }, 'projectId'],
    ],
    missing: [{ path: `/api-keys/${theirs.id}`, body: { name: 'New' } }],
    missingCode: 'api_key_not_found',
  });
  await expectErrors(app, person, {
    method: 'POST',
    path: `/api-keys/${id}/rotate`,
    body: { overlapHours: 24 },
    invalid: [
      [{}, 'overlapHours'],
      [{ overlapHours: 2 }, 'overlapHours'],
    ],
    missing: [{ path: `/api-keys/${theirs.id}/rotate`, body: { overlapHours: 0 } }],
    missingCode: 'api_key_not_found',
  });
  const off = await person.call('PATCH', `/api-keys/${id}`, { isActive: 'false', name: 'New' });
  expect((await readJson(off)).data.apiKey).toMatchObject({ name: 'New', isActive: false, key });
  const rejected = await app.request('/api/v1/projects', { headers: { 'x-api-key': key } });
  expect({ httpStatus: rejected.status, code: (await readJson(rejected)).code }).toEqual({
    httpStatus: 403,
    code: 'api_key_inactive',
  });
});
