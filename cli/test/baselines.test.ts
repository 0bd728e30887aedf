import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { serve } from '../../sdk/test/http.ts';
import { runCommand } from './run.ts';

const { url, keys } = inject('product');
const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.cli };
const size = ['--width', '100', '--height', '100'];

const run = (...args: string[]) => runCommand(args, { env });
const check = (...args: string[]) => run('check', ...args, ...size);

/** A site whose pages show a bar of `state.bar`, in CSS pixels, and a heading; /broken has none. */
async function startSite() {
  const state = { bar: { width: 10, height: 10 } };
  const site = await serve((req, res) => {
    res.setHeader('content-type', 'text/html');
    const { width, height } = state.bar;
    const bar = `position:absolute;top:0;left:0;width:${width}px;height:${height}px;background:#99f`;
    const tag = req.url?.endsWith('broken') ? 'p' : 'h1';
    // The same text in each bar, because an image of one colour is blank.
    const text = '<span style="display:block;overflow:hidden;font:8px/10px monospace">Bar</span>';
    res.end(`<div style="${bar}">${text}</div><${tag} style="margin:0 40px">Text`);
  });
  // Tests share an organisation, and a port may be used again.
  return { state, pageOf: (name: string) => `${site}/${randomUUID()}/${name}` };
}

/** Runs a check with `--json`. */
async function checkJson(...args: string[]) {
  const { code, stdout, stderr } = await check(...args, '--json');
  return { code, stderr, ...JSON.parse(stdout.toString()) };
}

test('[RP-2] [DX-10] a check without a baseline ends with 1 and says how to approve, and --approve-new makes it pass', async () => {
  const { pageOf } = await startSite();
  const page = pageOf('home');
  const first = await check(page);
  expect([first.code, first.stderr]).toEqual([1, '']);
  const lines = first.stdout.toString().split('\n');
  expect(lines[0]).toBe(`${page}  no baseline`);
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}Approve it: shotwright baseline approve [\da-f-]{36}$/),
  );
  expect(lines).toContain('--approve-new approves the captures that have no baseline.');
  const approved = await check(page, '--approve-new');
  expect([approved.code, approved.stdout.toString()]).toEqual([
    0,
    `${page}  approved; before: no baseline\n`,
  ]);
  const later = await check(page, '--approve-new');
  expect([later.code, later.stdout.toString()]).toEqual([0, `${page}  matched\n`]);
  // Other options have a baseline of their own.
  expect((await run('check', page, ...size, '--full-page')).code).toBe(1);
});

test('[RP-2] [DX-10] a changed page ends with 1, the percentage and the next steps, until the change is approved', async () => {
  const { state, pageOf } = await startSite();
  const [changing, same] = [pageOf('a'), pageOf('b')];
  await check(changing, '--approve-new');
  state.bar.height = 23;
  await check(same, '--approve-new');
  // Of 10,000 pixels.
  const result = await checkJson(changing, same);
  const [changed, matched] = result.checks;
  expect(result).toMatchObject({ code: 1, passed: false, stderr: '' });
  expect(changed).toMatchObject({
    url: changing,
    status: 'changed',
    passed: false,
    diffRatio: 0.013,
  });
  expect(matched).toMatchObject({ url: same, status: 'matched', passed: true, approved: false });
  const { screenshotId: id, baselineScreenshotId: before } = changed;
  expect(changed.comparisonUrl).toBe(`${url}/dashboard/compare?a=${before}&b=${id}`);

  const kept = await check(changing, '--approve-new');
  expect([kept.code, kept.stdout.toString().split('\n')]).toEqual([
    1,
    [
      `${changing}  changed 1.300 %`,
      '',
      changing,
      expect.stringContaining(`  See the changes: ${url}/dashboard/compare?a=${before}&b=`),
      expect.stringContaining('  Approve it: shotwright baseline approve '),
      '',
    ],
  ]);
  const approval = await run('baseline', 'approve', id);
  expect([approval.code, approval.stdout.toString()]).toEqual([0, expect.stringContaining(id)]);
  expect((await check(changing)).code).toBe(0);

  state.bar.height = 50;
  const approved = await checkJson(changing, '--approve', '--max-diff', '3%');
  expect(approved).toMatchObject({ code: 0, passed: true });
  expect(approved.checks).toMatchObject([
    { status: 'changed', diffRatio: 0.027, approved: true, passed: true },
  ]);
  state.bar.height = 80;
  const within = await check(changing);
  expect([within.code, within.stdout.toString()]).toEqual([
    0,
    `${changing}  matched, changed 3.000 %\n`,
  ]);
  state.bar.height = 81;
  expect((await check(changing)).code).toBe(1);
});

test('[RP-2] [DX-10] baselines are approved with a tolerance, listed and removed', async () => {
  const { state, pageOf } = await startSite();
  const page = pageOf('home');
  const { screenshotId } = (await checkJson(page)).checks[0];
  const flags = ['--max-diff', '1%', '--threshold', '0.2', '--ignore', '0,0,10,20'];
  const approved = await run('baseline', 'approve', screenshotId, ...flags, '--json');
  const { baselineId, ...baseline } = JSON.parse(approved.stdout.toString());
  const ignoreRegions = [{ x: 0, y: 0, width: 10, height: 20 }];
  expect(baseline).toMatchObject({
    screenshotId,
    maxDiffRatio: 0.01,
    threshold: 0.2,
    ignoreRegions,
  });
  state.bar.height = 30;
  expect((await checkJson(page)).checks).toMatchObject([{ status: 'matched', diffRatio: 0.01 }]);
  state.bar.height = 31;
  expect((await checkJson(page)).checks).toMatchObject([{ status: 'changed', diffRatio: 0.011 }]);
  const listed = (await run('baseline', 'list', '--limit', '100')).stdout.toString();
  const line = `^${baselineId}  ${screenshotId}  20\\S+ \\S+  1\\.000 %  ${page}$`;
  expect(listed).toMatch(new RegExp(line, 'm'));
  const removed = await run('baseline', 'remove', baselineId);
  expect([removed.code, removed.stdout.toString()]).toEqual([0, `Removed ${baselineId}\n`]);
  const gone = await run('baseline', 'remove', baselineId);
  expect([gone.code, gone.stderr]).toEqual([7, expect.stringContaining('(baseline_not_found)')]);
  expect((await checkJson(page)).checks).toMatchObject([{ status: 'new' }]);
});

test('[RP-2] [DX-10] a failed capture ends with 4, and the other pages are checked nevertheless', async () => {
  const { pageOf } = await startSite();
  const [broken, good] = [pageOf('broken'), pageOf('good')];
  const flags = ['--element-selector', 'h1', '--approve-new'];
  const failed = await check(broken, good, ...flags);
  expect([failed.code, failed.stderr]).toEqual([4, 'Error: 1 of 2 captures failed.\n']);
  expect(failed.stdout.toString()).toMatch(
    /broken +capture failed: .*\(selector_not_found\)\n.*good +approved;/,
  );
  const { code, passed, checks, stderr } = await checkJson(broken, good, ...flags);
  expect([code, passed, JSON.parse(stderr).error.code]).toEqual([4, false, 'failure']);
  expect(checks).toMatchObject([
    { url: broken, passed: false, error: { code: 'selector_not_found' } },
    { url: good, passed: true, status: 'matched' },
  ]);
});

test('[RP-2] [DX-10] an image that cannot be compared ends with 9, and one that cannot be approved with 1', async () => {
  const { state, pageOf } = await startSite();
  const page = pageOf('home');
  const shapes = ['--element-selector', 'div'];
  state.bar = { width: 8_000, height: 40 };
  expect((await check(page, ...shapes, '--approve-new')).code).toBe(0);
  // Together they cover more than 2^26 pixels.
  state.bar = { width: 40, height: 9_000 };
  const uncompared = await check(page, ...shapes, '--approve');
  expect([uncompared.code, uncompared.stderr]).toEqual([
    9,
    'Error: 1 of 1 captures could not be compared.\n',
  ]);
  expect(uncompared.stdout.toString()).toMatch(/home {2}not compared: .*8000 × 9000 pixels/);
  const pdf = await check(page, '--file-type', 'pdf', '--approve-new');
  expect([pdf.code, pdf.stdout.toString()]).toEqual([
    1,
    expect.stringContaining(
      'no baseline; not approved: screenshot_id: must be an image, not a document',
    ),
  ]);
});

const absentId = '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42';
test.each([
  [['check', 'https://example.com', '--width', '5'], '--width must be a whole number'],
  [['check', 'https://example.com', '--max-diff', '1%'], '--max-diff: applies to --approve'],
  [
    ['check', 'https://example.com', '--approve', '--max-diff', '5'],
    '--max-diff: must be a percentage',
  ],
  [
    ['check', 'https://example.com', '--approve', '--max-diff', '101%'],
    '--max-diff: must be a percentage',
  ],
  [['check'], "missing required argument 'urls'"],
  [['baseline', 'approve', 'x'], 'screenshot_id'],
  [['baseline', 'approve', absentId, '--threshold', '2'], 'threshold'],
  [['baseline', 'approve', absentId, '--max-diff', 'x'], '--max-diff: must be a percentage'],
  [['baseline', 'approve', absentId, '--ignore', '1,2'], '--ignore: must be x,y,width,height'],
  [['baseline', 'list', '--limit', '0'], 'limit'],
])('[RP-2] [DX-10] %j ends with 2 and names what is not valid', async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout.toString(), stderr]).toEqual([2, '', expect.stringContaining(message)]);
});
