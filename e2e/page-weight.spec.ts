import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';

const kilobyte = 1_024;

/**
 * Returns the transferred sizes of the scripts that a first load of `path` fetches, largest first.
 * Unit: bytes.
 */
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

test('[PF-1] the sign-in page loads at most 180 KB of compressed script', async ({ page }) => {
  const sizes = await scriptSizes(page, '/');
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50 * kilobyte);
  expect(total).toBeLessThanOrEqual(180 * kilobyte);
});

test('[PF-1] no chunk of any page except the first script exceeds 80 KB', async ({
  memberPage: page,
}) => {
  const paths = [
    '',
    '/playground',
    '/api-keys',
    '/files',
    '/batches/new',
    '/compare',
    '/saved-settings',
    '/settings',
  ];
  for (const path of paths) {
    const [first = 0, ...chunks] = await scriptSizes(page, `/dashboard${path}`);
    expect(first).toBeLessThanOrEqual(180 * kilobyte);
    expect(chunks.length).toBeGreaterThan(0);
    expect(Math.max(...chunks), path).toBeLessThanOrEqual(80 * kilobyte);
  }
});

/** Starts summing layout shifts before the first paint. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  return () => page.evaluate<number>('window.layoutShift');
}

test('[PF-2] the sign-in page has no layout shift while it loads', async ({ page }) => {
  const shift = await watchShifts(page);
  await page.goto('/');
  await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThanOrEqual(0.05);
});

test('[PF-2] the Overview has no layout shift while its figures load', async ({
  memberPage: page,
  callApi,
}) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await callApi('POST', '/projects', { name });
  const shift = await watchShifts(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Showing 1 to 3 of 4 projects')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThanOrEqual(0.05);
});
