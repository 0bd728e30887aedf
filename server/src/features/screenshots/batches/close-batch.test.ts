import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOrganization, insertUser } from '../../../../test/factories.ts';
import { imageResult, openTestScreenshots, requestOf } from '../../../../test/screenshots.ts';
import { newId } from '../../../lib/ids.ts';
import { insertBatch } from './batches.store.ts';
import { createCloseBatch, type CloseBatch } from './close-batch.service.ts';

let fixture: Awaited<ReturnType<typeof openTestScreenshots>>;
let closeBatch: CloseBatch;
let organizationId: string;
let projectId: number;
let userId: string;
/** Statuses of the announced batches, by id. */
const events = new Map<string, string[]>();
let closed: string[];
let mailed: string[];
beforeAll(async () => {
  fixture = await openTestScreenshots({
    onCaptureEnd: async (tx, ended) => {
      if (ended.batchId === null) return;
      closed.push(ended.id);
      await closeBatch.close(tx, { organizationId: ended.organizationId, batchId: ended.batchId });
    },
  });
  fixture.engine.capture = async () => imageResult('image');
  closeBatch = createCloseBatch({
    db: fixture.db,
    publicUrl: 'https://shots.example.com',
    enqueueBatchDeliveries: async (_tx, { batch: { batchId, status } }) => {
      events.set(batchId, [...(events.get(batchId) ?? []), status]);
    },
    enqueueMail: async (_tx, { to }) => {
      mailed.push(to);
    },
  });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  closed = [];
  mailed = [];
  ({ id: organizationId } = await insertOrganization(fixture.db, { credits: 1_000 }));
  ({ id: userId } = await insertUser(fixture.db, { organization_id: organizationId }));
  ({ projectId } = await fixture.requestScreenshot(requestOf(organizationId)));
});

/** Returns the screenshots of a new batch. */
async function openBatch(
  items: number,
  isTest = false,
): Promise<{ batchId: string; ids: string[] }> {
  const batchId = newId();
  const batch = { id: batchId, organizationId, projectId, userId, items };
  const details = { name: null, apiKeyId: null, webhookUrl: null, isTest };
  await fixture.db.transaction().execute((tx) => insertBatch(tx, { ...batch, ...details }));
  const ids: string[] = [];
  for (let index = 0; index < items; index += 1) {
    const { id } = await fixture.requestScreenshot(requestOf(organizationId, { isTest }));
    await fixture.db
      .updateTable('screenshots')
      .set({ batch_id: batchId, batch_index: index })
      .where('id', '=', id)
      .execute();
    ids.push(id);
  }
  return { batchId, ids };
}
const run = (id: string) => fixture.run({ id, data: { organizationId } });
const statusOf = async (batchId: string) =>
  (
    await fixture.db
      .selectFrom('batches')
      .select('status')
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow()
  ).status;

// Ends of live captures wait for each other at the account, those of test mode nowhere else.
test.each(['live', 'test'])(
  '[PA-8] %s captures that end at the same moment close their batch, once',
  async (mode) => {
    for (let round = 0; round < 15; round += 1) {
      const { batchId, ids } = await openBatch(3, mode === 'test');
      const [first = '', ...others] = ids;
      const cancelled = { organizationId, projectId: null, id: first };
      await Promise.all([fixture.cancelScreenshot(cancelled), ...others.map(run)]);
      expect(await statusOf(batchId)).toBe('COMPLETE');
      expect(events.get(batchId)).toEqual(['COMPLETE']);
    }
    expect(mailed).toHaveLength(mode === 'test' ? 0 : 15);
  },
);

test('[PA-8] a batch of which the last open capture was deleted is closed by the sweep, once', async () => {
  const { batchId, ids } = await openBatch(2);
  const [first = '', second = ''] = ids;
  await run(first);
  await fixture.db.deleteFrom('screenshots').where('id', '=', second).execute();
  expect(await statusOf(batchId)).toBe('RUNNING');
  await Promise.all([closeBatch.closeEndedBatches(), closeBatch.closeEndedBatches()]);
  expect(await statusOf(batchId)).toBe('COMPLETE');
  expect(events.get(batchId)).toEqual(['COMPLETE']);
});

test('[PA-8] the end of a single capture looks for no batch', async () => {
  const { id } = await fixture.requestScreenshot(requestOf(organizationId));
  await run(id);
  expect(closed).toEqual([]);
});
