import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectErrors } from '../../../test/error-cases.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';
import { newId } from '../../lib/ids.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app.close());

test('[AP-6] the figures are those of the organisation, before and after its first capture', async () => {
  const person = await app.session();
  const read = async () => (await readJson(await person.call('GET', '/dashboards/overview'))).data;
  await expectErrors(app, person, { method: 'GET', path: '/dashboards/overview' });
  expect(await read()).toMatchObject({
    totalProjects: 0,
    totalScreenshots: 0,
    totalSize: 0,
    credits: 100,
    creditsTotal: 100,
    projects: [],
    onboarding: {
      hasProject: false,
      hasCapture: false,
      hasApiKey: false,
      hasApiCall: false,
      isDismissed: false,
    },
  });
  const { data } = await readJson(await person.call('POST', '/projects', { name: 'Site' }));
  const key = await app.apiKey({ of: person });
  await key.call('POST', '/screenshots', {
    url: app.siteUrl,
    project_id: data.project.id,
    wait: 25,
    full_page: true,
  });
  const overview = await read();
  expect(overview).toMatchObject({
    totalProjects: 1,
    totalScreenshots: 1,
    credits: 98,
    creditsTotal: 100,
    projects: [
      { id: data.project.id, name: 'Site', screenshotCount: 1, totalSize: overview.totalSize },
    ],
    onboarding: { hasProject: true, hasCapture: true, hasApiKey: true, hasApiCall: true },
  });
  expect(overview.totalSize).toBeGreaterThan(0);
});

test('[GP-4] a dismissed checklist is dismissed permanently', async () => {
  const person = await app.session();
  await expectErrors(app, person, { method: 'POST', path: '/dashboards/onboarding/dismiss' });
  await person.call('POST', '/dashboards/onboarding/dismiss');
  const { data } = await readJson(await person.call('GET', '/dashboards/overview'));
  expect(data.onboarding.isDismissed).toBe(true);
});

test('[OV-14] the last 30 days list completed and failed captures and their credits per day, of all projects or one', async () => {
  const [person, other] = [await app.session(), await app.session()];
  await expectErrors(app, person, { method: 'GET', path: '/dashboards/capture-days' });
  const open = async (name: string) =>
    (await readJson(await person.call('POST', '/projects', { name }))).data.project.id;
  const [one, two] = [await open('One'), await open('Two')];
  const dayMs = 86_400_000;
  const put = async (input: {
    projectId: number;
    daysAgo: number;
    status: 'COMPLETE' | 'FAILED' | 'PROCESSING';
  }) => {
    const at = Date.now() - input.daysAgo * dayMs;
    await app.db
      .insertInto('screenshots')
      .values({
        id: newId(at),
        organization_id: person.organizationId,
        project_id: input.projectId,
        source: 'HTML',
        html: '<p>',
        options: '{}',
        credits: 3,
        status: input.status,
        created_at: new Date(at),
        ...(input.status !== 'PROCESSING' && { finished_at: new Date(at) }),
        ...(input.status === 'FAILED' && { failure_code: 'dns_error', failure_message: 'Gone.' }),
      })
      .execute();
  };
  await put({ projectId: one, daysAgo: 0, status: 'COMPLETE' });
  await put({ projectId: two, daysAgo: 0, status: 'COMPLETE' });
  await put({ projectId: two, daysAgo: 0, status: 'FAILED' });
  await put({ projectId: two, daysAgo: 0, status: 'PROCESSING' });
  await put({ projectId: one, daysAgo: 29, status: 'COMPLETE' });
  await put({ projectId: one, daysAgo: 30, status: 'COMPLETE' });
  const read = async (caller: typeof person, query = '') =>
    (await readJson(await caller.call('GET', `/dashboards/capture-days${query}`))).data.days;
  const dateOf = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
  const days = await read(person);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ date: dateOf(29), completed: 1, failed: 0, credits: 3 });
  expect(days[28]).toEqual({ date: dateOf(1), completed: 0, failed: 0, credits: 0 });
  expect(days[29]).toEqual({ date: dateOf(0), completed: 2, failed: 1, credits: 6 });
  const ofTwo = await read(person, `?projectId=${two}`);
  expect(ofTwo[29]).toEqual({ date: dateOf(0), completed: 1, failed: 1, credits: 3 });
  expect(ofTwo[0]).toMatchObject({ completed: 0 });
  const foreign = await read(other, `?projectId=${two}`);
  expect(foreign.every((day: { completed: number }) => day.completed === 0)).toBe(true);
  expect((await person.call('GET', '/dashboards/capture-days?projectId=x')).status).toBe(400);
});
