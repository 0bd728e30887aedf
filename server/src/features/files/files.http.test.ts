import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectErrors } from '../../../test/error-cases.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';
import type { TestSession } from '../../../test/app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let person: TestSession;
const visited: string[] = [];
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    visited.push(req.url ?? '');
    colouredSite(req, res);
  });
  person = await app.session();
});
afterAll(() => app.close());

/** Takes a capture of the site; returns it as the file list does. */
async function capturedFile(by: TestSession, path = '/page') {
  const key = await app.apiKey({ of: by });
  const res = await key.call('POST', '/screenshots', { url: app.siteUrl + path, wait: 25 });
  const { requestId } = await readJson(res);
  return fileOf(by, requestId);
}

async function fileOf(by: TestSession, id: string) {
  const { screenshots } = await readJson(await by.call('GET', '/projects/files'));
  return screenshots.find((file: { id: string }) => file.id === id);
}

const absentId = '01a1fdc6-873b-7433-acfe-e435a75d870b';

test('[AP-14] the list contains every field, the totals, and only the caller’s files', async () => {
  await expectErrors(app, person, { method: 'GET', path: '/projects/files' });
  const file = await capturedFile(person);
  const one = await readJson(await person.call('GET', `/screenshots/${file.id}`));
  expect(file).toEqual({
    id: one.id,
    livemode: true,
    url: `${app.siteUrl}/page`,
    type: 'URL',
    status: 'COMPLETE',
    projectId: expect.any(Number) as number,
    screenshotUrl: expect.stringMatching(/\/127\.0\.0\.1.*\.png$/) as string,
    thumbnailUrl: expect.stringMatching(/\.webp$/) as string,
    screenshotImageSize: expect.any(Number) as number,
    imageWidth: 1280,
    imageHeight: 720,
    creditsRequired: 1,
    creditsCharged: 1,
    duration: expect.closeTo(one.duration, 2) as number,
    createdAt: one.createdAt,
    code: null,
    error: null,
    verdict: { kind: 'ok', reasons: [], confidence: 'high' },
  });
  const response = await readJson(await person.call('GET', '/projects/files'));
  expect(response).toMatchObject({
    status: 'success',
    totalProjects: 1,
    meta: { nextCursor: null },
  });
  expect(response.totalScreenshotsSize).toBeGreaterThanOrEqual(file.screenshotImageSize);
  const otherUser = await app.session();
  expect((await readJson(await otherUser.call('GET', '/projects/files'))).screenshots).toEqual([]);
});

test('[AP-14] a list read again returns every file in its current state', async () => {
  const reader = await app.session();
  const [older, newer] = [await capturedFile(reader, '/1'), await capturedFile(reader, '/2')];
  const list = async () =>
    (await readJson(await reader.call('GET', '/projects/files'))).screenshots;
  expect(await list()).toEqual([newer, older]);
  await app.db
    .updateTable('files')
    .set({ width_px: 7 })
    .where('screenshot_id', '=', older.id)
    .execute();
  await app.db.updateTable('screenshots').set({ credits: 3 }).where('id', '=', newer.id).execute();
  expect(await list()).toEqual([
    { ...newer, creditsRequired: 3, creditsCharged: 3 },
    { ...older, imageWidth: 7 },
  ]);
  await app.db.deleteFrom('files').where('screenshot_id', '=', older.id).execute();
  expect((await list())[1]).toMatchObject({ id: older.id, screenshotUrl: null, imageWidth: null });
});

test('[AP-14] [RL-17] a limited list continues at its cursor, newest first', async () => {
  const reader = await app.session();
  const ids = [];
  for (const path of ['/1', '/2', '/3']) ids.unshift((await capturedFile(reader, path)).id);
  const first = await readJson(await reader.call('GET', '/projects/files?limit=2'));
  const rest = await readJson(
    await reader.call('GET', `/projects/files?limit=2&cursor=${first.meta.nextCursor}`),
  );
  const seen = [...first.screenshots, ...rest.screenshots].map((file: { id: string }) => file.id);
  expect(seen).toEqual(ids);
  expect([first.meta.total, rest.meta.nextCursor]).toEqual([3, null]);
});

test('[AP-14] [FM-10] [FM-20] the list is read page by page, filtered and searched', async () => {
  const reader = await app.session();
  const ids: string[] = [];
  for (const path of ['/1', '/2', '/3', '/4', '/5'])
    ids.unshift((await capturedFile(reader, path)).id);
  const list = async (query: string) => {
    const { screenshots, meta } = await readJson(
      await reader.call('GET', `/projects/files?${query}`),
    );
    return [screenshots.map(({ id }: { id: string }) => ids.indexOf(id)), meta.total];
  };
  expect(await list('limit=2&page=1')).toEqual([[0, 1], 5]);
  expect(await list('limit=2&page=2')).toEqual([[2, 3], 5]);
  expect(await list('limit=2&page=3')).toEqual([[4], 5]);
  expect(await list('limit=2&page=4')).toEqual([[], 5]);
  expect(await list('limit=4&ifMore=1')).toEqual([[0], 5]);
  expect(await list('limit=5&ifMore=1')).toEqual([[0, 1, 2, 3, 4], 5]);
  expect(await list(`search=${encodeURIComponent(`${app.siteUrl}/3`)}`)).toEqual([[2], 1]);
  expect(await list('search=COMPLETE+project&limit=2&page=2')).toEqual([[2, 3], 5]);
  expect(await list(`search=complete&limit=2&cursor=${ids[2]}`)).toEqual([[3, 4], 5]);
  expect(await list('type=html')).toEqual([[], 0]);
  expect(await list(`search=${ids[4]}`)).toEqual([[4], 1]);
  for (const [name, value] of Object.entries({
    type: 'pdf',
    page: '0',
    projectId: 'x',
    ifMore: '-1',
  }))
    await expectErrors(app, reader, {
      method: 'GET',
      path: `/projects/files?${name}=${value}`,
      invalid: [[undefined, name]],
    });
});

test('[AP-15] a file is downloaded by its own URL, with type, length and name', async () => {
  const file = await capturedFile(person);
  const body = { url: file.screenshotUrl };
  await expectErrors(app, person, { method: 'POST', path: '/projects/files/download', body });
  const res = await person.call('POST', '/projects/files/download', body);
  const bytes = Buffer.from(await res.arrayBuffer());
  expect(res.headers.get('content-type')).toBe('image/png');
  expect(Number(res.headers.get('content-length'))).toBe(file.screenshotImageSize);
  expect(bytes).toHaveLength(file.screenshotImageSize);
  const name = decodeURIComponent(file.screenshotUrl.split('/').at(-1));
  expect(res.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(res.headers.get('content-disposition')).toContain(name);
  expect(res.headers.get('x-content-type-options')).toBe('nosniff');
});

test('[AP-15] [RL-27] any other URL responds like a missing file and is never fetched', async () => {
  const { siteUrl } = app;
  const mine = await capturedFile(person);
  const theirs = await capturedFile(await app.session());
  const others = [
    theirs.screenshotUrl,
    `${siteUrl}/secret`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'nonsense',
    `${mine.screenshotUrl}x`,
    mine.screenshotUrl.replace('http://', 'http://user@'),
    mine.thumbnailUrl,
    mine.screenshotUrl.replace(mine.screenshotUrl.split('/')[6], absentId),
  ];
  await expectErrors(app, person, {
    method: 'POST',
    path: '/projects/files/download',
    body: { url: mine.screenshotUrl },
    invalid: [
      [{}, 'url'],
      [{ url: 7 }, 'url'],
      [{ url: mine.screenshotUrl, path: '/etc/passwd' }, 'path'],
    ],
    missing: others.map((url) => ({ path: '/projects/files/download', body: { url } })),
    missingCode: 'file_not_found',
  });
  expect(visited).not.toContain('/secret');
});

test('[FM-25] a signed URL opens without a session, and a forged one does not', async () => {
  const { screenshotUrl, thumbnailUrl } = await capturedFile(person);
  const image = await fetch(screenshotUrl);
  const { width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
  expect([image.headers.get('content-type'), width, height]).toEqual(['image/png', 1280, 720]);
  expect(image.headers.get('content-security-policy')).toContain('sandbox');
  expect(image.headers.get('x-content-type-options')).toBe('nosniff');
  const [first, second] = await Promise.all([fetch(thumbnailUrl), fetch(thumbnailUrl)]);
  const small = await sharp(Buffer.from(await first.arrayBuffer())).metadata();
  expect([small.format, small.width, small.height]).toEqual(['webp', 640, 360]);
  expect(Buffer.from(await second.arrayBuffer()).length).toBe(small.size);
  const forged = await fetch(screenshotUrl.replace(/\/\d{10}\//, '/9999999999/'));
  expect({ httpStatus: forged.status, code: (await readJson(forged)).code }).toEqual({
    httpStatus: 403,
    code: 'link_invalid',
  });
});

test('[AP-16] files are deleted all or none, by DELETE with a body or by POST', async () => {
  const mine = await capturedFile(person);
  const other = await capturedFile(person);
  const theirs = await capturedFile(await app.session());
  for (const [method, path] of [
    ['DELETE', '/projects/files'],
    ['POST', '/projects/files/delete'],
  ] as const) {
    await expectErrors(app, person, {
      method,
      path,
      body: { ids: [mine.id] },
      invalid: [
        [{}, 'ids'],
        [{ ids: [] }, 'ids'],
        [{ ids: 'all' }, 'ids'],
        [{ ids: ['1; drop table files'] }, 'ids.0'],
      ],
      missing: [
        { path, body: { ids: [mine.id, theirs.id] } },
        { path, body: { ids: [mine.id, absentId] } },
      ],
      missingCode: 'file_not_found',
    });
  }
  expect(await fileOf(person, mine.id)).toMatchObject({ status: 'COMPLETE' });
  const byBody = await person.call('DELETE', '/projects/files', { ids: [mine.id] });
  expect(await readJson(byBody)).toMatchObject({
    status: 'success',
    message: 'Files deleted successfully',
    deletedCount: 1,
  });
  const byPost = await person.call('POST', '/projects/files/delete', { ids: [other.id, other.id] });
  expect(await readJson(byPost)).toMatchObject({ deletedCount: 1 });
  expect(await fileOf(person, mine.id)).toBeUndefined();
  expect((await fetch(mine.screenshotUrl)).status).toBe(404);
});

test('an API key deletes a screenshot of its project; any other is not found, and nothing is deleted', async () => {
  const owner = await app.session();
  const file = await capturedFile(owner);
  const { data } = await readJson(await owner.call('POST', '/projects', { name: 'Another' }));
  const wide = await app.apiKey({ of: owner });
  const bound = await app.apiKey({ of: owner, projectId: data.project.id });
  const foreign = await app.apiKey({ of: await app.session() });
  for (const key of [bound, foreign]) {
    const res = await key.call('DELETE', `/screenshots/${file.id}`);
    expect([res.status, (await readJson(res)).code]).toEqual([404, 'screenshot_not_found']);
  }
  expect(await fileOf(owner, file.id)).toBeDefined();
  expect((await wide.call('DELETE', `/screenshots/${file.id}`)).status).toBe(200);
  expect((await wide.call('DELETE', `/screenshots/${file.id}`)).status).toBe(404);
  expect((await app.request(`/api/v1/screenshots/${file.id}`, { method: 'DELETE' })).status).toBe(
    401,
  );
  expect((await readJson(await owner.call('GET', '/projects/files'))).meta.total).toBe(0);
});
