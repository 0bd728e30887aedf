import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import type { TestSession } from '../../../test/app.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';
import { removeExpiredFiles } from '../files/retention/retention.service.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app?.close());

const box = { type: 'box', x: 5, y: 5, width: 40, height: 30 };

/** A signed-in user with an API key and a capture. */
async function openAccount(options: object = {}, { isTest = false } = {}) {
  const person = await app.session();
  const key = await app.apiKey({ of: person, isTest });
  const body = { url: app.siteUrl, width: 300, height: 200, wait: 25, ...options };
  const { requestId } = await readJson(await key.call('POST', '/screenshots', body));
  return { person, key, id: requestId };
}

const annotate = async (by: Pick<TestSession, 'call'>, id: string) => {
  const response = await by.call('POST', `/screenshots/${id}/annotations`, { marks: [box] });
  expect(response.status).toBe(201);
  return readJson(response);
};
const filesOf = async (person: TestSession, query = '') =>
  readJson(await person.call('GET', `/projects/files${query}`));

async function countsOf({ organizationId }: TestSession) {
  const { rows } = await sql<Record<'captures' | 'bytes' | 'used' | 'sum', number>>`
    select (select sum(captures)::int from capture_counts where organization_id = a.organization_id) as captures,
      (select sum(image_bytes)::int from capture_counts where organization_id = a.organization_id) as bytes,
      storage_used_bytes::int as used,
      (select sum(size_bytes)::int from files where organization_id = a.organization_id and kind = 'image') as sum
    from credit_accounts a where organization_id = ${organizationId}`.execute(app.db);
  return rows[0];
}

test('[RP-6] the File Manager lists a copy as a file of the same project, and counts and finds it', async () => {
  const { person, id } = await openAccount({ tags: ['shop'], external_id: 'order-7' });
  const copy = await annotate(person, id);
  const { screenshots, meta } = await filesOf(person);
  expect(meta.total).toBe(2);
  const [file, original] = screenshots;
  expect(file).toMatchObject({
    id: copy.screenshotId,
    annotatedFrom: id,
    status: 'COMPLETE',
    type: 'URL',
    url: original.url,
    projectId: original.projectId,
    screenshotImageSize: copy.bytes,
    creditsCharged: 0,
    duration: null,
    verdict: null,
  });
  expect(original.annotatedFrom).toBeUndefined();
  expect((await fetch(file.thumbnailUrl)).status).toBe(200);
  const counts = await countsOf(person);
  expect(counts?.captures).toBe(2);
  expect([counts?.bytes, counts?.used]).toEqual([counts?.sum, counts?.sum]);
  for (const query of ['?search=annotated', '?tag=shop&limit=1']) {
    const found = await filesOf(person, query);
    expect(found.screenshots[0].id).toBe(copy.screenshotId);
  }
  // A program that looks for its own ID gets the capture.
  const own = await readJson(await person.call('GET', '/screenshots?externalId=order-7'));
  expect(own.screenshots.map((one: { id: string }) => one.id)).toEqual([id]);
});

test('[RP-6] copies are listed with their original, and each names it', async () => {
  const { person, key, id } = await openAccount();
  const [one, two] = [await annotate(person, id), await annotate(key, id)];
  const { copies } = await readJson(await key.call('GET', `/screenshots/${id}/annotations`));
  const expected = [two, one].map(({ screenshotId }) => screenshotId);
  expect(copies.map((copy: { screenshotId: string }) => copy.screenshotId)).toEqual(expected);
  expect(copies[0]).toMatchObject({ annotatedFrom: id, width: 300, height: 200 });
  const read = await readJson(await key.call('GET', `/screenshots/${one.screenshotId}`));
  expect(read).toMatchObject({ annotatedFrom: id, status: 'COMPLETE', creditsRequired: 0 });
  const original = await readJson(await key.call('GET', `/screenshots/${id}`));
  expect(original.annotatedFrom).toBeUndefined();
});

test('[RP-6] a copy outlives its original, and is deleted and shared as other files are', async () => {
  const { person, id } = await openAccount();
  const [one, two] = [await annotate(person, id), await annotate(person, id)];
  await person.call('DELETE', `/screenshots/${id}`);
  const shared = await person.call('POST', `/projects/files/${one.screenshotId}/public-link`);
  const { publicUrl } = await readJson(shared);
  expect((await fetch(publicUrl)).status).toBe(200);
  expect((await person.call('DELETE', `/screenshots/${two.screenshotId}`)).status).toBe(200);
  const { screenshots, totalScreenshotsSize } = await filesOf(person);
  expect(screenshots).toHaveLength(1);
  expect(screenshots[0]).toMatchObject({ id: one.screenshotId, annotatedFrom: id });
  expect(totalScreenshotsSize).toBe(one.bytes);
  expect((await countsOf(person))?.captures).toBe(1);
  const { rows } = await sql`
    select from deleted_objects where storage_key like ${`%/${two.screenshotId}/%`}`.execute(
    app.db,
  );
  expect(rows).toHaveLength(1);
});

test('[RP-6] no object is planned for removal that a copy has', async () => {
  const { person, id } = await openAccount();
  await annotate(person, id);
  const { rows } = await sql`
    select from deleted_objects d join files f on f.storage_key = d.storage_key
    where f.organization_id = ${person.organizationId}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('[RP-6] a copy is retained for as long as its original, from the day on which it was made', async () => {
  const { person, id } = await openAccount({ retention_days: 5 });
  await sql`
    update screenshots set created_at = created_at - interval '3 days', retained_until = retained_until - interval '3 days'
    where id = ${id}`.execute(app.db);
  const { screenshotId } = await annotate(person, id);
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from retained_until - now())::float8 / 86400 as days from screenshots where id = ${screenshotId}`.execute(
    app.db,
  );
  expect(rows[0]?.days).toBeCloseTo(5, 1);
  await sql`update screenshots set retained_until = now() where id = ${screenshotId}`.execute(
    app.db,
  );
  await removeExpiredFiles(app.db);
  const { screenshots } = await filesOf(person);
  expect(screenshots.map((file: { id: string }) => file.id)).toEqual([id]);
  const forever = await openAccount();
  const copy = await annotate(forever.person, forever.id);
  const read = await forever.person.call('GET', `/screenshots/${copy.screenshotId}`);
  expect((await readJson(read)).retainedUntil).toBeNull();
});

test('[RP-6] a full storage rejects a copy, and stores nothing', async () => {
  const { person, id } = await openAccount();
  const before = await countsOf(person);
  await sql`
    update organizations set storage_limit_bytes = 10 where id = ${person.organizationId}`.execute(
    app.db,
  );
  const response = await person.call('POST', `/screenshots/${id}/annotations`, { marks: [box] });
  expect(response.status).toBe(402);
  expect(await readJson(response)).toMatchObject({
    code: 'storage_limit_reached',
    details: { storageUsed: before?.used, storageLimit: 10 },
  });
  expect(await countsOf(person)).toEqual(before);
});

test('[RP-6] the copy of a capture of test mode is one of test mode, and counts nowhere', async () => {
  const { person, key, id } = await openAccount({}, { isTest: true });
  const { screenshotId } = await annotate(key, id);
  const read = await readJson(await key.call('GET', `/screenshots/${screenshotId}`));
  expect(read.livemode).toBe(false);
  expect((await filesOf(person)).screenshots).toEqual([]);
  expect((await filesOf(person, '?livemode=false')).screenshots).toHaveLength(2);
  expect(await countsOf(person)).toMatchObject({ captures: 0, used: 0 });
});

test('[RP-6] copies are no captures in the chart of captures', async () => {
  const { person, id } = await openAccount();
  await annotate(person, id);
  const other = await insertProject(app.db, { organization_id: person.organizationId });
  const completed = async (query = '') => {
    const { days } = await readJson(await person.call('GET', `/dashboards/capture-days${query}`));
    return days.map((day: { completed: number }) => day.completed);
  };
  const today = Array.from({ length: 30 }, (_, at) => (at === 29 ? 1 : 0));
  expect(await completed()).toEqual(today);
  expect(await completed(`?projectId=${other.id}`)).toEqual(today.map(() => 0));
});

test('[RP-6] a copy is no event for a listener of webhooks', async () => {
  const { key, id } = await openAccount();
  const after = new Date(Date.now() - 60_000).toISOString();
  const { screenshotId } = await annotate(key, id);
  const { events } = await readJson(await key.call('GET', `/webhooks/events?after=${after}`));
  const bodies = events.map(({ body }: { body: string }) => body).join('\n');
  expect([bodies.includes(id), bodies.includes(screenshotId)]).toEqual([true, false]);
});

test('[RP-6, RP-2] a copy cannot become a baseline, and is compared with none', async () => {
  const { key, id } = await openAccount();
  const { screenshotId } = await annotate(key, id);
  await key.call('POST', '/baselines', { screenshot_id: id });
  const approved = await key.call('POST', '/baselines', { screenshot_id: screenshotId });
  expect(await readJson(approved)).toMatchObject({
    statusCode: 400,
    message: 'screenshot_id: must be a capture, not an annotated copy',
  });
  const check = await key.call('POST', '/baseline-checks', { screenshot_id: screenshotId });
  expect(await readJson(check)).toMatchObject({ status: 'new', baselineId: null });
});

test('[RP-6, TM-3] the audit log has the annotation with the name of the file', async () => {
  const { person, id } = await openAccount();
  const { fileName } = await annotate(person, id);
  const { events } = await readJson(await person.call('GET', '/audit-events'));
  expect(events[0]).toMatchObject({
    action: 'screenshot.annotated',
    group: 'files',
    targetId: id,
    targetName: fileName.replace('-annotated', ''),
  });
});
