import { deviceNames, findDevice } from '@shotwright/capture';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../../test/factories.ts';
import {
  insertCaptures,
  readCaptures,
  type StoredCapture,
} from '../../../../test/search-captures.ts';
import { searchTexts as texts } from '../../../../test/search-texts.ts';
import { seeded } from '../../../../test/seeded.ts';
import {
  countOf,
  lookUpByPeriods,
  lookUpOf,
  probeOf,
  walkOf,
  type FileSearch,
} from './file-search.queries.ts';
import { periodsBetween, readSearch } from './file-search.rules.ts';
import { countFiles, findFiles, planFor } from './file-search.store.ts';
import { createFindByUrl } from './url-search.service.ts';

let database: TestDatabase;
let organizationId: string;
let projects: { id: number; name: string }[];
let captures: StoredCapture[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  organizationId = (await insertOrganization(db)).id;
  projects = [];
  for (const name of ['Shop', 'Blog & Co']) {
    const { id } = await insertProject(db, { organization_id: organizationId, name });
    projects.push({ id, name });
  }
  const other = (await insertOrganization(db)).id;
  const { id: otherProject } = await insertProject(db, { organization_id: other, name: 'Shop' });
  const projectIds = projects.map(({ id }) => id);
  await insertCaptures(db, { organizationId, projectIds, count: 5_000 });
  await insertCaptures(db, { organizationId: other, projectIds: [otherProject], count: 3_000 });
  captures = await readCaptures(db, organizationId);
  await sql`analyze`.execute(db);
});
afterAll(() => database.close());

const isMobile = ({ device }: StoredCapture) => ['true', 'iPhone 15'].includes(device);

const searchFor = (text: string, filter: Partial<FileSearch> = {}): FileSearch => ({
  organizationId,
  isTest: false,
  words: readSearch(text, projects),
  source: undefined,
  projectId: undefined,
  verdict: undefined,
  tags: [],
  ...filter,
});

test.each(texts.map((text) => ({ text, title: text.slice(0, 30) })))(
  '[FM-20] a search for $title finds what a comparison of all files finds',
  async ({ text }) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = captures.filter((one) => words.every((word) => one.text.includes(word)));
    const ids = matches.map(({ id }) => id);
    expect(await findFiles(database.db, searchFor(text))).toEqual({ ids, hasMore: false });
  },
);

test('[FM-1, FM-20, FM-26] filters and words together find what a comparison of all files finds', async () => {
  const [, blog = { id: 0 }] = projects;
  const filters: Partial<FileSearch>[] = [
    { source: 'HTML' },
    { source: 'URL', projectId: blog.id },
    { source: 'HTML', projectId: blog.id },
    { verdict: ['blank'] },
    { verdict: ['blank', 'ok'], projectId: blog.id },
    { verdict: ['login_wall'] },
    { status: 'FAILED', source: 'URL' },
    { tags: ['shop'] },
    { tags: ['nightly', 'shop'], projectId: blog.id },
    { tags: ['night'] },
    { device: 'mobile' },
    { device: 'mobile', projectId: blog.id },
    { device: 'desktop', source: 'HTML' },
    { extension: 'pdf' },
    { extension: 'webp', status: 'COMPLETE' },
    { extension: 'png' },
    { extension: 'df' },
    { status: 'OPEN' },
    { since: captures.at(900)?.id, before: captures.at(100)?.id, isPeriod: true },
    {
      since: captures.at(3_000)?.id,
      before: captures.at(200)?.id,
      isPeriod: true,
      extension: 'webp',
    },
    { before: captures.at(2_500)?.id, isPeriod: true, device: 'mobile' },
    { since: captures.at(0)?.id },
  ];
  for (const filter of filters)
    for (const text of ['', 'products', 'quixotic', 'failed', '4']) {
      const { source, projectId, verdict, tags = [], status } = filter;
      const { device, extension, since = '', before = 'g' } = filter;
      const expected = captures.filter(
        (one) =>
          one.text.includes(text) &&
          (source === undefined || one.source === source) &&
          (projectId === undefined || one.project_id === projectId) &&
          (verdict === undefined || verdict.some((kind) => kind === one.kind)) &&
          tags.every((tag) => one.tags.includes(tag)) &&
          (status === undefined || one.status === status) &&
          (device === undefined || isMobile(one) === (device === 'mobile')) &&
          (extension === undefined || one.name?.endsWith(`.${extension}`) === true) &&
          one.id >= since &&
          one.id < before,
      );
      const { ids } = await findFiles(database.db, searchFor(text, filter));
      expect(ids).toEqual(expected.map(({ id }) => id));
    }
});

test('[FM-20] a filter by URL finds what a comparison of all URLs finds', async () => {
  const findByUrl = createFindByUrl(database.db);
  const parts = [
    'Products/7',
    'example.COM',
    'image',
    'png',
    'größe/日本',
    '50%25_',
    'zk',
    '/',
    'q',
    'a\nb',
    '',
  ];
  for (const url of parts)
    for (const status of [undefined, 'FAILED'] as const) {
      const ids = captures
        .filter((one) => one.url?.toLowerCase().includes(url.toLowerCase()) === true)
        .filter((one) => status === undefined || one.status === status)
        .map(({ id }) => id);
      const filter = { organizationId, isTest: false, url, status };
      expect(await findByUrl(filter, 10_000)).toEqual({ ids, hasMore: false });
    }
});

test('[DL-20] a search by the index of texts finds files of the tag only', async () => {
  const tagged = captures.filter((one) => one.tags.includes('shop'));
  const query = lookUpOf(searchFor('products', { tags: ['shop'] }), 100);
  const { rows } = await sql<{ ids: string[] }>`${query}`.execute(database.db);
  expect(rows[0]?.ids).toEqual(
    tagged.filter(({ text }) => text.includes('products')).map(({ id }) => id),
  );
});

test.each(
  texts.filter((text) => text !== '\0').map((text) => ({ text, title: text.slice(0, 30) })),
)(
  '[FM-20] the search index finds for $title what a comparison of all files finds',
  async ({ text }) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = captures.filter((one) => words.every((word) => one.text.includes(word)));
    const ids = matches.map(({ id }) => id);
    const periods = periodsBetween(captures[0]?.id ?? '', captures.at(-1)?.id ?? '') ?? [];
    for (const query of [
      lookUpOf(searchFor(text), 10_000),
      lookUpByPeriods(searchFor(text), { limit: 10_000, periods }),
    ]) {
      const { rows } = await sql<{ ids: string[] }>`${query}`.execute(database.db);
      expect(rows[0]?.ids).toEqual(ids);
    }
  },
);

test('[FM-20] searches for random parts of texts find what a comparison of all files finds', async () => {
  const random = seeded(20_261_123);
  const next = (below: number) => Math.floor(random() * below);
  for (let i = 0; i < 150; i++) {
    const words = Array.from({ length: 1 + next(3) }, () => {
      const { text } = captures[next(captures.length)] ?? { text: 'none' };
      const start = next(text.length);
      return text.slice(start, start + 1 + next(8));
    });
    const text = words.join(' ');
    const parts = text.split(/\s+/).filter(Boolean);
    const expected = captures.filter((one) => parts.every((part) => one.text.includes(part)));
    const ids = expected.map(({ id }) => id);
    const found = await findFiles(database.db, searchFor(text));
    expect({ text, ...found }).toEqual({ text, ids, hasMore: false });
    expect(await findFiles(database.db, searchFor(text), 40)).toEqual({
      ids: ids.slice(0, 40),
      hasMore: ids.length > 40,
    });
  }
});

test('[FM-20] a file is found by its id and by the beginning of it', async () => {
  const { id = '' } = captures.at(-7) ?? {};
  for (const text of [id, id.toUpperCase(), id.slice(0, 20)]) {
    const { ids } = await findFiles(database.db, searchFor(text));
    expect(ids).toContain(id);
    expect(ids.every((one) => one.startsWith(text.toLowerCase()))).toBe(true);
  }
});

test('[FM-20, FM-23] a search among older files finds and counts them only', async () => {
  const before = captures.at(1_500)?.id ?? '';
  for (const text of ['', 'quixotic', 'products/4', 'failed', 'q', 'zzyzx'])
    for (const filter of [{}, { source: 'HTML' as const }, { projectId: projects[1]?.id }]) {
      const search = { ...searchFor(text, filter), before };
      const { ids } = await findFiles(database.db, searchFor(text, filter));
      const older = ids.filter((id) => id < before);
      expect(await findFiles(database.db, search)).toEqual({ ids: older, hasMore: false });
      expect(await readTotal(countOf(search))).toBe(older.length);
      expect(await countFiles(database.db, search)).toBe(older.length);
    }
});

test('[FM-26] the device of a capture is mobile exactly if its emulation is', async () => {
  const { rows } = await sql<{ kind: string }>`
    select search_device(options) as kind from unnest(${deviceNames().map((name) => JSON.stringify({ emulate_device: name }))}::jsonb[])
      with ordinality as given (options, at) order by at`.execute(database.db);
  expect(rows.map(({ kind }) => kind === 'mobile')).toEqual(
    deviceNames().map((name) => findDevice(name)?.isMobile),
  );
});

test('no search reads the table of captures or of their texts from beginning to end', async () => {
  for (const text of texts.filter((one) => !one.includes('\0')))
    for (const filter of [
      {},
      { source: 'HTML' as const },
      { projectId: projects[0]?.id },
      { verdict: ['blank' as const] },
      { tags: ['shop'] },
      { device: 'mobile' as const },
      { extension: 'pdf' },
      { since: '01a01000-0000-7000-8000-000000000000', isPeriod: true },
    ]) {
      const search = searchFor(text, filter);
      const walk = await planOf(walkOf(search, { rows: 2_000, limit: 1_001 }), 'walk');
      expect(walk).not.toMatch(/Seq Scan on (screenshots|file_texts)|Bitmap/);
      expect(walk).not.toMatch(/Scan(?! Backward)\S* using file_texts_pkey/);
      const probe = await planOf(
        probeOf(search, { ids: ['01a01000-0000-7000-8000-000000000000'], rows: 64 }),
        'walk',
      );
      expect(probe).not.toMatch(/Seq Scan on (screenshots|file_texts)|Bitmap/);
      const lookUp = await planOf(lookUpOf(search, 1_001), 'index');
      expect(lookUp).not.toMatch(/Seq Scan on (screenshots|file_texts)/);
      expect(lookUp).toMatch(/Bitmap Index Scan on file_texts_search/);
      const byPeriods = await planOf(
        lookUpByPeriods(search, { limit: 1_001, periods: ['01a01', '01a00'] }),
        'index',
      );
      expect(byPeriods).not.toMatch(/Seq Scan on (screenshots|file_texts)/);
      expect(byPeriods).toMatch(/Index Cond: .*period/);
    }
});

test('a word that most files have by their status is compared, and not looked up beside another one', async () => {
  expect(await scansFor('quixotic l com')).toBe(1);
  expect(await scansFor('quixotic failed')).toBe(2);
});

async function scansFor(text: string): Promise<number | undefined> {
  return (await planOf(lookUpOf(searchFor(text), 100), 'index')).match(/Bitmap Index Scan/g)
    ?.length;
}

async function readTotal(query: ReturnType<typeof countOf>): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`${query}`.execute(database.db);
  return rows[0]?.total;
}

function planOf(query: RawBuilder<unknown>, kind: 'walk' | 'index'): Promise<string> {
  return database.db.transaction().execute(async (tx) => {
    await planFor(tx, kind);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
