import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { addEntry, holdCredits, releaseHold, settleHold } from '../credits/credits.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type End = 'settled' | 'released' | 'running';

/** Inserts a capture with its hold, and settles or releases it. */
async function capture(
  { organizationId }: TestSession,
  input: { projectId: number; apiKeyId: number | null; amount: number; end: End },
): Promise<string> {
  const { projectId, apiKeyId, amount, end } = input;
  const screenshotId = newId();
  await app.db
    .insertInto('screenshots')
    .values({
      id: screenshotId,
      organization_id: organizationId,
      project_id: projectId,
      source: 'HTML',
      html: '<p>',
      options: '{}',
      credits: amount,
    })
    .execute();
  const event = { organizationId, screenshotId, apiKeyId, projectId, amount };
  await inTransaction(app.db, async (tx) => {
    await holdCredits(tx, { ...event, holds: [event] });
    if (end === 'settled') await settleHold(tx, event);
    if (end === 'released') await releaseHold(tx, event);
  });
  return screenshotId;
}

async function openProject(person: TestSession, name: string): Promise<number> {
  const { data } = await readJson(await person.call('POST', '/projects', { name }));
  return data.project.id;
}

const entry = (person: TestSession, amount: number, note: string | null) =>
  addEntry(app.db, {
    organizationId: person.organizationId,
    amount,
    kind: 'coupon',
    isLasting: true,
    uniqueKey: newId(),
    note,
  });

/** Credits and captures of all parts. */
const sumOf = (parts: readonly { credits: number; captures: number }[]) =>
  parts.reduce((sum, { credits, captures }) => [sum[0]! + credits, sum[1]! + captures], [0, 0]);

const read = async (person: TestSession, path: string) =>
  (await readJson(await person.call('GET', path))).data;

test('[BP-14] the cycle shows credits and storage against the plan, by day, project and API key', async () => {
  const person = await app.session();
  const [one, two] = [await openProject(person, 'One'), await openProject(person, 'Two')];
  const key = await app.apiKey({ of: person });
  await entry(person, 20, 'Welcome');
  await capture(person, { projectId: one, apiKeyId: null, amount: 3, end: 'settled' });
  await capture(person, { projectId: one, apiKeyId: key.id, amount: 2, end: 'running' });
  await capture(person, { projectId: two, apiKeyId: key.id, amount: 1, end: 'settled' });
  await capture(person, { projectId: two, apiKeyId: key.id, amount: 9, end: 'released' });
  const usage = await read(person, '/credits/usage');
  expect(usage).toMatchObject({
    creditsGranted: 120,
    creditsUsed: 6,
    creditsAvailable: 114,
    creditsLasting: 20,
    creditsForecast: null,
    unusedCredits: 'expire',
    storageUsed: 0,
    storageLimit: 512 * 1024 ** 2,
    days: [{ date: new Date().toISOString().slice(0, 10), credits: 6, captures: 3 }],
    projects: [
      { id: one, name: 'One', credits: 5, captures: 2 },
      { id: two, name: 'Two', credits: 1, captures: 1 },
    ],
    apiKeys: [
      { id: key.id, name: 'Test', credits: 3, captures: 2 },
      { id: null, name: 'Dashboard', credits: 3, captures: 1 },
    ],
  });
});

test('[BP-14, PA-8] an API key reads the usage; one of a project sees only its project and itself', async () => {
  const person = await app.session();
  const [one, two] = [await openProject(person, 'One'), await openProject(person, 'Two')];
  const wide = await app.apiKey({ of: person });
  const bound = await app.apiKey({ of: person, projectId: two });
  await capture(person, { projectId: one, apiKeyId: wide.id, amount: 3, end: 'settled' });
  await capture(person, { projectId: two, apiKeyId: bound.id, amount: 2, end: 'settled' });
  const readBy = (key?: string) =>
    app.request('/api/v1/credits/usage', {
      headers: key === undefined ? {} : { 'x-api-key': key },
    });
  const usageOf = async (key: string) => (await readJson(await readBy(key))).data;
  const all = await usageOf(wide.key);
  expect(all).toEqual(await read(person, '/credits/usage'));
  expect(all.projects).toHaveLength(2);
  expect(await usageOf(bound.key)).toEqual({
    ...all,
    projects: [{ id: two, name: 'Two', credits: 2, captures: 1 }],
    apiKeys: [{ id: bound.id, name: 'Test', credits: 2, captures: 1 }],
  });
  expect((await readBy()).status).toBe(401);
});

test('[AK-14] a key that may only capture reads what the account has left, and its own part', async () => {
  const person = await app.session();
  const projectId = await openProject(person, 'One');
  const key = await app.apiKey({ of: person, access: 'capture' });
  const other = await app.apiKey({ of: person });
  await capture(person, { projectId, apiKeyId: key.id, amount: 3, end: 'settled' });
  await capture(person, { projectId, apiKeyId: other.id, amount: 2, end: 'settled' });
  expect(await readJson(await key.call('GET', '/credits/usage'))).toMatchObject({
    ...(await read(person, '/credits/usage')),
    projects: [],
    apiKeys: [{ id: key.id, name: 'Test', credits: 3, captures: 1 }],
  });
});

test('[DX-10] an API key without captures lists itself', async () => {
  const person = await app.session();
  const key = await app.apiKey({ of: person });
  const usageBy = async () => (await readJson(await key.call('GET', '/credits/usage'))).apiKeys;
  const own = { id: key.id, name: 'Test', credits: 0, captures: 0 };
  expect(await usageBy()).toEqual([own]);
  expect((await read(person, '/credits/usage')).apiKeys).toEqual([]);
  const projectId = await openProject(person, 'One');
  await capture(person, { projectId, apiKeyId: key.id, amount: 2, end: 'settled' });
  expect(await usageBy()).toEqual([{ ...own, credits: 2, captures: 1 }]);
});

test('[BP-14] the days, the projects and the keys of a cycle have the same sum', async () => {
  const person = await app.session();
  const projectId = await openProject(person, 'One');
  await capture(person, { projectId, apiKeyId: null, amount: 2, end: 'settled' });
  await capture(person, { projectId, apiKeyId: null, amount: 3, end: 'settled' });
  // The first hold was written just before the midnight at which the cycle starts.
  await sql`
    update spent_counts set day = day - 1
    where organization_id = ${person.organizationId} and credits = 2`.execute(app.db);
  const usage = await read(person, '/credits/usage');
  for (const parts of [usage.days, usage.projects, usage.apiKeys])
    expect(sumOf(parts)).toEqual([5, 2]);
});

test('[BP-14] the forecast extrapolates the current cycle, and deleted captures remain counted', async () => {
  const person = await app.session();
  const projectId = await openProject(person, 'Gone');
  await capture(person, { projectId, apiKeyId: null, amount: 12, end: 'settled' });
  await sql`
    update organizations set cycle_started_at = now() - interval '10 days', cycle_ends_at = now() + interval '20 days'
    where id = ${person.organizationId}`.execute(app.db);
  await person.call('DELETE', `/projects/${projectId}`);
  const usage = await read(person, '/credits/usage');
  expect(usage).toMatchObject({
    creditsUsed: 12,
    creditsForecast: 36,
    projects: [{ id: null, name: 'Deleted captures', credits: 12, captures: 1 }],
  });
  expect(usage.days).toHaveLength(11);
  expect(usage.days.at(-1)).toMatchObject({ credits: 12, captures: 1 });
  expect(usage.days[0]).toMatchObject({ credits: 0, captures: 0 });
});

test('[BP-14] the ledger lists each change once with the resulting balance: a capture is one entry, a failed one has a refund', async () => {
  const person = await app.session();
  await expectErrors(app, person, { method: 'GET', path: '/credits/ledger' });
  const projectId = await openProject(person, 'Site');
  await entry(person, 20, 'Welcome');
  const settled = await capture(person, { projectId, apiKeyId: null, amount: 3, end: 'settled' });
  const failed = await capture(person, { projectId, apiKeyId: null, amount: 2, end: 'released' });
  const open = await capture(person, { projectId, apiKeyId: null, amount: 1, end: 'running' });
  const { entries, nextBefore } = await read(person, '/credits/ledger');
  expect(nextBefore).toBeNull();
  const lines = entries.map((line: Record<string, unknown>) => [
    line['kind'],
    line['credits'],
    line['balance'],
    line['note'],
    line['screenshotId'],
  ]);
  expect(lines).toEqual([
    ['capture', -1, 116, 'Still running', open],
    ['refund', 2, 117, 'The capture produced no image', failed],
    ['capture', -2, 115, 'Given back', failed],
    ['capture', -3, 117, null, settled],
    ['coupon', 20, 120, 'Welcome', null],
    ['grant', 100, 100, 'Free plan', null],
  ]);
});

test('[BP-14] the ledger has every entry once, paginated and as CSV, and each balance is the running sum', async () => {
  const person = await app.session();
  await expectErrors(app, person, { method: 'GET', path: '/credits/ledger.csv' });
  for (let count = 1; count <= 119; count += 1) await entry(person, count, null);
  const balances: number[] = [];
  for (let before = ''; ;) {
    const page = await read(person, `/credits/ledger${before}`);
    balances.push(...page.entries.map((line: { balance: number }) => line.balance));
    if (page.nextBefore === null) break;
    before = `?before=${page.nextBefore}`;
  }
  const sums = Array.from({ length: 120 }, (_, count) => 100 + (count * (count + 1)) / 2);
  expect(balances.toReversed()).toEqual(sums);
  const csv = await person.call('GET', '/credits/ledger.csv');
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="credit-ledger.csv"');
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines[0]).toBe('date,kind,credits,balance,note,screenshot');
  expect(lines.slice(1).map((line) => Number(line.split(',')[3]))).toEqual(sums);
});

test('[BP-14] a note that a spreadsheet would run as a formula is exported as text', async () => {
  const person = await app.session();
  await entry(person, 1, '=HYPERLINK("http://evil.example","x")');
  const csv = await (await person.call('GET', '/credits/ledger.csv')).text();
  expect(csv).toContain(`,coupon,1,101,"'=HYPERLINK(""http://evil.example"",""x"")",\r\n`);
});

test('a ledger of more than a thousand entries is streamed completely and in order', async () => {
  const person = await app.session();
  await sql`
    insert into credit_ledger (organization_id, kind, available_delta, held_delta, unique_key)
    select ${person.organizationId}, 'adjust', 1, 0, 'many:' || n from generate_series(1, 2500) n`.execute(
    app.db,
  );
  await app.db
    .updateTable('credit_accounts')
    .set({ available: 2_600 })
    .where('organization_id', '=', person.organizationId)
    .execute();
  const csv = await (await person.call('GET', '/credits/ledger.csv')).text();
  const balances = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[3]));
  expect(balances).toEqual(Array.from({ length: 2_501 }, (_, count) => 100 + count));
});

test('another organisation sees none of the usage', async () => {
  const [person, other] = [await app.session(), await app.session()];
  const projectId = await openProject(person, 'Mine');
  await capture(person, { projectId, apiKeyId: null, amount: 5, end: 'settled' });
  expect(await read(other, '/credits/usage')).toMatchObject({ creditsUsed: 0, projects: [] });
  expect((await read(other, '/credits/ledger')).entries).toHaveLength(1);
  const csv = await (await other.call('GET', '/credits/ledger.csv')).text();
  expect(csv.trim().split('\r\n')).toHaveLength(2);
});
