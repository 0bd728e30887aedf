import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../../test/app.ts';
import { expectErrors } from '../../../../test/error-cases.ts';
import { engineWithoutBrowser } from '../../../../test/engine-without-browser.ts';
import { insertProject } from '../../../../test/factories.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { imageResult } from '../../../../test/screenshots.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ engine: engineWithoutBrowser(async () => imageResult('image'), 4) });
});
afterAll(() => app.close());

const path = '/projects/files/matches';

/** Inserts finished captures of a shop and a blog, in turn. */
async function insertFiles({ organizationId }: TestSession, count: number): Promise<number> {
  const { id } = await insertProject(app.db, { organization_id: organizationId, name: 'First' });
  await sql`
    insert into screenshots (id, organization_id, project_id, source, url, options, status, credits, finished_at)
    select concat('01a20706-', lpad(to_hex(n), 4, '0'), '-7000-8000-', substr(md5(${organizationId}::text || n), 1, 12))::uuid,
      ${organizationId}, ${id}, 'URL', concat('https://', case n % 2 when 0 then 'shop' else 'blog' end, '.example/', n),
      '{}', 'COMPLETE', 1, now()
    from generate_series(1, ${count}::int) n`.execute(app.db);
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select gen_random_uuid(), organization_id, id, 'image', id, 'image.png', 'image/png', 100, '', 1, 1
    from screenshots where organization_id = ${organizationId}`.execute(app.db);
  return id;
}

const count = async (by: TestSession, query = '') =>
  (await readJson(await by.call('GET', path + query))).data;
const untilEnded = (by: TestSession) =>
  vi.waitFor(
    async () =>
      expect((await readJson(await by.call('GET', `${path}/progress`))).data.isRunning).toBe(false),
    { timeout: 30_000, interval: 50 },
  );

test('[FM-23] all files that match a filter are counted exactly and deleted, and no others', async () => {
  const person = await app.session();
  const other = await app.session();
  await insertFiles(person, 24_002);
  await insertFiles(other, 10);
  const { total, before } = await count(person, '?search=shop');
  expect(total).toBe(12_001);
  const later = await sql<{ id: string }>`
    insert into screenshots (id, organization_id, project_id, source, url, options, status, credits, finished_at)
    select 'ffffffff-0000-7000-8000-000000000000', organization_id, project_id, 'URL', 'https://shop.example/later', '{}', 'COMPLETE', 1, now()
    from screenshots where organization_id = ${person.organizationId} limit 1 returning id`.execute(
    app.db,
  );
  const res = await person.call('POST', `${path}/delete`, { filter: { search: 'shop' }, before });
  expect([res.status, (await readJson(res)).data]).toEqual([202, { isRunning: true }]);
  await untilEnded(person);
  const { rows } = await sql<{ host: string; n: number }>`
    select substring(url from '//([^.]+)') as host, count(*)::int as n from screenshots
    where organization_id = ${person.organizationId} group by 1 order by 1`.execute(app.db);
  expect(rows).toEqual([
    { host: 'blog', n: 12_001 },
    { host: 'shop', n: later.rows.length },
  ]);
  expect(await count(other)).toMatchObject({ total: 10 });
  const list = await readJson(await person.call('GET', '/projects/files?limit=1'));
  expect(list).toMatchObject({ meta: { total: 12_002 }, totalScreenshotsSize: 1_200_100 });
});

test('[FM-23] all files that match a filter are moved, also those of the project they are moved to', async () => {
  const person = await app.session();
  await insertFiles(person, 1_200);
  const { organizationId } = person;
  const target = await insertProject(app.db, { organization_id: organizationId, name: 'Second' });
  const { before } = await count(person, '?search=blog');
  const body = { filter: { search: 'blog' }, before, projectId: target.id };
  for (let times = 0; times < 2; times += 1) {
    expect((await person.call('POST', `${path}/move`, body)).status).toBe(202);
    await untilEnded(person);
    expect(await count(person, `?projectId=${target.id}`)).toMatchObject({ total: 600 });
    expect(await count(person)).toMatchObject({ total: 1_200 });
  }
});

test('[FM-23] the files of live and of test mode are counted and deleted separately', async () => {
  const person = await app.session();
  await insertFiles(person, 20);
  await sql`
    update screenshots set is_test = true
    where organization_id = ${person.organizationId} and url like '%shop%'`.execute(app.db);
  const { before, total } = await count(person);
  expect(total).toBe(10);
  expect(await count(person, '?livemode=false')).toMatchObject({ total: 10 });
  await person.call('POST', `${path}/delete`, { filter: { livemode: false }, before });
  await untilEnded(person);
  expect(await count(person)).toMatchObject({ total: 10 });
  expect(await count(person, '?livemode=false')).toMatchObject({ total: 0 });
});

test('[FM-23] an operation on all matches rejects invalid input and changes nothing', async () => {
  const person = await app.session();
  const other = await app.session();
  await insertFiles(person, 4);
  const foreign = await insertFiles(other, 1);
  const { before } = await count(person);
  const own = await insertProject(app.db, {
    organization_id: person.organizationId,
    name: 'Second',
  });
  const body = { filter: {}, before };
  await expectErrors(app, person, {
    method: 'POST',
    path: `${path}/move`,
    body: { ...body, projectId: own.id },
    invalid: [
      [body, 'projectId'],
      [{ ...body, before: 'x', projectId: own.id }, 'before'],
      [{ before, projectId: own.id }, 'filter'],
      [{ before, filter: { type: 'pdf' }, projectId: own.id }, 'filter.type'],
    ],
    missing: [{ path: `${path}/move`, body: { ...body, projectId: foreign } }],
    missingCode: 'project_not_found',
  });
  await expectErrors(app, person, {
    method: 'POST',
    path: `${path}/delete`,
    body,
    invalid: [[{ filter: {} }, 'before']],
  });
  expect(await count(person)).toMatchObject({ total: 4 });
  expect(await count(other)).toMatchObject({ total: 1 });
});
