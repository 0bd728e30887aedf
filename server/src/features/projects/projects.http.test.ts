import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let person: TestSession;
let otherUser: TestSession;
beforeAll(async () => {
  app = await startTestApp();
  [person, otherUser] = await Promise.all([app.session(), app.session()]);
});
afterAll(() => app.close());

async function created(by: TestSession, name: string): Promise<number> {
  return (await readJson(await by.call('POST', '/projects', { name }))).data.project.id;
}

async function names(by: TestSession): Promise<string[]> {
  const { data } = await readJson(await by.call('GET', '/projects/list'));
  return data.projects.map((project: { name: string }) => project.name);
}

async function listed(by: TestSession, id: number): Promise<Record<string, unknown>> {
  const { data } = await readJson(await by.call('GET', '/projects/list'));
  return data.projects.find((project: { id: number }) => project.id === id);
}

test('[AP-8] the list contains the caller’s own projects with their figures, at the top level and under data', async () => {
  await created(person, 'Listed');
  await expectErrors(app, person, { method: 'GET', path: '/projects/list' });
  const response = await readJson(await person.call('GET', '/projects/list'));
  expect(response.status).toBe('success');
  expect(response.projects).toEqual(response.data.projects);
  expect(response.data.projects).toContainEqual({
    id: expect.any(Number) as number,
    name: 'Listed',
    screenshotCount: 0,
    totalSize: 0,
    monthlyLimit: null,
    monthlyUsage: null,
    createdAt: expect.any(String) as string,
  });
  expect(await names(otherUser)).not.toContain('Listed');
});

test.each(['a\r\nb', 'a\tb', 'a\u0085b', 'a\u2028b', 'a\u202egnp.exe', 'a\u2066b', 'a\u0000b'])(
  'the name %j, which contains control or direction characters, is rejected with an error message',
  async (name) => {
    const res = await person.call('POST', '/projects', { name });
    expect([res.status, await readJson(res)]).toMatchObject([
      400,
      {
        code: 'validation_failed',
        message: expect.stringContaining('must not contain line breaks, control characters'),
      },
    ]);
    expect(await names(person)).not.toContain(name);
  },
);

test('names in right-to-left scripts are stored unchanged', async () => {
  for (const name of ['مشروع', 'פרויקט\u200f 7', 'नमस्ते\u200d', '👩\u200d💻']) {
    await created(person, name);
    expect(await names(person)).toContain(name);
  }
});

test('[AP-9] a project is created with a trimmed name of 1 to 100 characters, and nothing else', async () => {
  await expectErrors(app, person, {
    method: 'POST',
    path: '/projects',
    body: { name: 'Refused' },
    invalid: [
      [{}, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 5 }, 'name'],
      [{ name: 'Refused', organization_id: 'x' }, 'organization_id'],
      [{ name: 'Refused', Name: 'x' }, 'Name'],
    ],
  });
  const res = await person.call('POST', '/projects', { name: `  ${'é'.repeat(100)}  ` });
  expect({ httpStatus: res.status, ...(await readJson(res)) }).toMatchObject({
    httpStatus: 201,
    status: 'success',
    message: 'Project created successfully',
    project: { name: 'é'.repeat(100) },
  });
  expect(await names(person)).not.toContain('Refused');
});

test('[OV-16] a project is renamed and keeps its id and figures; a foreign project returns 404', async () => {
  const id = await created(person, 'Old name');
  const foreign = await created(otherUser, 'Not renamed');
  await expectErrors(app, person, {
    method: 'PATCH',
    path: `/projects/${id}`,
    body: { name: 'New name' },
    invalid: [
      [{}, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 'New name', id: 5 }, 'id'],
    ],
    missing: [`/projects/${foreign}`, '/projects/2000000000'].map((path) => {
      return { path, body: { name: 'New name' } };
    }),
    missingCode: 'project_not_found',
  });
  expect(await names(otherUser)).toContain('Not renamed');
  expect(await names(person)).toContain('Old name');
  const before = await listed(person, id);
  const res = await person.call('PATCH', `/projects/${id}`, { name: '  New name  ' });
  expect(await readJson(res)).toMatchObject({
    status: 'success',
    message: 'Project renamed successfully',
    project: { ...before, name: 'New name' },
  });
  expect(await listed(person, id)).toEqual({ ...before, name: 'New name' });
});

test('[AP-10] only the owner can delete a project, with its keys; a foreign project returns 404', async () => {
  const id = await created(person, 'Deleted');
  const foreign = await created(otherUser, 'Foreign');
  const bound = await app.apiKey({ of: person, projectId: id });
  await expectErrors(app, person, {
    method: 'DELETE',
    path: `/projects/${id}`,
    missing: [{ path: `/projects/${foreign}` }, { path: '/projects/2000000000' }],
    missingCode: 'project_not_found',
  });
  for (const invalidId of ['0', '-1', 'x', '1.5', '99999999999', '%00'])
    expect((await person.call('DELETE', `/projects/${invalidId}`)).status).toBe(400);
  expect(await names(otherUser)).toContain('Foreign');
  const res = await person.call('DELETE', `/projects/${id}`);
  expect(await readJson(res)).toMatchObject({
    status: 'success',
    message: 'Project deleted successfully',
  });
  expect(await names(person)).not.toContain('Deleted');
  expect((await bound.call('GET', '/projects')).status).toBe(401);
});

test('an API key sees the projects it may use', async () => {
  const id = await created(person, 'For a key');
  const free = await app.apiKey({ of: person });
  const bound = await app.apiKey({ of: person, projectId: id });
  const seen = async (key: typeof free) =>
    (await readJson(await key.call('GET', '/projects'))).data.projects;
  expect((await seen(free)).length).toBeGreaterThan(1);
  expect(await seen(bound)).toMatchObject([{ id, name: 'For a key' }]);
});
