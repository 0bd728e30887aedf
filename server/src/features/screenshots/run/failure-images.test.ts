import type { CaptureResult } from '@shotwright/capture';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOrganization } from '../../../../test/factories.ts';
import { failureOf, openTestScreenshots, requestOf } from '../../../../test/screenshots.ts';
import { newId } from '../../../lib/ids.ts';
import { maxFailureImages } from './failure-images.store.ts';

type Fixture = Awaited<ReturnType<typeof openTestScreenshots>>;
let fixture: Fixture;
let organizationId: string;
beforeAll(async () => {
  fixture = await openTestScreenshots();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.fault.error = undefined;
  fixture.engine.capture = async () => failedOn('the page');
  ({ id: organizationId } = await insertOrganization(fixture.db, { credits: 10 }));
});

/**
 * Returns a failed result with an image of the page at the time of failure; the text takes the
 * place of its bytes.
 */
const failedOn = (text: string): CaptureResult => ({
  ...(failureOf('selector_not_found') as Extract<CaptureResult, { ok: false }>),
  pageImage: {
    bytes: Buffer.from(text),
    contentType: 'image/jpeg',
    widthPx: 1_280,
    heightPx: 720,
  },
});
const requestCapture = async (): Promise<string> =>
  (await fixture.requestScreenshot(requestOf(organizationId))).id;
const run = (id: string, retryCount = 0) =>
  fixture.run({ id, data: { organizationId }, retryCount });
const read = (id: string) =>
  fixture.screenshots.getScreenshot({ organizationId, projectId: null, id });
const pageOf = async (id: string) => {
  const key = (await read(id)).pageImage?.storageKey;
  return key === undefined ? undefined : (await fixture.store.read(key))?.toString();
};
const objectCount = (id: string) => [...fixture.keys].filter((key) => key.includes(id)).length;

/** Makes the planned deletions of this capture's objects due, and runs the sweep. */
async function sweepLater(id: string): Promise<void> {
  await sql`update deleted_objects set deleted_at = now() where storage_key like ${`%${id}%`}`.execute(
    fixture.db,
  );
  await fixture.sweep.sweep();
}

async function failed(): Promise<string> {
  const id = await requestCapture();
  await run(id);
  return id;
}

test('[PG-28] a failed capture stores an image of the page that costs neither credits nor storage', async () => {
  const id = await failed();
  await sweepLater(id);
  expect(await read(id)).toMatchObject({
    status: 'FAILED',
    failureCode: 'selector_not_found',
    file: null,
    pageImage: { contentType: 'image/jpeg', sizeBytes: 8, widthPx: 1_280, heightPx: 720 },
  });
  expect(await pageOf(id)).toBe('the page');
  const account = await fixture.db
    .selectFrom('credit_accounts')
    .select(['available', 'held', 'storage_used_bytes as storage'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  expect(account).toEqual({ available: 10, held: 0, storage: 0 });
});

test('[PG-28] the failure image is deleted with its capture and with its project', async () => {
  const [alone, ofProject] = [await failed(), await failed()];
  await fixture.db.deleteFrom('screenshots').where('id', '=', alone).execute();
  await fixture.sweep.sweep();
  expect([objectCount(alone), objectCount(ofProject)]).toEqual([0, 1]);
  const { projectId } = await read(ofProject);
  await fixture.projects.deleteProject({ organizationId, projectId });
  await fixture.sweep.sweep();
  expect(objectCount(ofProject)).toBe(0);
});

test('a store outage drops the failure image and preserves the failure', async () => {
  const id = await requestCapture();
  fixture.fault.error = new Error('the store is away');
  await run(id);
  expect(await read(id)).toMatchObject({ failureCode: 'selector_not_found', pageImage: null });
  expect(await fixture.credits.balanceOf(fixture.db, organizationId)).toEqual({
    available: 10,
    held: 0,
  });
});

test('a worker whose capture was taken over leaves no failure image behind', async () => {
  const early = Promise.withResolvers<CaptureResult>();
  const id = await requestCapture();
  fixture.engine.capture = () => early.promise;
  const lateWorker = run(id);
  await expect.poll(async () => (await read(id)).status).toBe('PROCESSING');
  fixture.engine.capture = async () => failedOn('seen by the second worker');
  await run(id);
  early.resolve(failedOn('seen by the late worker'));
  await lateWorker;
  expect(objectCount(id)).toBe(2);
  await fixture.sweep.sweep();
  expect(objectCount(id)).toBe(1);
  expect(await pageOf(id)).toBe('seen by the second worker');
});

test('a worker that crashes after storing the failure image leaves none behind', async () => {
  const id = await requestCapture();
  const dead = await fixture.attempts.start({ organizationId, id });
  await fixture.store.put(dead!.storageKey, Buffer.from('orphan'), { contentType: 'image/jpeg' });
  await run(id, 1);
  expect(objectCount(id)).toBe(2);
  await sweepLater(id);
  expect(objectCount(id)).toBe(1);
  expect(await pageOf(id)).toBe('the page');
});

test('a capture deleted while it ran leaves no failure image behind', async () => {
  const id = await requestCapture();
  fixture.engine.capture = async () => {
    await fixture.db.deleteFrom('screenshots').where('id', '=', id).execute();
    return failedOn('the page');
  };
  await run(id);
  expect(objectCount(id)).toBe(1);
  await fixture.sweep.sweep();
  expect(objectCount(id)).toBe(0);
});

test('a failure image whose storage reservation expired is discarded, and its capture still fails', async () => {
  const id = await requestCapture();
  fixture.engine.capture = async () => {
    await sql`delete from deleted_objects where storage_key like ${`%${id}%`}`.execute(fixture.db);
    return failedOn('the page');
  };
  await run(id);
  expect(await read(id)).toMatchObject({ status: 'FAILED', pageImage: null });
  await fixture.sweep.sweep();
  expect(objectCount(id)).toBe(0);
});

test('an organisation stores its newest failure images, each for 30 days', async () => {
  const { id: other } = await insertOrganization(fixture.db);
  const template = await failed();
  await fillPages(template, { organizationId, total: maxFailureImages });
  const [oldest] = await pagesOf(organizationId);
  expect(await pagesOf(organizationId)).toHaveLength(maxFailureImages + 1);
  const newest = await failed();
  const remaining = await pagesOf(organizationId);
  expect(remaining).toHaveLength(maxFailureImages);
  expect(remaining).not.toContain(oldest);
  expect(remaining.at(-1)).toBe(newest);
  expect(await pagesOf(other)).toEqual([]);
  await sql`update files set created_at = now() - interval '31 days' where screenshot_id = ${newest}`.execute(
    fixture.db,
  );
  await fixture.sweep.sweep();
  expect(await pagesOf(organizationId)).toEqual(remaining.slice(0, -1));
  expect([await pageOf(newest), objectCount(newest)]).toEqual([undefined, 0]);
});

/** Returns the captures with a failure image, oldest image first. */
async function pagesOf(organization: string): Promise<string[]> {
  const rows = await fixture.db
    .selectFrom('files')
    .select('screenshot_id')
    .where('organization_id', '=', organization)
    .where('kind', '=', 'page')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.screenshot_id);
}

/** Copies a failed capture and its failure image until there are `total` more. */
async function fillPages(
  template: string,
  { organizationId: organization, total }: { organizationId: string; total: number },
): Promise<void> {
  const ids = Array.from({ length: total }, () => newId()).toSorted();
  const from = await fixture.db
    .selectFrom('screenshots')
    .selectAll()
    .where('id', '=', template)
    .executeTakeFirstOrThrow();
  await fixture.db
    .insertInto('screenshots')
    .values(
      ids.map((id) => ({ ...from, id, options: '{}', timings: null, report: null, verdict: null })),
    )
    .execute();
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select id, ${organization}, id, 'page', id::text, 'page.jpg', 'image/jpeg', 1, '', 1, 1
    from unnest(${ids}::uuid[]) as id`.execute(fixture.db);
}
