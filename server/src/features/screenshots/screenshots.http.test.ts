import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import {
  colouredSite,
  openScreenshotsApp,
  readJson as json,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let page: string;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
  page = `${app.siteUrl}/page`;
});
afterAll(() => app.close());

test('the image of an unfinished capture is rejected as not ready', async () => {
  const customer = await app.customer();
  const { requestId } = await json(await customer.byKey('/screenshots', { url: page, delay: 1 }));
  const res = await customer.byKey(`/screenshots/${requestId}/image`);
  expect([res.status, (await json(res)).code]).toEqual([409, 'not_ready']);
});

test('[PA-1] missing, unknown, inactive, deleted, exhausted and foreign-project keys have different error codes', async () => {
  const customer = await app.customer({ monthlyLimit: 1 });
  const { organizationId } = customer;
  const [mine, other] = [
    await insertProject(app.db, { organization_id: organizationId }),
    await insertProject(app.db, { organization_id: organizationId }),
  ];
  const make = () => customer.boundKey(mine.id);
  const [bound, inactive, deleted] = [await make(), await make(), await make()];
  await app.db
    .updateTable('api_keys')
    .set({ is_active: false })
    .where('id', '=', inactive.id)
    .execute();
  await customer.deleteKey(deleted.id);
  const codeOf = async (key: string | undefined, changes: object = {}) => {
    const headers = key === undefined ? {} : { 'x-api-key': key };
    const res = await app.send('/screenshots', { url: page, ...changes }, headers);
    return [res.status, (await json(res)).code];
  };
  expect(await codeOf(undefined)).toEqual([401, 'api_key_missing']);
  expect(await codeOf('nonsense')).toEqual([401, 'api_key_invalid']);
  expect(await codeOf(inactive.key)).toEqual([403, 'api_key_inactive']);
  expect(await codeOf(deleted.key)).toEqual([401, 'api_key_invalid']);
  expect(await codeOf(bound.key, { project_id: other.id })).toEqual([
    403,
    'api_key_project_forbidden',
  ]);
  expect(await codeOf(customer.apiKey, { retina: true })).toEqual([
    402,
    'key_monthly_limit_reached',
  ]);
  expect(await codeOf(bound.key)).toEqual([202, undefined]);
});

test('[PA-6] without project_id the project of the key is used, else the oldest, and the response names it', async () => {
  const customer = await app.customer();
  const { organizationId } = customer;
  const first = await json(await customer.byKey('/screenshots', { url: page }));
  expect(first.projectId).toEqual(expect.any(Number));
  const second = await insertProject(app.db, { organization_id: organizationId });
  const again = await json(await customer.byKey('/screenshots', { url: page }));
  expect(again.projectId).toBe(first.projectId);
  const bound = await customer.boundKey(second.id);
  const byBound = await app.send('/screenshots', { url: page }, { 'x-api-key': bound.key });
  expect((await json(byBound)).projectId).toBe(second.id);
  const named = await customer.byKey('/screenshots', { url: page, project_id: String(second.id) });
  expect((await json(named)).projectId).toBe(second.id);
});

test('an unknown field is rejected with the most similar known name', async () => {
  const customer = await app.customer();
  const res = await customer.byKey('/screenshots', { url: page, fullpage: true });
  expect(res.status).toBe(400);
  expect((await json(res)).details.fields).toEqual([
    expect.objectContaining({ path: 'fullpage', did_you_mean: 'full_page' }),
  ]);
});

test('[AP-7] device names are a sorted array of unique strings', async () => {
  const customer = await app.customer();
  const names = await json(await customer.bySession('/dashboards/supported-devices'));
  expect(names).toEqual(await json(await customer.bySession('/dashboards/supported-devices')));
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name: unknown) => typeof name === 'string')).toBe(true);
  const { devices } = await json(await customer.byKey('/devices'));
  expect(devices.map((device: { name: string }) => device.name)).toEqual(names);
});

test('a list is filtered by project, URL and status, and paginated', async () => {
  const customer = await app.customer();
  const { organizationId } = customer;
  await insertProject(app.db, { organization_id: organizationId });
  const other = await insertProject(app.db, { organization_id: organizationId });
  for (const [path, changes] of [
    ['/a', {}],
    ['/b', {}],
    ['/c', { project_id: other.id }],
  ] as const)
    await customer.byKey('/screenshots', { url: page + path, wait: 25, ...changes });
  const list = async (query: string) => {
    const { screenshots, meta } = await json(await customer.byKey(`/screenshots?${query}`));
    return [
      screenshots.map((shot: { url: string }) => shot.url.slice(page.length)).join(),
      meta.total,
    ];
  };
  expect(await list('')).toEqual(['/c,/b,/a', 3]);
  expect(await list('limit=1&page=2')).toEqual(['/b', 3]);
  expect(await list(`projectId=${other.id}`)).toEqual(['/c', 1]);
  expect(await list('url=PAGE/A')).toEqual(['/a', 1]);
  expect(await list('url=%25')).toEqual(['', 0]);
  expect(await list('url=%00')).toEqual(['', 0]);
  expect(await list('status=FAILED')).toEqual(['', 0]);
  expect(await list('status=COMPLETE&page=9')).toEqual(['', 3]);
  const wrong = await customer.byKey('/screenshots?status=DONE');
  expect([wrong.status, (await json(wrong)).message]).toEqual([
    400,
    expect.stringContaining('must be one of PENDING, PROCESSING, COMPLETE, FAILED'),
  ]);
});

test('every endpoint rejects unauthenticated callers, and a foreign resource looks like a missing one', async () => {
  const owner = await app.customer();
  const otherCustomer = await app.customer();
  const accepted = await json(await owner.byKey('/screenshots', { url: page, wait: 25 }));
  const { requestId, projectId } = accepted;
  const bound = await owner.boundKey(
    (await insertProject(app.db, { organization_id: owner.organizationId })).id,
  );
  const absent = '0190f5a4-0000-7000-8000-00000000dead';
  for (const suffix of ['', '/image']) {
    const anonymous = await app.send(`/screenshots/${requestId}${suffix}`, undefined, {});
    expect(anonymous.status).toBe(401);
    const responses = [
      await otherCustomer.byKey(`/screenshots/${requestId}${suffix}`),
      await otherCustomer.bySession(`/screenshots/${requestId}${suffix}`),
      await otherCustomer.byKey(`/screenshots/${absent}${suffix}`),
      await app.send(`/screenshots/${requestId}${suffix}`, undefined, { 'x-api-key': bound.key }),
    ];
    for (const res of responses) {
      expect([res.status, (await json(res)).code]).toEqual([404, 'screenshot_not_found']);
    }
    expect((await owner.byKey(`/screenshots/not-an-id${suffix}`)).status).toBe(400);
  }
  for (const path of ['/screenshots', '/devices', '/dashboards/supported-devices'])
    expect((await app.send(path, undefined, {})).status).toBe(401);
  for (const path of [
    '/screenshots',
    '/html-to-image',
    '/screenshots/dashboard',
    '/html-to-image/dashboard',
  ])
    expect((await app.send(path, { url: page, html: '<p>' }, {})).status).toBe(401);
  const foreign = await otherCustomer.byKey('/screenshots', { url: page, project_id: projectId });
  expect([foreign.status, (await json(foreign)).code]).toEqual([404, 'project_not_found']);
  const foreignFromDashboard = await otherCustomer.bySession('/screenshots/dashboard', {
    url: page,
    project_id: projectId,
  });
  expect(foreignFromDashboard.status).toBe(404);
  const list = await app.send('/screenshots', undefined, { 'x-api-key': bound.key });
  expect((await json(list)).meta.total).toBe(0);
  const narrowed = await app.send(`/screenshots?projectId=${projectId}`, undefined, {
    'x-api-key': bound.key,
  });
  expect((await json(narrowed)).meta.total).toBe(0);
});
