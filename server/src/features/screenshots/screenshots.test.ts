import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { openTestScreenshots, requestOf } from '../../../test/screenshots.ts';
import { runScreenshotJob } from './screenshots.jobs.ts';

type Fixture = Awaited<ReturnType<typeof openTestScreenshots>>;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openTestScreenshots();
});
afterAll(() => fixture.close());

const ended = (ids: string[]) => fixture.jobs.queue.findEnded(fixture.db, [runScreenshotJob], ids);

test('deleting a project removes its waiting captures from the queue and releases their credits', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db, { credits: 10 });
  const deleted = await insertProject(fixture.db, { organization_id: organizationId });
  const remaining = await insertProject(fixture.db, { organization_id: organizationId });
  const requestCapture = (projectId: number) =>
    fixture.requestScreenshot(requestOf(organizationId, { projectId }));
  const [one, two, other] = [
    await requestCapture(deleted.id),
    await requestCapture(deleted.id),
    await requestCapture(remaining.id),
  ];
  await fixture.projects.deleteProject({ organizationId, projectId: deleted.id });
  expect(await ended([one.id, two.id, other.id])).toEqual([one.id, two.id]);
  expect(await fixture.credits.balanceOf(fixture.db, organizationId)).toEqual({
    available: 9,
    held: 1,
  });
});

test('an image that the store cannot return is an outage, not a missing screenshot', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const { id } = await fixture.requestScreenshot(requestOf(organizationId));
  await fixture.run({ id, data: { organizationId } });
  const ref = { organizationId, projectId: null, id };
  const { row } = await fixture.screenshots.getImage(ref);
  await fixture.store.remove([row.file!.storageKey]);
  await expect(fixture.screenshots.getImage(ref)).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('lists omit injected code and reports, which a single screenshot includes', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const order = requestOf(organizationId);
  const fields = { ...order.fields, inject_js: 'x'.repeat(1_000), inject_css: 'y' };
  const { id } = await fixture.requestScreenshot({ ...order, fields });
  await fixture.run({ id, data: { organizationId } });
  const scope = { organizationId, projectId: null };
  const { rows } = await fixture.screenshots.listScreenshots({
    ...scope,
    isTest: false,
    page: 1,
    limit: 10,
  });
  expect(rows[0]).toMatchObject({ id, report: null, options: { file_type: 'png' } });
  expect(rows[0]?.options).not.toHaveProperty('inject_js');
  expect(await fixture.screenshots.getScreenshot({ ...scope, id })).toMatchObject({
    options: { inject_css: 'y' },
    report: { targetStatus: 200 },
  });
});

test('no plan of a list is shared by organisations of different sizes', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const { db, screenshots } = fixture;
  const list = { organizationId, projectId: null, isTest: false, verdict: ['ok' as const] };
  // One after the other, so that they use the same connection.
  for (let times = 0; times < 12; times += 1)
    await screenshots.listScreenshots({ ...list, page: 1, limit: 25 });
  const { rows } = await sql<{ shared: number; own: number }>`
    select sum(generic_plans)::int as shared, sum(custom_plans)::int as own
    from pg_prepared_statements where statement ~ ${'verdict is not null|order by s.id desc limit'}`.execute(
    db,
  );
  const [plans] = rows;
  expect(plans).toEqual({ shared: 0, own: expect.any(Number) });
  expect(plans?.own).toBeGreaterThan(5);
});

test('a list by URL has an exact total for few matches, and for many a lower bound beyond its page', async () => {
  const { db, screenshots } = fixture;
  const { id: organizationId } = await insertOrganization(db);
  const project = await insertProject(db, { organization_id: organizationId });
  await sql`
    insert into screenshots (id, organization_id, project_id, source, url, options, status, credits, failure_code, finished_at)
    select concat('01a20706-', lpad(to_hex(n), 4, '0'), '-7000-8000-', substr(md5(${organizationId}::text || n), 1, 12))::uuid,
      ${organizationId}, ${project.id}, 'URL', concat('https://shop.example/', n), '{}', 'FAILED', 1, 'dns_error', now()
    from generate_series(1, 10100) n`.execute(db);
  const read = async (url: string, page: number) => {
    const scope = { organizationId, projectId: null, isTest: false };
    const { rows, total, isTotalExact } = await screenshots.listScreenshots({
      ...scope,
      url,
      page,
      limit: 100,
    });
    return [rows.at(0)?.url?.split('/').at(-1), rows.length, total, isTotalExact];
  };
  expect(await read('/10099', 1)).toEqual(['10099', 1, 1, true]);
  expect(await read('SHOP', 1)).toEqual(['10100', 100, 2_000, false]);
  expect(await read('shop', 30)).toEqual(['7200', 100, 10_000, false]);
  expect(await read('shop', 100)).toEqual(['200', 100, 10_001, false]);
  expect(await read('shop', 101)).toEqual(['100', 100, 10_100, true]);
  expect(await read('shop', 102)).toEqual([undefined, 0, 10_100, true]);
});
