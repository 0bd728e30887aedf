import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusals } from '../../../test/refusals.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app.close());

test('[AP-6] the figures are those of the organisation, before and after its first capture', async () => {
  const person = await app.session();
  const read = async () => (await readJson(await person.call('GET', '/dashboards/overview'))).data;
  await expectRefusals(app, person, { method: 'GET', path: '/dashboards/overview' });
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

test('[GP-4] a checklist put away stays away', async () => {
  const person = await app.session();
  await expectRefusals(app, person, { method: 'POST', path: '/dashboards/onboarding/dismiss' });
  await person.call('POST', '/dashboards/onboarding/dismiss');
  const { data } = await readJson(await person.call('GET', '/dashboards/overview'));
  expect(data.onboarding.isDismissed).toBe(true);
});
