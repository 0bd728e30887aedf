import type { Page } from '@playwright/test';
import { quantile, timeKeystrokes } from '../support/stopwatch.ts';
import { expect, test } from '../support/story.ts';

test('[PF-2] the sign-in page is usable within 1.5 s without a cache', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
  expect(await page.evaluate<number>('performance.now()')).toBeLessThan(1_500);
});

test('[PF-2] the Overview is complete within 1.5 s without a cache', async ({
  memberPage: page,
  callApi,
}) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await callApi('POST', '/projects', { name });
  await page.goto('/dashboard');
  await expect(page.getByText('Showing 1 to 3 of 4 projects')).toBeVisible();
  expect(await page.evaluate<number>('performance.now()')).toBeLessThan(1_500);
});

/**
 * Measures the time from the click on a link of the sidebar to the heading of its page. Unit: ms.
 */
async function timeRouteChange(page: Page, name: string): Promise<number> {
  await page.evaluate((heading: string) => {
    const isShown = () => document.querySelector('h1')?.textContent === heading;
    const timing = globalThis as unknown as { routeMs: Promise<number> };
    timing.routeMs = new Promise((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const poll = () =>
            isShown() ? resolve(performance.now() - timeStamp) : requestAnimationFrame(poll);
          poll();
        },
        { capture: true, once: true },
      );
    });
  }, name);
  await page.getByRole('link', { name, exact: true }).first().click();
  return page.evaluate(() => (globalThis as unknown as { routeMs: Promise<number> }).routeMs);
}

test('[PF-2] a page visited before is shown within 200 ms of the click, and a field reacts to a key within 100 ms', async ({
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
  // Other load on the machine only adds time, so the fastest round after the first shows the cost
  // of the page.
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
  const results = strokes.flatMap(({ resultMs }) => resultMs ?? []);
  process.stdout.write(
    `    key to answer: p50 ${quantile(results, 0.5).toFixed(0)} ms, p95 ${quantile(results, 0.95).toFixed(0)} ms\n`,
  );
  expect(
    quantile(
      strokes.map(({ workMs }) => workMs),
      0.5,
    ),
  ).toBeLessThanOrEqual(100);
});
