import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { openTestScreenshots, orderOf } from '../../../test/screenshots.ts';
import { runScreenshotJob } from './screenshots.jobs.ts';

type Bench = Awaited<ReturnType<typeof openTestScreenshots>>;
let bench: Bench;
beforeAll(async () => {
  bench = await openTestScreenshots();
});
afterAll(() => bench.close());

const ended = (ids: string[]) => bench.jobs.queue.findEnded(bench.db, [runScreenshotJob], ids);

test('deleting a project removes its waiting captures from the queue and releases their credits', async () => {
  const { id: organizationId } = await insertOrganization(bench.db, { credits: 10 });
  const gone = await insertProject(bench.db, { organization_id: organizationId });
  const kept = await insertProject(bench.db, { organization_id: organizationId });
  const ask = (projectId: number) =>
    bench.requestScreenshot(orderOf(organizationId, { projectId }));
  const [one, two, other] = [await ask(gone.id), await ask(gone.id), await ask(kept.id)];
  await bench.projects.deleteProject({ organizationId, projectId: gone.id });
  expect(await ended([one.id, two.id, other.id])).toEqual([one.id, two.id]);
  expect(await bench.credits.balanceOf(bench.db, organizationId)).toEqual({
    available: 9,
    held: 1,
  });
});

test('an image that the store cannot return is an outage, not a missing screenshot', async () => {
  const { id: organizationId } = await insertOrganization(bench.db);
  const { id } = await bench.requestScreenshot(orderOf(organizationId));
  await bench.run({ id, data: { organizationId } });
  const ref = { organizationId, projectId: null, id };
  const { row } = await bench.screenshots.getImage(ref);
  await bench.store.remove([row.file!.storageKey]);
  await expect(bench.screenshots.getImage(ref)).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('lists omit injected code and reports, which a single screenshot includes', async () => {
  const { id: organizationId } = await insertOrganization(bench.db);
  const order = orderOf(organizationId);
  const fields = { ...order.fields, inject_js: 'x'.repeat(1_000), inject_css: 'y' };
  const { id } = await bench.requestScreenshot({ ...order, fields });
  await bench.run({ id, data: { organizationId } });
  const scope = { organizationId, projectId: null };
  const { rows } = await bench.screenshots.listScreenshots({ ...scope, page: 1, limit: 10 });
  expect(rows[0]).toMatchObject({ id, report: null, options: { file_type: 'png' } });
  expect(rows[0]?.options).not.toHaveProperty('inject_js');
  expect(await bench.screenshots.getScreenshot({ ...scope, id })).toMatchObject({
    options: { inject_css: 'y' },
    report: { targetStatus: 200 },
  });
});
