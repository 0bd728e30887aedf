import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { callsOf, openBudgetAccount, url } from '../../../test/budgets.ts';
import { newId } from '../../lib/ids.ts';
import { holdCredits } from '../credits/credits.store.ts';

let app: TestApp;
let own: Awaited<ReturnType<typeof openBudgetAccount>>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  own = await openBudgetAccount(app);
});

/** Returns the number of transactions of this database that wait for locks. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.db,
  );
  return rows.length;
}

const until = (isTrue: () => Promise<boolean>) =>
  vi.waitUntil(isTrue, { timeout: 10_000, interval: 10 });

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n));
const accepted = { httpStatus: 202 };
const rejected = { httpStatus: 402, code: 'project_monthly_limit_reached' };

describe('the limit of a project', () => {
  test('[TM-4] of 5 accepts exactly 5 of 20 parallel captures, and charges nothing for the others', async () => {
    const { capture, projectId, person } = own;
    await own.setLimit(5);
    const answers = await Promise.all(numbers(20).map(() => capture()));
    const errors = answers.filter(({ httpStatus }) => httpStatus !== 202);
    expect(errors).toHaveLength(15);
    for (const error of errors) {
      expect(error).toMatchObject({
        ...rejected,
        message: expect.stringMatching(
          /^This would exceed the monthly limit of 5 credits of the project "Atlas", which resets on \d+ \w+ \d{4}\. Nothing was charged\./,
        ) as string,
        details: { projectId, monthlyLimit: 5, resetsAt: expect.any(String) as string },
      });
    }
    expect(await own.account()).toEqual({ available: 95, held: 5 });
    expect(await own.usage()).toBe(5);
    const stored = await app.db
      .selectFrom('screenshots')
      .select('id')
      .where('organization_id', '=', person.organizationId)
      .execute();
    expect(stored).toHaveLength(5);
  });

  test('[TM-4] counts captures of every entry point, with their prices', async () => {
    const { bySession, projectId, captureAll } = own;
    await own.setLimit(10);
    expect(await own.capture({ full_page: true })).toMatchObject(accepted);
    const body = { url, project_id: projectId };
    expect(await bySession('POST', '/screenshots/dashboard', body)).toMatchObject({
      httpStatus: 200,
    });
    expect(await captureAll(numbers(2))).toMatchObject(accepted);
    const bound = callsOf(await app.apiKey({ of: own.person, projectId }));
    expect(await bound('POST', '/screenshots', { url })).toMatchObject(accepted);
    expect(await own.usage()).toBe(6);
    expect(await captureAll(numbers(6))).toMatchObject({
      ...rejected,
      message: expect.stringContaining(
        'and the monthly limit of the project "Atlas" leaves 4. Nothing was captured. The first 4 items',
      ) as string,
      details: { fitting: 4, creditRequired: 6 },
    });
    expect(await captureAll(numbers(6), { partial: true })).toMatchObject({
      counts: { accepted: 4, omitted: 2 },
    });
    expect(await own.capture()).toMatchObject(rejected);
    const other = await own.newProject('Other');
    expect(await own.capture({ project_id: other })).toMatchObject(accepted);
  });

  test('[TM-4] stops parallel batches and captures at the limit, whatever their order', async () => {
    await own.setLimit(30);
    const answers = await Promise.all(
      numbers(12).map((n) =>
        Number(n) % 2 === 0 ? own.capture() : own.captureAll(numbers(8), { name: n }),
      ),
    );
    const statuses = answers.map(({ httpStatus }) => httpStatus);
    expect(statuses.every((status) => [202, 402].includes(status))).toBe(true);
    const { held } = await own.account();
    expect(await own.usage()).toBe(held);
    expect(held).toBeLessThanOrEqual(30);
    expect(held).toBeGreaterThanOrEqual(24);
  });

  test('[TM-4] has its credits back after a cancelled or deleted capture, also one that was moved', async () => {
    const { capture, bySession, byKey } = own;
    const first = await capture();
    await own.setLimit(3);
    const second = await capture();
    const third = await capture();
    expect(await own.usage()).toBe(3);
    const projectId = await own.newProject('Other');
    const moved = { ids: [second.requestId], projectId };
    expect(await bySession('POST', '/projects/files/move', moved)).toMatchObject({
      httpStatus: 200,
    });
    for (const { requestId } of [first, second]) {
      expect(await byKey('POST', `/screenshots/${requestId}/cancel`)).toMatchObject({
        httpStatus: 200,
      });
    }
    expect(await own.usage()).toBe(1);
    expect(await byKey('DELETE', `/screenshots/${third.requestId}`)).toMatchObject({
      httpStatus: 200,
    });
    expect(await own.usage()).toBe(0);
    expect(await own.account()).toEqual({ available: 100, held: 0 });
    expect(await capture()).toMatchObject(accepted);
  });

  test('[TM-4] that is set while captures are accepted counts each of them once', async () => {
    for (let round = 1; round <= 3; round += 1) {
      await own.setLimit(null);
      const before = numbers(5).map(() => own.capture());
      const set = own.setLimit(90);
      const after = [...numbers(4).map(() => own.capture()), own.captureAll(numbers(3))];
      const answers = await Promise.all([...before, set, ...after]);
      expect(answers.filter(({ httpStatus }) => httpStatus >= 300)).toEqual([]);
      expect(await own.usage()).toBe(round * 12);
      expect((await own.account()).held).toBe(round * 12);
    }
  });

  test('[TM-4] that is set between the insertion of a capture and its hold counts the capture', async () => {
    const { projectId, person } = own;
    const { organizationId } = person;
    // The row of the usage is locked, so that the change of the limit cannot end before the hold.
    await own.setLimit(5);
    await own.setLimit(null);
    const usageLock = await app.db.startTransaction().execute();
    await sql`select from project_usage where project_id = ${projectId} for update`.execute(
      usageLock,
    );
    const accepting = await app.db.startTransaction().execute();
    const screenshotId = newId();
    await accepting
      .insertInto('screenshots')
      .values({
        id: screenshotId,
        organization_id: organizationId,
        project_id: projectId,
        source: 'HTML',
        html: '<p>',
        options: '{}',
        credits: 1,
      })
      .execute();
    const set = own.setLimit(9);
    await until(async () => (await countWaiting()) === 1);
    const holds = [{ screenshotId, amount: 1 }];
    const held = holdCredits(accepting, { organizationId, projectId, apiKeyId: null, holds });
    let isHeld = false;
    const ended = held.then(() => {
      isHeld = true;
    });
    await until(async () => isHeld || (await countWaiting()) === 2);
    await usageLock.rollback().execute();
    await ended;
    await accepting.commit().execute();
    expect(await set).toMatchObject({ httpStatus: 200 });
    expect(await own.usage()).toBe(1);
  });

  test('[TM-4] counts from 0 in the next cycle, and what was spent when it is set again', async () => {
    await own.setLimit(1);
    await own.capture();
    expect(await own.capture()).toMatchObject(rejected);
    await own.setLimit(null);
    await own.capture();
    await own.setLimit(2);
    expect(await own.usage()).toBe(2);
    expect(await own.capture()).toMatchObject(rejected);
    await app.db
      .updateTable('organizations')
      .set({ cycle_started_at: sql<Date>`now()` })
      .where('id', '=', own.person.organizationId)
      .execute();
    expect(await own.usage()).toBe(0);
    expect(await own.capture()).toMatchObject(accepted);
    expect(await own.usage()).toBe(1);
  });

  test('[TM-4] does not count captures of test mode', async () => {
    await own.setLimit(1);
    const byTestKey = callsOf(await app.apiKey({ of: own.person, isTest: true }));
    const body = { url: 'https://test.invalid/ok', project_id: own.projectId };
    for (let n = 0; n < 2; n += 1)
      expect(await byTestKey('POST', '/screenshots', body)).toMatchObject(accepted);
    expect(await own.usage()).toBe(0);
  });
});
