import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { newId } from '../../lib/ids.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Inserts a finished capture with an image and a thumbnail of these sizes. */
async function storeImage(
  { organizationId }: TestSession,
  { projectId, sizeBytes }: { projectId: number; sizeBytes: number },
): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('screenshots')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      source: 'HTML',
      html: '<p>',
      options: '{}',
      credits: 1,
      status: 'COMPLETE',
      finished_at: new Date(),
    })
    .execute();
  const file = (kind: 'image' | 'thumbnail') => ({
    id: newId(),
    organization_id: organizationId,
    screenshot_id: id,
    kind,
    storage_key: newId(),
    name: 'page.png',
    content_type: 'image/png',
    size_bytes: sizeBytes,
    sha256: '',
    width_px: 1,
    height_px: 1,
  });
  await app.db
    .insertInto('files')
    .values([file('image'), file('thumbnail')])
    .execute();
  return id;
}

async function storageOf(organizationId: string): Promise<{ stored: number; sum: number }> {
  const { rows } = await sql<{ stored: number; sum: number }>`
    select storage_used_bytes as stored,
      (select coalesce(sum(size_bytes), 0)::bigint from files where organization_id = a.organization_id and kind = 'image') as sum
    from credit_accounts a where organization_id = ${organizationId}`.execute(app.db);
  const [row] = rows;
  if (!row) throw new Error('no account');
  return row;
}

async function openProject(person: TestSession): Promise<number> {
  const { data } = await readJson(await person.call('POST', '/projects', { name: 'Site' }));
  return data.project.id;
}

test('[PA-11] with the plan’s storage full a capture is rejected with the remedies, and accepted once files are deleted', async () => {
  const person = await app.session();
  const projectId = await openProject(person);
  const key = await app.apiKey({ of: person });
  const capture = () =>
    key.call('POST', '/screenshots', { url: 'https://example.com', project_id: projectId });
  const limit = 512 * 1024 ** 2;
  await storeImage(person, { projectId, sizeBytes: limit - 1 });
  expect((await capture()).status).toBe(202);
  const last = await storeImage(person, { projectId, sizeBytes: 1 });
  const rejected = await capture();
  expect(rejected.status).toBe(402);
  expect(await readJson(rejected)).toMatchObject({
    code: 'storage_limit_reached',
    message:
      'The storage of your plan is full. Delete files you no longer need or upgrade your plan.',
    details: { storageUsed: limit, storageLimit: limit },
    retryable: false,
    creditsCharged: 0,
  });
  const { data } = await readJson(await person.call('GET', '/dashboards/overview'));
  expect(data).toMatchObject({ credits: 99, totalSize: limit });
  await person.call('DELETE', '/projects/files', { ids: [last] });
  expect((await capture()).status).toBe(202);
});

test('a plan without a storage limit continues to store files', async () => {
  const person = await app.session();
  const projectId = await openProject(person);
  const key = await app.apiKey({ of: person });
  await app.db
    .updateTable('organizations')
    .set({ storage_limit_bytes: null })
    .where('id', '=', person.organizationId)
    .execute();
  await storeImage(person, { projectId, sizeBytes: 2_000_000_000 });
  const body = { url: 'https://example.com', project_id: projectId };
  expect((await key.call('POST', '/screenshots', body)).status).toBe(202);
});

test('used storage equals the sum of the stored files, however they are added and deleted', async () => {
  const person = await app.session();
  const { organizationId } = person;
  const [remaining, doomed] = [await openProject(person), await openProject(person)];
  const first = await storeImage(person, { projectId: remaining, sizeBytes: 1_000 });
  await storeImage(person, { projectId: remaining, sizeBytes: 200 });
  await storeImage(person, { projectId: doomed, sizeBytes: 30 });
  expect(await storageOf(organizationId)).toEqual({ stored: 1_230, sum: 1_230 });
  await app.db.deleteFrom('screenshots').where('id', '=', first).execute();
  expect(await storageOf(organizationId)).toEqual({ stored: 230, sum: 230 });
  await person.call('DELETE', `/projects/${doomed}`);
  expect(await storageOf(organizationId)).toEqual({ stored: 200, sum: 200 });
});
