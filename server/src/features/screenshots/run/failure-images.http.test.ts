import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSession } from '../../../../test/app.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app.close());

/**
 * Takes a capture from the dashboard with parameters that make it fail; returns it once it has
 * failed.
 */
async function failedBy(person: TestSession) {
  const { data } = await readJson(await person.call('POST', '/projects', { name: 'Shop' }));
  const page = { url: `${app.siteUrl}/shop`, project_id: data.project.id };
  const body = { ...page, element_selector: '#nowhere' };
  const accepted = await readJson(await person.call('POST', '/screenshots/dashboard', body));
  const read = async () => readJson(await person.call('GET', `/screenshots/${accepted.requestId}`));
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('FAILED');
  return read();
}

async function expectImage(url: string): Promise<void> {
  const res = await fetch(url);
  expect([res.status, res.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(res.headers.get('content-security-policy')).toContain('sandbox');
  const image = sharp(Buffer.from(await res.arrayBuffer()));
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1280, 720]);
  const corner = data.subarray(-info.channels);
  for (const [channel, value] of [10, 200, 30].entries()) {
    expect(Math.abs((corner[channel] ?? -1) - value)).toBeLessThan(8);
  }
}

test('[PG-28] a capture that failed by API key links a failure image and charges nothing', async () => {
  const customer = await app.customer();
  const body = { url: `${app.siteUrl}/shop`, wait: 25, element_selector: '#nowhere' };
  const rejected = await customer.byKey('/screenshots', body);
  expect(rejected.status).toBe(422);
  const { code, message, details } = await readJson(rejected);
  expect([code, message]).toEqual(['selector_not_found', expect.stringContaining('#nowhere')]);
  const failed = await readJson(await customer.byKey(`/screenshots/${details.screenshotId}`));
  expect(failed).toMatchObject({ status: 'FAILED', creditsCharged: 0, screenshotUrl: null });
  await expectImage(failed.pageImageUrl);
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
  const image = await customer.byKey(`/screenshots/${failed.id}/image`);
  expect([image.status, (await readJson(image)).code]).toEqual([422, 'selector_not_found']);
});

test('[PG-28] the failure image is not a file, uses no storage, and is visible to its owner only', async () => {
  const person = await app.session();
  const failed = await failedBy(person);
  await expectImage(failed.pageImageUrl);
  const files = await readJson(await person.call('GET', '/projects/files'));
  expect(files).toMatchObject({ totalScreenshotsSize: 0, meta: { total: 1 } });
  expect(files.screenshots[0]).toMatchObject({
    id: failed.id,
    status: 'FAILED',
    screenshotUrl: null,
    thumbnailUrl: null,
    screenshotImageSize: null,
  });
  const overview = await readJson(await person.call('GET', '/dashboards/overview'));
  expect(overview.data).toMatchObject({ credits: 100, totalSize: 0 });
  const share = `/projects/files/${failed.id}/public-link`;
  expect((await person.call('POST', share)).status).toBe(404);
  const otherUser = await app.session();
  expect((await otherUser.call('GET', `/screenshots/${failed.id}`)).status).toBe(404);
  const theirs = { url: failed.pageImageUrl };
  expect((await otherUser.call('POST', '/projects/files/download', theirs)).status).toBe(404);
  const forged = await fetch(failed.pageImageUrl.replace(/\/\d{10}\//, '/9999999999/'));
  expect(forged.status).toBe(403);
});

test('[PG-28] the failure image is deleted with its capture and with its project', async () => {
  const person = await app.session();
  const alone = await failedBy(person);
  await expectImage(alone.pageImageUrl);
  await person.call('DELETE', '/projects/files', { ids: [alone.id] });
  expect((await fetch(alone.pageImageUrl)).status).toBe(404);
  const ofProject = await failedBy(person);
  await expectImage(ofProject.pageImageUrl);
  await person.call('DELETE', `/projects/${ofProject.projectId}`);
  expect((await fetch(ofProject.pageImageUrl)).status).toBe(404);
});

test('a successful capture or one of an unreachable site has no failure image', async () => {
  const customer = await app.customer();
  const urls = [`${app.siteUrl}/shop`, 'http://no-such-name.invalid/'];
  const ended = [];
  for (const url of urls) {
    const { requestId } = await readJson(await customer.byKey('/screenshots', { url }));
    await app.untilEnded(customer, requestId);
    ended.push(await readJson(await customer.byKey(`/screenshots/${requestId}`)));
  }
  expect(ended.map(({ status }) => status)).toEqual(['COMPLETE', 'FAILED']);
  for (const one of ended) expect(one.data).not.toHaveProperty('pageImageUrl');
});
