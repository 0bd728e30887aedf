import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertOrganization } from '../../../../test/factories.ts';
import {
  failureOf,
  imageResult,
  openTestScreenshots,
  requestOf,
} from '../../../../test/screenshots.ts';
import { newId } from '../../../lib/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { listChecks, saveCheck } from './baseline-checks.store.ts';
import { checkBaselineHandler } from './baselines.jobs.ts';
import { createBaselinesService } from './baselines.service.ts';
import { createCheckBaseline } from './check-baseline.service.ts';

let rig: Awaited<ReturnType<typeof openTestScreenshots>>;
beforeAll(async () => {
  rig = await openTestScreenshots();
});
afterAll(() => rig.close());
afterEach(() => {
  rig.engine.capture = async () => imageResult('image');
});

/** An account with captures of one URL; `duringComparison` runs before each comparison ends. */
async function openAccount(duringComparison: (baseline: string) => Promise<void>) {
  const { db, screenshots } = rig;
  const { id: organizationId } = await insertOrganization(db, { credits: 100 });
  const scope = { organizationId, projectId: null };
  const baselines = createBaselinesService({ db, screenshots, showsPage: () => true });
  const difference = { isIdentical: false, sizeDiffers: false, widthPx: 100, heightPx: 10 };
  const checkBaseline = createCheckBaseline({
    db,
    screenshots,
    compareScreenshots: async ({ before }) => {
      await duringComparison(before);
      return { ...difference, diffPixels: 13, regions: [], image: undefined };
    },
  });
  return {
    scope,
    capture: async () => {
      const { id } = await rig.requestScreenshot(requestOf(organizationId));
      await rig.run({ id, data: { organizationId } });
      return id;
    },
    approve: (id: string) =>
      baselines.approve({
        scope,
        by: { userId: null, apiKeyId: null },
        request: { screenshot_id: id },
      }),
    remove: (id: string) => baselines.remove({ ...scope, id }),
    check: (screenshotId: string) =>
      checkBaseline({ ...scope, screenshotId, signal: new AbortController().signal }),
  };
}

test('[RP-2] a baseline approved during a comparison is the one that counts', async () => {
  const account = await openAccount(async (compared) => {
    if (compared === first) await account.approve(second);
  });
  const [first, second, third] = [
    await account.capture(),
    await account.capture(),
    await account.capture(),
  ];
  await account.approve(first);
  const check = await account.check(third);
  expect(check).toMatchObject({
    status: 'changed',
    baselineScreenshotId: second,
    diffRatio: 0.013,
  });
  const stored = await listChecks(rig.db, { ...account.scope, screenshotIds: [third] });
  expect(stored).toEqual([check]);
});

test('[RP-2] a check ends if each comparison meets another approval', async () => {
  const account = await openAccount(async () => {
    await account.approve(await account.capture());
  });
  await account.approve(await account.capture());
  await expect(account.check(await account.capture())).rejects.toMatchObject({ code: 'conflict' });
});

test('[RP-2] a baseline removed during a comparison leaves no check', async () => {
  const account = await openAccount(async () => account.remove(id));
  const { id } = await account.approve(await account.capture());
  const later = await account.capture();
  expect(await account.check(later)).toMatchObject({ status: 'new', diffRatio: null });
  expect(await listChecks(rig.db, { ...account.scope, screenshotIds: [later] })).toEqual([]);
});

test('[RP-2] approvals at the same time leave one baseline with all approvals', async () => {
  const account = await openAccount(async () => undefined);
  const ids = await Promise.all(Array.from({ length: 5 }, () => account.capture()));
  const approved = await Promise.all(ids.map((id) => account.approve(id)));
  expect(new Set(approved.map(({ id }) => id)).size).toBe(1);
  const approvals = await rig.db
    .selectFrom('baseline_approvals')
    .select('screenshot_id')
    .where('baseline_id', '=', approved[0]!.id)
    .execute();
  expect(approvals.map(({ screenshot_id: id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('[RP-2] the check of a capture that was deleted ends', async () => {
  const account = await openAccount(async () => undefined);
  const { handle } = checkBaselineHandler(({ screenshotId }) => account.check(screenshotId));
  const { organizationId } = account.scope;
  const run = (screenshotId: string) =>
    handle({
      id: newId(),
      data: { organizationId, screenshotId },
      retryCount: 0,
      signal: new AbortController().signal,
    });
  await run(newId());
  rig.engine.capture = async () => failureOf('dns_error');
  await expect(run(await account.capture())).rejects.toMatchObject({ code: 'dns_error' });
});

test('[RP-2] an approval waits for a check that is being saved, and forgets it', async () => {
  const account = await openAccount(async () => undefined);
  const [first, second, third] = [
    await account.capture(),
    await account.capture(),
    await account.capture(),
  ];
  await account.approve(first);
  const check = await account.check(third);
  let approval: Promise<unknown> | undefined;
  await inTransaction(rig.db, async (tx) => {
    await saveCheck(tx, { ...check, status: 'changed' });
    approval = account.approve(second);
    await Promise.race([approval, setTimeout(300)]);
  });
  await approval;
  expect(await listChecks(rig.db, { ...account.scope, screenshotIds: [third] })).toEqual([]);
});
