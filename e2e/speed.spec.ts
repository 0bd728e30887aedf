import type { Page } from '@playwright/test';
import { quantile, timeKeystrokes } from './support/stopwatch.ts';
import { expect, test } from './support/story.ts';

const kilobyte = 1_024;

/** The sizes of scripts as they come over the wire for a fresh visit of `path`, largest first. Units: bytes. */
async function scriptSizes(page: Page, path: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const sizes: number[] = [];
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') sizes.push(encodedDataLength);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await session.detach();
  return sizes.sort((a, b) => b - a);
}

test('[PF-1] the sign-in page runs on at most 180 KB of compressed script', async ({ page }) => {
  const sizes = await scriptSizes(page, '/');
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50 * kilobyte);
  expect(total).toBeLessThanOrEqual(180 * kilobyte);
});

test('[PF-1] beside the first script no chunk of any page has more than 80 KB', async ({
  memberPage: page,
}) => {
  for (const path of ['', '/playground', '/api-keys', '/files', '/saved-settings', '/settings']) {
    const [first = 0, ...chunks] = await scriptSizes(page, `/dashboard${path}`);
    expect(first).toBeLessThanOrEqual(180 * kilobyte);
    expect(chunks.length).toBeGreaterThan(0);
    expect(Math.max(...chunks), path).toBeLessThanOrEqual(80 * kilobyte);
  }
});

/** Starts to add up layout shifts before anything is drawn. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  return () => page.evaluate<number>('window.layoutShift');
}

test('[PF-2] the sign-in page can be used within 1.5 s cold, and nothing on it jumps', async ({
  page,
}) => {
  const shift = await watchShifts(page);
  await page.goto('/');
  await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
  expect(await page.evaluate<number>('performance.now()')).toBeLessThan(1_500);
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThanOrEqual(0.05);
});

test('[PF-2] the Overview stands within 1.5 s cold, and nothing on it jumps while its figures come', async ({
  memberPage: page,
  callApi,
}) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await callApi('POST', '/projects', { name });
  const shift = await watchShifts(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Showing 1 to 3 of 4 projects')).toBeVisible();
  expect(await page.evaluate<number>('performance.now()')).toBeLessThan(1_500);
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThanOrEqual(0.05);
});

/** From the click on a link of the sidebar to the heading of its page. Units: ms. */
async function timeRouteChange(page: Page, name: string): Promise<number> {
  await page.evaluate((heading: string) => {
    const shown = () => document.querySelector('h1')?.textContent === heading;
    const timing = globalThis as unknown as { routeMs: Promise<number> };
    timing.routeMs = new Promise((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () =>
            shown() ? resolve(performance.now() - timeStamp) : requestAnimationFrame(look);
          look();
        },
        { capture: true, once: true },
      );
    });
  }, name);
  await page.getByRole('link', { name, exact: true }).first().click();
  return page.evaluate(() => (globalThis as unknown as { routeMs: Promise<number> }).routeMs);
}

test('[PF-2] a page that was open before stands 200 ms after the click, and a field answers a key within 100 ms', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await callApi('POST', '/projects', { name: 'Atlas' });
  const names = ['Playground', 'API Keys', 'File Manager', 'Saved Settings', 'Webhooks'];
  await page.goto('/dashboard');
  const rounds: number[][] = [];
  for (let round = 0; round < 4; round++) {
    const times: number[] = [];
    for (const name of names) times.push(await timeRouteChange(page, name));
    rounds.push(times);
  }
  // What else the machine does only adds: the quickest round after the first tells what the page itself needs.
  const routes = names.map((_, at) => Math.min(...rounds.slice(1).map((times) => times[at] ?? 0)));
  process.stdout.write(
    `    route changes: ${names.map((name, at) => `${name} ${routes[at]?.toFixed(0)}`).join(', ')} ms; ` +
      `first visits ${rounds[0]?.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
  );
  expect(Math.max(...routes)).toBeLessThanOrEqual(200);

  await page.goto('/dashboard/playground');
  await page.getByLabel('URL', { exact: true }).click();
  const strokes = await timeKeystrokes(page, [
    'e',
    'x',
    'a',
    'm',
    'p',
    'l',
    'e',
    '.',
    'c',
    'o',
    'm',
  ]);
  const answers = strokes.flatMap(({ resultMs }) => resultMs ?? []);
  process.stdout.write(
    `    key to answer: p50 ${quantile(answers, 0.5).toFixed(0)} ms, p95 ${quantile(answers, 0.95).toFixed(0)} ms\n`,
  );
  expect(
    quantile(
      strokes.map(({ workMs }) => workMs),
      0.5,
    ),
  ).toBeLessThanOrEqual(100);
});
