import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../../test/app.ts';
import { expectErrors } from '../../../../test/error-cases.ts';
import { engineWithoutBrowser } from '../../../../test/engine-without-browser.ts';
import { insertProject } from '../../../../test/factories.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { imageResult } from '../../../../test/screenshots.ts';
import { newId } from '../../../lib/ids.ts';

let app: TestApp;
let withoutBilling: TestApp;
beforeAll(async () => {
  app = await startTestApp({ engine: engineWithoutBrowser(async () => imageResult('image'), 4) });
  withoutBilling = await startTestApp({ env: { BILLING: 'off' } });
});
afterAll(async () => {
  await app.close();
  await withoutBilling.close();
});

interface Inserted {
  /** Null for HTML. */
  readonly url: string | null;
  readonly at: string;
  readonly status?: string;
  readonly options?: object;
  readonly contentType?: string;
  /** Null without an image. */
  readonly name?: string | null;
  readonly size?: number;
}

/** Inserts captures, the images of which are rows only. */
async function insertFiles(
  { organizationId }: TestSession,
  files: readonly Inserted[],
  { db } = app,
): Promise<void> {
  const name = '=Shop, "new"';
  const { id: projectId } = await insertProject(db, { organization_id: organizationId, name });
  for (const { url, at, status = 'COMPLETE', options = {}, size = 100, ...file } of files) {
    const { name: fileName = 'a.png', contentType = 'image/png' } = file;
    const id = newId(Date.parse(at));
    await sql`
      insert into screenshots (id, organization_id, project_id, source, url, options, status, credits, failure_code, created_at, finished_at)
      values (${id}, ${organizationId}, ${projectId}, ${url === null ? 'HTML' : 'URL'}, ${url}, ${JSON.stringify(options)}, ${status}, 2,
        ${status === 'FAILED' ? 'dns_error' : null}, ${at}::timestamptz, ${status === 'COMPLETE' || status === 'FAILED' ? at : null}::timestamptz)`.execute(
      db,
    );
    if (fileName === null) continue;
    await sql`
      insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
      values (gen_random_uuid(), ${organizationId}, ${id}, 'image', ${id}, ${fileName}, ${contentType}, ${size}, '', 1280, 720)`.execute(
      db,
    );
  }
}

const various: readonly Inserted[] = [
  { url: 'https://b.example/', at: '2026-03-01T00:00:00.000Z', size: 300 },
  { url: 'http://A.example/1', at: '2026-03-01T23:59:59.999Z', options: { is_mobile: true } },
  {
    url: 'https://c.example/a.webp',
    at: '2026-03-02T00:00:00.000Z',
    options: { emulate_device: 'iPhone 15' },
    name: 'c.jpg',
    contentType: 'image/jpeg',
    size: 200,
  },
  { url: null, at: '2026-03-03T12:00:00.000Z', name: 'html.webp', contentType: 'image/webp' },
  { url: 'https://d.example/', at: '2026-03-04T12:00:00.000Z', status: 'FAILED', name: null },
  {
    url: 'https://e.example/x.png',
    at: '2026-03-05T12:00:00.000Z',
    status: 'PROCESSING',
    name: null,
  },
];

const listOf = async (by: TestSession, query: string) =>
  readJson(
    await by.call('GET', `/projects/files?${/limit/.test(query) ? '' : 'limit=25&'}${query}`),
  );
const hostsOf = async (by: TestSession, query: string): Promise<string> =>
  (await listOf(by, query)).screenshots
    .map(({ url = '//html' }: { url?: string }) => /\/\/(\w+)/.exec(url)?.[1])
    .join(' ');

test('[FM-26] files are filtered by the time of their creation, status, device and format', async () => {
  const person = await app.session();
  await insertFiles(person, various);
  const expected: Record<string, string> = {
    'from=2026-03-01T23:59:59.999Z&to=2026-03-03T12:00:00Z': 'c A',
    'from=2026-03-04T00:00:00Z': 'e d',
    'to=2026-03-01T12:00:00Z': 'b',
    'from=1900-01-01T00:00:00Z&to=1969-12-31T00:00:00Z': '',
    'status=complete': 'html c A b',
    'status=failed': 'd',
    'status=in_progress': 'e',
    'device=mobile': 'c A',
    'device=desktop': 'e d html b',
    'format=png': 'A b',
    'format=jpeg': 'c',
    'format=webp': 'html',
    'format=pdf': '',
    'format=png&device=mobile&status=complete&search=example&type=url': 'A',
  };
  for (const [query, hosts] of Object.entries(expected))
    expect({ query, hosts: await hostsOf(person, query) }).toEqual({ query, hosts });
});

test('[FM-26] files are sorted by time, source and size, those without a size last', async () => {
  const person = await app.session();
  await insertFiles(person, various);
  const expected: Record<string, string> = {
    'sort=created': 'b A c html d e',
    'sort=created&limit=2&page=2': 'c html',
    'sort=created&limit=4&page=2': 'd e',
    'sort=created&limit=4&page=3': '',
    'sort=created&type=url': 'b A c d e',
    'sort=source': 'A b c d e html',
    'sort=-source': 'html e d c b A',
    'sort=size': 'html A c b e d',
    'sort=-size': 'b c html A e d',
    'sort=-size&status=complete&limit=3': 'b c html',
  };
  for (const [query, hosts] of Object.entries(expected)) {
    expect({ query, hosts: await hostsOf(person, query) }).toEqual({ query, hosts });
    expect((await listOf(person, query)).meta.sort).toBe(/sort=([^&]+)/.exec(query)?.[1]);
  }
  expect((await listOf(person, 'sort=-created')).meta).not.toHaveProperty('sort');
});

/** Inserts captures of one minute each, the oldest first. */
async function insertMany({ organizationId }: TestSession, count: number): Promise<void> {
  const { id } = await insertProject(app.db, { organization_id: organizationId, name: 'Many' });
  await sql`
    insert into screenshots (id, organization_id, project_id, source, url, options, status, credits, created_at, finished_at)
    select concat(substr(hex, 1, 8), '-', substr(hex, 9, 4), '-7000-8000-', substr(md5(${organizationId}::text || n), 1, 12))::uuid,
      ${organizationId}, ${id}, 'URL', concat('https://', case n % 2 when 0 then 'shop' else 'blog' end, '.example/', n), '{}', 'COMPLETE', 1, t, t
    from generate_series(1, ${count}::int) n,
      lateral (select timestamptz '2026-01-01' + make_interval(mins => n) as t) as moment,
      lateral (select lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') as hex) as name`.execute(
    app.db,
  );
}

test('[FM-26] a list of more than 10 000 matches is sorted by time only, and says that it is not sorted otherwise', async () => {
  const person = await app.session();
  await insertMany(person, 10_050);
  const listed = async (query: string) => {
    const { screenshots, meta } = await listOf(person, query);
    return [/\d+$/.exec(screenshots[0].url)?.[0], meta.sort, meta.total, meta.isTotalExact];
  };
  expect(await listed('sort=source')).toEqual(['10050', undefined, 10_050, true]);
  expect(await listed('sort=created')).toEqual(['1', 'created', 10_050, true]);
  expect(await listed('sort=created&page=401')).toEqual(['10001', 'created', 10_050, true]);
  expect(await listed('sort=size&search=example')).toEqual(['10050', undefined, 10_000, false]);
  expect(await listed('sort=-source&search=shop')).toEqual(['9998', '-source', 5_025, true]);
});

const csvOf = async (by: TestSession, query = '') => {
  const response = await by.call('GET', `/projects/files.csv${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv']);
  expect(response.headers.get('content-disposition')).toContain('files.csv');
  return (await response.text()).split('\r\n').slice(0, -1);
};

test('[FM-26] all files that match are exported as CSV, and no cell is a formula', async () => {
  const [person, other] = [await app.session(), await app.session()];
  await insertFiles(person, various);
  await insertFiles(other, [{ url: 'https://other.example/', at: '2026-03-01T00:00:00.000Z' }]);
  const [head, ...lines] = await csvOf(person);
  expect(head).toBe('id,url,project,created,status,format,device,width,height,size,credits');
  expect(lines.map((line) => line.replace(/^[0-9a-f-]{36},/, ''))).toEqual([
    `https://e.example/x.png,"'=Shop, ""new""",2026-03-05T12:00:00.000Z,PROCESSING,,desktop,,,,0`,
    `https://d.example/,"'=Shop, ""new""",2026-03-04T12:00:00.000Z,FAILED,,desktop,,,,0`,
    `,"'=Shop, ""new""",2026-03-03T12:00:00.000Z,COMPLETE,webp,desktop,1280,720,100,2`,
    `https://c.example/a.webp,"'=Shop, ""new""",2026-03-02T00:00:00.000Z,COMPLETE,jpeg,iPhone 15,1280,720,200,2`,
    `http://A.example/1,"'=Shop, ""new""",2026-03-01T23:59:59.999Z,COMPLETE,png,mobile,1280,720,100,2`,
    `https://b.example/,"'=Shop, ""new""",2026-03-01T00:00:00.000Z,COMPLETE,png,desktop,1280,720,300,2`,
  ]);
  expect(await csvOf(person, '?format=png&device=mobile')).toHaveLength(2);
  expect(await csvOf(person, '?livemode=false')).toHaveLength(1);
  const { events } = await readJson(await person.call('GET', '/audit-events'));
  expect(events[0]).toMatchObject({ action: 'files.exported' });
});

test('[FM-26] an export contains more files than a list, each once, and no credits without billing', async () => {
  const person = await app.session();
  await insertMany(person, 10_050);
  const lines = await csvOf(person);
  expect(lines).toHaveLength(10_051);
  expect(new Set(lines).size).toBe(10_051);
  expect(lines.at(-1)).toContain('https://blog.example/1,');
  const free = await withoutBilling.session();
  await insertFiles(free, various.slice(0, 1), withoutBilling);
  const [head, line] = await csvOf(free);
  expect(head).toMatch(/,size$/);
  expect(line).toMatch(/,720,300$/);
});

test('[FM-23, FM-26] all files of a period are counted and deleted, and no others', async () => {
  const person = await app.session();
  await insertFiles(person, various);
  const filter = { from: '2026-03-01T12:00:00Z', to: '2026-03-04T00:00:00Z' };
  const query = new URLSearchParams(filter).toString();
  const { data } = await readJson(await person.call('GET', `/projects/files/matches?${query}`));
  expect(data.total).toBe(3);
  const res = await person.call('POST', '/projects/files/matches/delete', {
    filter,
    before: data.before,
  });
  expect(res.status).toBe(202);
  await vi.waitFor(async () => expect(await hostsOf(person, '')).toBe('e d b'), {
    timeout: 30_000,
    interval: 50,
  });
});

test('[FM-26] an unknown filter or order is rejected with its valid values', async () => {
  const person = await app.session();
  const invalid: Record<string, string> = {
    'status=done': 'status must be one of complete, failed, in_progress.',
    'device=tv': 'device must be one of desktop, mobile.',
    'format=bmp':
      'format must be one of png, jpeg, webp, avif, gif, pdf, html, markdown, text, mhtml.',
    'sort=name': 'sort must be one of -created, created, source, -source, size, -size.',
    'from=yesterday': 'from must be a time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z.',
    [`sort=size&cursor=${newId()}`]: 'cursor must be absent unless the list is newest first.',
  };
  for (const [query, message] of Object.entries(invalid))
    expect(await listOf(person, query)).toMatchObject({ code: 'validation_failed', message });
  await expectErrors(app, person, { method: 'GET', path: '/projects/files.csv' });
});
