import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { captureOptionsOf, urlCaptureSchema } from '@shotwright/contract';
import { insertOrganization, insertProject } from '../../../../test/factories.ts';
import { openTestScreenshots, requestOf } from '../../../../test/screenshots.ts';
import { inTransaction, type Db } from '../../../db/transaction.ts';
import { newId } from '../../../lib/ids.ts';
import { saveBaseline } from '../../comparisons/baselines/baselines.store.ts';
import { removeExpiredFiles } from './retention.service.ts';

let rig: Awaited<ReturnType<typeof openTestScreenshots>>;
beforeAll(async () => {
  rig = await openTestScreenshots({ retentionDays: { advanced: 7 } });
});
afterAll(() => rig.close());

async function openAccount(plan: 'free' | 'advanced' = 'free') {
  const { id } = await insertOrganization(rig.db, { credits: 100, plan_tier: plan });
  await insertProject(rig.db, { organization_id: id });
  return id;
}

async function captured(organizationId: string, retentionDays?: number): Promise<string> {
  const fields = { url: 'https://example.com', retention_days: retentionDays };
  const request = { fields: captureOptionsOf(urlCaptureSchema.parse(fields)) };
  const { id } = await rig.requestScreenshot(requestOf(organizationId, request));
  await rig.run({ id, data: { organizationId } });
  return id;
}

const retainedDays = async (id: string) => {
  const { rows } = await sql<{ days: number | null }>`
    select extract(epoch from retained_until - created_at)::float8 / 86400 as days
    from screenshots where id = ${id}`.execute(rig.db);
  return rows[0]?.days;
};

const expire = (ids: readonly string[]) =>
  sql`update screenshots set retained_until = now() where id = any(${[...ids]}::uuid[])`.execute(
    rig.db,
  );

const shareImageOf = async (screenshotId: string, db: Db = rig.db) => {
  const file = await db
    .selectFrom('files')
    .selectAll()
    .where('screenshot_id', '=', screenshotId)
    .executeTakeFirstOrThrow();
  const link = { id: newId(), organization_id: file.organization_id, file_id: file.id };
  await db.insertInto('public_links').values(link).execute();
  return link.id;
};

const projectOf = async (id: string) => {
  const row = await rig.db
    .selectFrom('screenshots')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.project_id;
};

async function countsOf(organizationId: string) {
  const { rows } = await sql<{ used: number; bytes: number; captures: number; ids: string[] }>`
    select storage_used_bytes::int as used,
      (select coalesce(sum(image_bytes), 0)::int from capture_counts c where c.organization_id = a.organization_id) as bytes,
      (select coalesce(sum(captures), 0)::int from capture_counts c where c.organization_id = a.organization_id) as captures,
      array(select id::text from screenshots s where s.organization_id = a.organization_id order by id) as ids
    from credit_accounts a where organization_id = ${organizationId}`.execute(rig.db);
  return rows[0];
}

test('[DL-23] a capture is retained as long as its request says, otherwise as its plan says', async () => {
  const [free, advanced] = [await openAccount(), await openAccount('advanced')];
  expect(await retainedDays(await captured(free))).toBeNull();
  expect(await retainedDays(await captured(free, 3_650))).toBe(3_650);
  expect(await retainedDays(await captured(advanced))).toBe(7);
  expect(await retainedDays(await captured(advanced, 1))).toBe(1);
});

test('[DL-24] [RP-2] a baseline is retained until another one is approved', async () => {
  const organizationId = await openAccount();
  const [id, next] = [await captured(organizationId, 1), await captured(organizationId, 1)];
  const baseline = { organizationId, projectId: await projectOf(id), isTest: false, matchKey: 'x' };
  const approve = (screenshotId: string) =>
    inTransaction(rig.db, (tx) =>
      saveBaseline(tx, {
        ...baseline,
        newId: newId(),
        screenshotId,
        userId: null,
        apiKeyId: null,
        tolerance: { threshold: undefined, maxDiffRatio: undefined, ignoredRegions: undefined },
      }),
    );
  await approve(id);
  await expire([id]);
  expect(await removeExpiredFiles(rig.db)).toBe(0);
  await approve(next);
  expect(await removeExpiredFiles(rig.db)).toBe(1);
  expect((await countsOf(organizationId))?.ids).toEqual([next]);
});

test('[DL-24] after its retention a capture and its file are deleted, and all counts are exact', async () => {
  const organizationId = await openAccount();
  const ids = [await captured(organizationId, 1), await captured(organizationId, 1)];
  const forever = await captured(organizationId);
  const later = await captured(organizationId, 1);
  await expire(ids);
  expect(await countsOf(organizationId)).toMatchObject({ used: 20, bytes: 20, captures: 4 });
  expect(await removeExpiredFiles(rig.db)).toBe(2);
  expect(await countsOf(organizationId)).toEqual({
    used: 10,
    bytes: 10,
    captures: 2,
    ids: [forever, later].toSorted(),
  });
  expect(rig.keys.size).toBeGreaterThan(2);
  await rig.sweep.sweep();
  const { rows } = await sql`
    select from files where storage_key = any(${[...rig.keys]}::text[])`.execute(rig.db);
  expect(rows).toHaveLength(rig.keys.size);
});

test('[DL-24] a capture that runs, and one that a public link uses, are retained', async () => {
  const organizationId = await openAccount();
  const shared = await captured(organizationId, 1);
  const waiting = (await rig.requestScreenshot(requestOf(organizationId))).id;
  const linkId = await shareImageOf(shared);
  await expire([shared, waiting]);
  expect(await removeExpiredFiles(rig.db)).toBe(0);
  await rig.db.deleteFrom('public_links').where('id', '=', linkId).execute();
  expect(await removeExpiredFiles(rig.db)).toBe(1);
  expect((await countsOf(organizationId))?.ids).toEqual([waiting]);
});

test('[DL-24] a public link that is added while the job runs is never lost', async () => {
  const organizationId = await openAccount();
  const id = await captured(organizationId, 1);
  await expire([id]);
  const [added, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sharing = inTransaction(rig.db, async (tx) => {
    await shareImageOf(id, tx);
    added.resolve();
    await release.promise;
  });
  await added.promise;
  const removing = removeExpiredFiles(rig.db);
  await vi.waitUntil(async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(rig.db);
    return rows.length > 0;
  });
  release.resolve();
  await sharing;
  expect(await removing).toBe(0);
  expect((await countsOf(organizationId))?.ids).toEqual([id]);
});
