import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { insertProject } from '../../../../test/factories.ts';
import {
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../../test/screenshots-app.ts';

/** Colour of the square on the pages of the site; none: an empty page. */
let square: string | undefined;
let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    res.setHeader('content-type', 'text/html');
    const box = 'width:100px;height:60px;margin:20px 40px;float:left';
    const part = square === undefined ? '' : `<div style="${box};background:${square}"></div>`;
    res.end(`<body style="margin:0;background:#dde">${part}${req.url}`);
  });
});
afterAll(() => app?.close());

let customer: TestCustomer;
beforeEach(async () => {
  square = '#00a';
  customer = await app.customer();
});

const urlOf = (path: string) => `${app.siteUrl}/${path}`;

/** Captures a page of the site, and returns the id of the screenshot. */
async function capture(path: string, options: object = {}, by = customer): Promise<string> {
  const body = { url: urlOf(path), width: 300, height: 200, wait: 25, ...options };
  const { requestId, screenshot } = await readJson(await by.byKey('/screenshots', body));
  expect(screenshot.status).toBe('COMPLETE');
  return requestId;
}

const approve = async (screenshot_id: string, tolerance: object = {}, by = customer) =>
  readJson(await by.byKey('/baselines', { screenshot_id, ...tolerance }));
const check = async (screenshot_id: string, by = customer) =>
  readJson(await by.byKey('/baseline-checks', { screenshot_id }));
const checksOf = async (ids: readonly string[], by = customer) =>
  (await readJson(await by.byKey(`/baseline-checks?screenshot_ids=${ids.join(',')}`))).data.checks;
const list = async (by = customer) => (await readJson(await by.byKey('/baselines'))).data.baselines;

/** Waits for the check that follows from the end of a capture. */
const untilChecked = (id: string) =>
  vi.waitUntil(async () => (await checksOf([id]))[0], { timeout: 30_000, interval: 50 });

test('[RP-2] later captures of the URL and options are compared with the baseline, free of charge', async () => {
  const first = await capture('home');
  expect(await checksOf([first])).toEqual([]);
  const baseline = await approve(first);
  expect(baseline.data).toMatchObject({
    url: urlOf('home'),
    screenshotId: first,
    width: 300,
    height: 200,
    threshold: 0.1,
    maxDiffRatio: 0,
    ignoreRegions: [],
    livemode: true,
  });
  const same = await capture('home', { tags: ['other'], file_name: 'other' });
  const matched = { status: 'matched', passed: true, diffPixels: 0, diffRatio: 0 };
  expect(await untilChecked(same)).toMatchObject({ ...matched, baselineScreenshotId: first });
  square = '#a00';
  const changed = await capture('home');
  const result = {
    screenshotId: changed,
    status: 'changed',
    passed: false,
    baselineId: baseline.baselineId,
    baselineScreenshotId: first,
    diffPixels: 6_000,
    diffRatio: 0.1,
    sizeDiffers: false,
    comparisonUrl: expect.stringMatching(
      `^http://localhost:\\d+/dashboard/compare\\?a=${first}&b=${changed}$`,
    ),
    message: null,
  };
  expect(await untilChecked(changed)).toEqual(result);
  const { available } = await customer.balance();
  expect((await check(changed)).data).toEqual(result);
  expect((await customer.balance()).available).toBe(available);
  expect((await checksOf([first, same, changed])).length).toBe(3);
});

test('[RP-2] other URLs, other options, other projects and pasted HTML have no baseline', async () => {
  const first = await capture('home');
  await approve(first);
  const { id: project_id } = await insertProject(app.db, {
    organization_id: customer.organizationId,
  });
  for (const [path, options] of [
    ['other', {}],
    ['home', { full_page: true }],
    ['home', { project_id }],
  ] as const) {
    const id = await capture(path, options);
    expect((await check(id)).data).toMatchObject({
      status: 'new',
      passed: false,
      baselineId: null,
      diffRatio: null,
    });
  }
  const html = await readJson(await customer.byKey('/html-to-image', { html: '<p>', wait: 25 }));
  expect((await check(html.requestId)).data.status).toBe('new');
});

test('[RP-2] an approval replaces the baseline, keeps its tolerance and the former approvals', async () => {
  const first = await capture('home');
  const { baselineId } = await approve(first, { max_diff_ratio: 0.05, threshold: 0.2 });
  const same = await capture('home');
  await untilChecked(same);
  square = '#a00';
  const changed = await capture('home');
  await untilChecked(changed);
  expect(await approve(changed)).toMatchObject({
    baselineId,
    screenshotId: changed,
    maxDiffRatio: 0.05,
    threshold: 0.2,
  });
  const checks = await checksOf([first, same, changed]);
  expect(checks).toMatchObject([{ screenshotId: changed, status: 'baseline', passed: true }]);
  expect((await check(first)).data).toMatchObject({ status: 'changed', diffRatio: 0.1 });
  const { data } = await readJson(await customer.byKey(`/baselines/${baselineId}`));
  expect(data.approvals.map(({ screenshotId }: { screenshotId: string }) => screenshotId)).toEqual([
    changed,
    first,
  ]);
  expect(data.approvedBy).toBe(data.approvals[1].approvedBy);
  expect(data.approvedBy).toEqual(expect.any(String));
  expect(await list()).toHaveLength(1);
});

test.each([
  [{ max_diff_ratio: 0.1 }, 'matched'],
  [{ max_diff_ratio: 0.099 }, 'changed'],
  [{ ignore_regions: [{ x: 40, y: 20, width: 100, height: 60 }] }, 'matched'],
  [{ ignore_regions: [{ x: 40, y: 20, width: 100, height: 59 }] }, 'changed'],
  [{ threshold: 1 }, 'matched'],
])('[RP-2] with %j, a square of another colour is %s', async (tolerance, status) => {
  await approve(await capture('home'), tolerance);
  square = '#a00';
  expect((await check(await capture('home'))).data.status).toBe(status);
});

test('[RP-2] the comparison of a check has the rules of the baseline', async () => {
  const first = await capture('home');
  const ignore_regions = [
    { x: 0, y: 0, width: 300, height: 10 },
    { x: 5, y: 50, width: 1, height: 2 },
  ];
  await approve(first, { threshold: 0.25, ignore_regions });
  const later = await capture('home');
  const path = `/dashboard/compare?a=${first}&b=${later}&threshold=0.25&ignore=0,0,300,10;5,50,1,2`;
  expect((await check(later)).data.comparisonUrl).toContain(path);
  expect((await checksOf([later]))[0].comparisonUrl).toContain(path);
  expect((await check(first)).data.comparisonUrl).toBeNull();
});

test('[RP-2] captures without an image of their page cannot be approved', async () => {
  const pdf = await capture('home', { file_type: 'pdf' });
  const html = await readJson(await customer.byKey('/html-to-image', { html: '<p>x', wait: 25 }));
  for (const [id, message] of [
    [pdf, 'screenshot_id: must be an image, not a document'],
    [html.requestId, 'screenshot_id: must be a capture of a URL, not of pasted HTML'],
  ]) {
    expect(await approve(id)).toMatchObject({ statusCode: 400, message });
  }
  const flagged = await capture('home');
  const setVerdict = (kind: string) =>
    app.db
      .updateTable('screenshots')
      .set({ verdict: JSON.stringify({ kind, reasons: [] }) })
      .where('id', '=', flagged)
      .execute();
  await setVerdict('login_wall');
  expect(await approve(flagged)).toMatchObject({
    statusCode: 400,
    code: 'validation_failed',
    message: 'screenshot_id: must show its page, but the verdict about it is login_wall',
  });
  await setVerdict('ok');
  expect(await approve(flagged)).toMatchObject({ screenshotId: flagged });
  const failed = await readJson(
    await customer.byKey('/screenshots', { url: urlOf('x'), element_selector: '#no' }),
  );
  await app.untilEnded(customer, failed.requestId);
  expect(await approve(failed.requestId)).toMatchObject({ code: 'selector_not_found' });
  expect(await check(failed.requestId)).toMatchObject({ code: 'selector_not_found' });
  expect(await approve('0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42')).toMatchObject({
    statusCode: 404,
    code: 'screenshot_not_found',
  });
});

test('[RP-2] images that cannot be compared fail the check with the reason', async () => {
  await approve(await capture('home'));
  square = '#a00';
  const wide = await capture('home');
  await untilChecked(wide);
  await app.db
    .updateTable('files')
    .set({ width_px: 60_000, height_px: 2_000 })
    .where('screenshot_id', '=', wide)
    .execute();
  expect((await check(wide)).data).toMatchObject({
    status: 'failed',
    passed: false,
    diffRatio: null,
    message: expect.stringContaining('60000 × 2000 pixels'),
  });
  expect(await checksOf([wide])).toMatchObject([{ status: 'failed' }]);
});

test('[RP-2] a baseline ends with its removal, its deletion and its move to another project', async () => {
  const first = await capture('home');
  const { baselineId } = await approve(first);
  const later = await capture('home');
  await untilChecked(later);
  expect((await customer.call('DELETE', `/baselines/${baselineId}`)).status).toBe(200);
  expect((await customer.call('DELETE', `/baselines/${baselineId}`)).status).toBe(404);
  expect(await checksOf([first, later])).toEqual([]);
  await approve(first);
  await customer.call('DELETE', `/screenshots/${first}`);
  expect(await list()).toEqual([]);
  const { baselineId: moved } = await approve(later);
  const { id } = await insertProject(app.db, { organization_id: customer.organizationId });
  const inProject = app.db.updateTable('screenshots').set({ project_id: id });
  await inProject.where('id', '=', later).execute();
  expect(await list()).toEqual([]);
  expect(await checksOf([later])).toEqual([]);
  expect((await check(await capture('home'))).data.status).toBe('new');
  expect((await customer.byKey(`/baselines/${moved}`)).status).toBe(404);
  const another = await capture('home');
  expect(await approve(another)).toMatchObject({ screenshotId: another });
  expect(await list()).toHaveLength(1);
});

test('[RP-2] [TM-1] baselines of another organisation, project or mode do not exist', async () => {
  const first = await capture('home');
  const { baselineId } = await approve(first);
  const stranger = await app.customer();
  const { id } = await insertProject(app.db, { organization_id: customer.organizationId });
  const headers = { 'x-api-key': (await customer.boundKey(id)).key };
  const bound = {
    ...customer,
    byKey: (path: string, body?: unknown) => app.send(path, body, headers),
  };
  for (const other of [stranger, bound]) {
    expect((await other.byKey(`/baselines/${baselineId}`)).status).toBe(404);
    expect(await list(other)).toEqual([]);
    expect(await checksOf([first], other)).toEqual([]);
    expect(await approve(first, {}, other)).toMatchObject({ code: 'screenshot_not_found' });
    expect(await check(first, other)).toMatchObject({ code: 'screenshot_not_found' });
  }
  expect((await stranger.call('DELETE', `/baselines/${baselineId}`)).status).toBe(404);
  const ofTestMode = await readJson(await customer.byKey('/baselines?livemode=false'));
  expect(ofTestMode.data.baselines).toEqual([]);
  expect(await list()).toHaveLength(1);
});

test.each([
  ['screenshot_id', { screenshot_id: 'x' }],
  ['max_diff_ratio', { max_diff_ratio: 2 }],
  ['threshold', { threshold: -1 }],
  ['ignore_regions', { ignore_regions: 1 }],
])('[RP-2] an invalid %s is rejected, naming the field', async (path, body) => {
  const screenshot_id = '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42';
  const error = await readJson(await customer.byKey('/baselines', { screenshot_id, ...body }));
  expect([error.statusCode, error.details.fields[0].path]).toEqual([400, path]);
});

test.each([
  'x',
  '',
  Array.from({ length: 101 }, () => '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42').join(),
])('[RP-2] checks of the screenshots "%s" are rejected', async (ids) => {
  const answer = await customer.byKey(`/baseline-checks?screenshot_ids=${ids}`);
  expect(answer.status).toBe(400);
});
