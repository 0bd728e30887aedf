import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import {
  failureOf,
  imageResult,
  openTestScreenshots,
  requestOf,
} from '../../../test/screenshots.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockOwnScreenshots, moveScreenshots, removeScreenshots } from '../files/files.store.ts';
import { addEntry } from '../credits/credits.store.ts';
import { newId } from '../../lib/ids.ts';
import { foldCaptureCounts, foldSpentCounts } from './fold-counts.store.ts';

let rig: Awaited<ReturnType<typeof openTestScreenshots>>;
beforeAll(async () => {
  rig = await openTestScreenshots({ waitingPerOrganization: 1_000, waitingTotal: 10_000 });
  // The queue looks up its settings on first use, on a connection that concurrent calls could occupy.
  await accept(await openAccount(), 0);
});
afterAll(() => rig.close());

const fold = async (): Promise<void> => {
  await foldCaptureCounts(rig.db);
  await foldSpentCounts(rig.db);
};

/** Sums of both tables, without groups that are empty and without those of ended cycles. */
async function readSums() {
  const { rows: captures } = await sql`
    select organization_id, project_id, sum(captures)::int as captures, sum(completed)::int as completed,
      sum(failed)::int as failed, sum(credits)::int as credits, sum(image_bytes)::int as image_bytes
    from capture_counts group by 1, 2 having sum(captures) <> 0 or sum(image_bytes) <> 0 order by 1, 2`.execute(
    rig.db,
  );
  const { rows: spent } = await sql`
    select s.organization_id, day, project_id, api_key_id, sum(s.captures)::int as captures, sum(s.credits)::int as credits
    from spent_counts s join credit_accounts a using (organization_id, cycle_entry_id)
    group by 1, 2, 3, 4 having sum(s.captures) <> 0 or sum(s.credits) <> 0 order by 1, 2, 3, 4`.execute(
    rig.db,
  );
  return { captures, spent };
}

/** The counts as they are, after folding, and counted anew. */
async function countInAllWays() {
  const counted = await readSums();
  await fold();
  const folded = await readSums();
  await sql`select recount_captures()`.execute(rig.db);
  return { counted, folded, recounted: await readSums() };
}

async function openAccount() {
  const { id: organizationId } = await insertOrganization(rig.db, { credits: 100_000 });
  const projects = await Promise.all(
    [1, 2].map(() => insertProject(rig.db, { organization_id: organizationId })),
  );
  return { organizationId, projectIds: projects.map(({ id }) => id) };
}
type Account = Awaited<ReturnType<typeof openAccount>>;

async function accept({ organizationId, projectIds }: Account, at: number): Promise<string> {
  const projectId = projectIds[at % projectIds.length];
  return (await rig.requestScreenshot(requestOf(organizationId, { projectId }))).id;
}

const run = ({ organizationId }: Account, id: string) => rig.run({ id, data: { organizationId } });

const ends = ['complete', 'fail', 'refund', 'leave', 'cancel', 'crash'] as const;

async function end(account: Account, id: string, at: number): Promise<void> {
  const { organizationId } = account;
  const kind = ends[at % ends.length];
  if (kind === 'complete' || kind === 'fail') return void (await run(account, id));
  if (kind === 'cancel')
    return void (await rig.cancelScreenshot({ organizationId, projectId: null, id }));
  if (kind === 'refund') {
    const attempt = await rig.attempts.start({ organizationId, id });
    const verdict = { kind: 'blank', reasons: [], confidence: 'high' } as const;
    const { image, report } = { ...imageResult('blank') } as Extract<
      ReturnType<typeof imageResult>,
      { ok: true }
    >;
    if (attempt) await rig.attempts.complete(attempt, { image, report: { ...report, verdict } });
  }
  if (kind === 'crash') {
    await rig.attempts.start({ organizationId, id });
    await rig.attempts.abandon({ organizationId, id });
  }
}

const change = (account: Account, ids: readonly string[], to: number | null) =>
  inTransaction(rig.db, async (tx) => {
    const { organizationId } = account;
    const own = await lockOwnScreenshots(tx, { organizationId, ids });
    if (own.length === 0) return;
    if (to === null) await removeScreenshots(tx, { organizationId, ids: own });
    else await moveScreenshots(tx, { organizationId, ids: own, projectId: to });
  });

/** Takes captures to different ends, and moves and deletes some of every kind meanwhile. */
async function live(account: Account): Promise<void> {
  const [, second = 0] = account.projectIds;
  for (let round = 0; round < 3; round++) {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => accept(account, at)));
    // A capture that was deleted meanwhile cannot be ended.
    await Promise.allSettled([
      ...ids.map((id, at) => end(account, id, at)),
      change(account, ids.slice(0, 3), second),
      change(account, ids.slice(-3), null),
      fold(),
    ]);
    await change(account, ids.slice(3, 7), second);
    await change(account, ids.slice(2, 5), null);
  }
}

test('[OV-1] counts equal a recount after captures that end, move and are deleted at the same time', async () => {
  rig.engine.capture = async () =>
    Math.random() < 0.5 ? imageResult('image') : failureOf('navigation_timeout');
  const [first, second] = [await openAccount(), await openAccount()];
  await live(first);
  await Promise.all([live(first), live(second)]);
  const { counted, folded, recounted } = await countInAllWays();
  expect(counted.captures.length).toBeGreaterThan(0);
  expect(folded).toEqual(counted);
  expect(recounted).toEqual(counted);
});

test('counts equal a recount after a project was deleted, and after a new cycle', async () => {
  rig.engine.capture = async () => imageResult('image');
  const first = await openAccount();
  const started = { amount: 100, kind: 'grant', isCycleStart: true, note: null } as const;
  await live(first);
  await rig.projects.deleteProject({
    organizationId: first.organizationId,
    projectId: first.projectIds[1] ?? 0,
  });
  const before = await countInAllWays();
  expect(before.folded).toEqual(before.counted);
  expect(before.recounted).toEqual(before.counted);
  const open = await accept(first, 0);
  await inTransaction(rig.db, (tx) =>
    addEntry(tx, { ...started, organizationId: first.organizationId, uniqueKey: newId() }),
  );
  // A hold of the ended cycle is released in the new one.
  await rig.cancelScreenshot({ organizationId: first.organizationId, projectId: null, id: open });
  await run(first, await accept(first, 0));
  const { counted, folded, recounted } = await countInAllWays();
  expect(counted.captures.length).toBeGreaterThan(0);
  expect(folded).toEqual(counted);
  expect(recounted).toEqual(counted);
});

test('counts equal a recount after connections were lost in the middle of transactions', async () => {
  rig.engine.capture = async () => imageResult('image');
  const account = await openAccount();
  const kill = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'shotwright'`.execute(
      rig.db,
    );
  for (let round = 0; round < 5; round++) {
    const work = Array.from({ length: 12 }, async (_, at) => {
      const id = await accept(account, at);
      await end(account, id, at);
      await change(account, [id], at % 2 === 0 ? (account.projectIds[1] ?? 0) : null);
    });
    await Promise.allSettled([...work, kill(), fold(), kill()]);
  }
  // The pool may not have noticed yet that a connection has ended; its next statement fails.
  await Promise.allSettled(Array.from({ length: 40 }, () => sql`select 1`.execute(rig.db)));
  const { counted, folded, recounted } = await countInAllWays();
  expect(counted.captures.length).toBeGreaterThan(0);
  expect(folded).toEqual(counted);
  expect(recounted).toEqual(counted);
});

test('one call folds more rows than one of its statements, and readers see the same sums meanwhile', async () => {
  const { organizationId, projectIds } = await openAccount();
  const appended = 45_000;
  await sql`
    insert into capture_counts (organization_id, project_id, day, captures)
    select ${organizationId}::uuid, ${projectIds[0]}::int, current_date, 1 from generate_series(1, ${appended}::int)`.execute(
    rig.db,
  );
  const read = () =>
    rig.db
      .selectFrom('capture_counts')
      .select([
        sql<number>`count(*)::int`.as('rows'),
        sql<number>`sum(captures)::int`.as('captures'),
      ])
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
  const meanwhile: number[] = [];
  const folding = { isDone: false };
  const folded = fold().finally(() => (folding.isDone = true));
  while (!folding.isDone) meanwhile.push((await read()).captures);
  await folded;
  expect(new Set(meanwhile)).toEqual(new Set([appended]));
  expect(await read()).toEqual({ rows: 1, captures: appended });
});

test('captures of days long ago are counted together, and folded rows are few', async () => {
  const account = await openAccount();
  const ids = await Promise.all([0, 1, 2, 3].map((at) => accept(account, at)));
  for (const [at, id] of ids.entries())
    await rig.db
      .updateTable('screenshots')
      .set({ created_at: new Date(Date.now() - (100 + at) * 86_400_000) })
      .where('id', '=', id)
      .execute();
  for (let i = 0; i < 2; i++) await fold();
  const rows = await rig.db
    .selectFrom('capture_counts')
    .select(['day', 'captures', 'is_folded'])
    .where('organization_id', '=', account.organizationId)
    .execute();
  expect(rows).toEqual([1, 2].map(() => ({ day: null, captures: 2, is_folded: true })));
});
