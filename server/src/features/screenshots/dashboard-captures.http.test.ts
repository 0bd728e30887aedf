import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import {
  colouredSite,
  openScreenshotsApp,
  readJson as json,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app.close());

const bodies = {
  '/screenshots/dashboard': { url: 'https://example.com' },
  '/html-to-image/dashboard': { html: '<p>Hello' },
} as const;

async function captureAs(customer: TestCustomer, path: keyof typeof bodies, changes: object) {
  const res = await customer.bySession(path, { ...bodies[path], ...changes });
  return { httpStatus: res.status, ...(await json(res)) };
}

/**
 * Checks the rules that both capture endpoints share; returns a function that sends further
 * requests.
 */
async function expectDashboardCapture(path: keyof typeof bodies) {
  const customer = await app.customer({ credits: 1 });
  const project = await insertProject(app.db, { organization_id: customer.organizationId });
  const capture = (changes: object) =>
    captureAs(customer, path, { project_id: project.id, ...changes });
  const invalid = { httpStatus: 400, code: 'validation_failed' };
  expect(await capture({ custom_header: '{' })).toMatchObject({
    httpStatus: 400,
    code: 'invalid_custom_header',
  });
  for (const wrong of [{ width: 99 }, { height: '4321' }, { delay: 61 }, { full_page: 'yes' }])
    expect(await capture(wrong)).toMatchObject(invalid);
  expect(await capture({ project_id: undefined })).toMatchObject(invalid);
  expect(await capture({ retina: 'true' })).toMatchObject({
    httpStatus: 402,
    code: 'insufficient_credits',
  });
  const accepted = await capture({ delay: 2 });
  expect(accepted).toMatchObject({
    status: 'success',
    creditRequired: 1,
    requestId: expect.any(String) as string,
    message: 'Screenshot request submitted successfully!',
  });
  return capture;
}

test('[AP-19] the dashboard accepts a URL at once, within the limits and the credits', async () => {
  const capture = await expectDashboardCapture('/screenshots/dashboard');
  expect(await capture({ url: 'http://10.0.0.1' })).toMatchObject({ code: 'url_not_allowed' });
});

test('[AP-20] the dashboard accepts HTML at once, without a proxy or a selector', async () => {
  const capture = await expectDashboardCapture('/html-to-image/dashboard');
  for (const field of ['proxy_url', 'element_selector']) {
    expect(await capture({ [field]: 'http://a.example.com:80' })).toMatchObject({
      httpStatus: 400,
      details: { fields: [expect.objectContaining({ path: field })] },
    });
  }
});

test('[DL-1, DL-3] a capture of the dashboard can use the cache, which costs nothing', async () => {
  const customer = await app.customer({ credits: 5 });
  const project = await insertProject(app.db, { organization_id: customer.organizationId });
  const capture = (changes: object) =>
    captureAs(customer, '/screenshots/dashboard', {
      url: `${app.siteUrl}/cached`,
      project_id: project.id,
      ...changes,
    });
  const first = await capture({ cache: true });
  expect(first).toMatchObject({ httpStatus: 200, cache: 'miss', creditRequired: 1 });
  expect(await capture({ cache: 'true', cache_ttl: 3_600 })).toMatchObject({
    requestId: first.requestId,
    cache: 'hit',
    creditRequired: 0,
  });
  expect(await capture({ cache_ttl: 3_600 })).toMatchObject({
    httpStatus: 400,
    code: 'unsupported_option_combination',
  });
  expect((await capture({})).requestId).not.toBe(first.requestId);
});
