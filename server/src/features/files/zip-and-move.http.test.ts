import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestKey, TestSession } from '../../../test/app.ts';
import { insertProject } from '../../../test/factories.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';
import { unzip } from '../../../test/unzip.ts';
import { sha256 } from '../../lib/crypto.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let person: TestSession;
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    if (req.url === '/broken') req.socket.destroy();
    else colouredSite(req, res);
  });
  person = await app.session();
});
afterAll(() => app.close());

const absentId = '01a1fdc6-873b-7433-acfe-e435a75d870b';
const listed = async (by: TestSession) =>
  (await readJson(await by.call('GET', '/projects/files'))).screenshots;
async function captured(by: TestSession, path: string): Promise<string> {
  const { key } = await app.apiKey({ of: by });
  await app.send('/screenshots', { url: app.siteUrl + path, wait: 25 }, { 'x-api-key': key });
  return (await listed(by))[0].id;
}

test('[FM-24] a zip contains the files under their names and a manifest of all requested files', async () => {
  const ids = [
    await captured(person, '/shop/cart'),
    await captured(person, '/shop/cart'),
    await captured(person, '/broken'),
  ];
  const files = await listed(person);
  expect(files.map(({ status }: { status: string }) => status)).toEqual([
    'FAILED',
    'COMPLETE',
    'COMPLETE',
  ]);
  const res = await person.call('POST', '/projects/files/zip', { ids: [...ids, ids[0]] });
  expect([res.status, res.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(res.headers.get('content-disposition')).toContain('screenshots.zip');
  // The response is streamed, so its size is not known at the start.
  expect(res.headers.get('content-length')).toBeNull();
  const bytes = new Uint8Array(await res.arrayBuffer());
  const entries = await unzip(bytes);
  const { data } = await readJson(await person.call('GET', '/projects/list'));
  const project = data.projects[0].name;
  const day = files[0].createdAt.slice(0, 10);
  const name = `${project}/127.0.0.1-shop-cart-${day}`;
  expect(entries.map((entry) => entry.name)).toEqual([
    `${name}.png`,
    `${name}-2.png`,
    'manifest.csv',
  ]);
  const image = Buffer.from(await (await fetch(files[1].screenshotUrl)).arrayBuffer());
  expect(entries[0]).toMatchObject({ size: image.length, sha256: sha256(image) });
  const text = Buffer.from(bytes).toString('utf8');
  for (const id of ids) expect(text).toContain(id);
  expect(text).toMatch(new RegExp(`\\r\\n,${ids[2]},URL,.*,FAILED,`));
});

test('[FM-24] names follow the requested template', async () => {
  const id = await captured(person, '/x');
  const template = '{date}/{id}.{ext}';
  const res = await person.call('POST', '/projects/files/zip', { ids: [id], template });
  const [first] = await unzip(new Uint8Array(await res.arrayBuffer()));
  expect(first?.name).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d/${id}\\.png$`));
});

test('[FM-24] a zip contains only the caller’s files, all or none', async () => {
  const mine = await captured(person, '/mine');
  const broken = await captured(person, '/broken');
  const theirs = await captured(await app.session(), '/theirs');
  const path = '/projects/files/zip';
  await expectErrors(app, person, {
    method: 'POST',
    path,
    body: { ids: [mine] },
    invalid: [
      [{}, 'ids'],
      [{ ids: [] }, 'ids'],
      [{ ids: ['x'] }, 'ids.0'],
      [{ ids: [mine], template: '{secret}' }, 'template'],
      [{ ids: [mine], template: '' }, 'template'],
      [{ ids: [mine], template: 7 }, 'template'],
    ],
    missing: [
      { path, body: { ids: [mine, theirs] } },
      { path, body: { ids: [mine, absentId] } },
    ],
    missingCode: 'file_not_found',
    anonymousCode: 'api_key_missing',
  });
  const none = await person.call('POST', path, { ids: [broken] });
  expect([none.status, (await readJson(none)).code]).toEqual([409, 'not_ready']);
});

test('[DX-10, PA-8] a key downloads a zip of what it may see: its project and its mode', async () => {
  const id = await captured(person, '/by-key');
  const other = await insertProject(app.db, { organization_id: person.organizationId });
  const statusFor = async (by: TestKey) =>
    (await by.call('POST', '/projects/files/zip', { ids: [id] })).status;
  expect(await statusFor(await app.apiKey({ of: person }))).toBe(200);
  const { projectId } = (await listed(person))[0];
  expect(await statusFor(await app.apiKey({ of: person, projectId }))).toBe(200);
  expect(await statusFor(await app.apiKey({ of: person, projectId: other.id }))).toBe(404);
  expect(await statusFor(await app.apiKey({ of: person, isTest: true }))).toBe(404);
  expect(await statusFor(await app.apiKey())).toBe(404);
});

test('a client that disconnects during a zip download does not affect later requests', async () => {
  const ids = [await captured(person, '/a'), await captured(person, '/b')];
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  const body = JSON.stringify({ ids });
  const head = Object.entries({ ...person.headers, host: 'x', 'content-length': body.length });
  socket.write(
    `POST /api/v1/projects/files/zip HTTP/1.1\r\n${head.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n${body}`,
  );
  await once(socket, 'data');
  socket.destroy();
  const again = await person.call('POST', '/projects/files/zip', { ids });
  expect(await unzip(new Uint8Array(await again.arrayBuffer()))).toHaveLength(3);
});

test('files move to another project of the organisation, all or none', async () => {
  const [mine, other] = [await captured(person, '/1'), await captured(person, '/2')];
  const otherUser = await app.session();
  const theirs = await captured(otherUser, '/theirs');
  const foreign = await insertProject(app.db, { organization_id: otherUser.organizationId });
  const target = await insertProject(app.db, { organization_id: person.organizationId });
  const path = '/projects/files/move';
  const projectId = target.id;
  await expectErrors(app, person, {
    method: 'POST',
    path,
    body: { ids: [mine], projectId },
    invalid: [
      [{ projectId }, 'ids'],
      [{ ids: [], projectId }, 'ids'],
      [{ ids: [mine] }, 'projectId'],
      [{ ids: [mine], projectId: 'all' }, 'projectId'],
    ],
    missing: [
      { path, body: { ids: [mine, theirs], projectId } },
      { path, body: { ids: [mine, absentId], projectId } },
    ],
    missingCode: 'file_not_found',
  });
  await expectErrors(app, person, {
    method: 'POST',
    path,
    missing: [
      { path, body: { ids: [mine], projectId: foreign.id } },
      { path, body: { ids: [mine], projectId: 2_000_000_000 } },
    ],
    missingCode: 'project_not_found',
  });
  const projectsOf = async () => {
    const files: { id: string; projectId: number }[] = await listed(person);
    return files.filter(({ id }) => [mine, other].includes(id)).map((file) => file.projectId);
  };
  expect(await projectsOf()).not.toContain(projectId);
  const res = await person.call('POST', path, { ids: [mine, other, mine], projectId });
  expect(await readJson(res)).toMatchObject({
    status: 'success',
    message: 'Files moved successfully',
    movedCount: 2,
  });
  expect(await projectsOf()).toEqual([projectId, projectId]);
});
