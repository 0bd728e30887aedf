import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { closedUrl, serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

/** Twenty captures on a busy machine. */
const captureDeadlineMs = 120_000;

/** Serves a page on the port of a URL on which no server listened. */
async function repair(url: string): Promise<AsyncDisposable> {
  const server = createServer((_, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back again</h1>');
  });
  server.listen(Number(new URL(url).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startBatch(page: Page, urls: readonly string[]): Promise<void> {
  await page.goto('/dashboard/playground');
  await page.getByRole('link', { name: 'Many URLs' }).click();
  const buffer = Buffer.from(['url', ...urls].join('\r\n'));
  const file = { name: 'pages.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('Choose file').setInputFiles(file);
  await expect(page.getByText('20 captures')).toBeVisible();
  await page.getByLabel('Name (optional)').fill('Autumn campaign');
  await page.getByRole('button', { name: 'Start batch' }).click();
}

test('[WT-2] a marketer captures 20 URLs of a table, retries two, downloads a zip and shares a report', async ({
  memberPage: page,
  callApi,
  browser,
}) => {
  test.setTimeout(4 * captureDeadlineMs);
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Campaign' });
  const closed = await closedUrl();
  const working = Array.from({ length: 18 }, (_, n) => `${site.url}/${String(n + 1)}`);
  await startBatch(page, [...working, closed, `${closed}/two`]);
  await expect(page.getByText('18 captured · 2 failed · 18 credits charged')).toBeVisible({
    timeout: captureDeadlineMs,
  });
  const failed = page.getByRole('row').filter({ hasText: 'Failed' });
  await expect(failed).toHaveCount(2);
  await expect(failed.first()).toContainText('refused');

  await using servers = new AsyncDisposableStack();
  servers.use(await repair(closed));
  await page.getByRole('button', { name: 'Retry 2 failed captures' }).click();
  await expect(page.getByText('20 captured · 20 credits charged')).toBeVisible({
    timeout: captureDeadlineMs,
  });
  const zipping = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download zip' }).click();
  const zip = await readFile(await (await zipping).path());
  expect(zip.includes('Campaign/127.0.0.1-page-18')).toBe(true);

  await page.getByRole('link', { name: 'Create report' }).click();
  await page.getByLabel('Title').fill('Autumn campaign');
  await page.getByRole('button', { name: 'Create report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn campaign' })).toBeVisible();
  await page.getByLabel('Caption of capture 20').fill('The last page');
  const downloading = page.waitForEvent('download', { timeout: captureDeadlineMs });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const pdf = await readFile(await (await downloading).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share report' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const href = await dialog.getByRole('link', { name: /^Open page/ }).getAttribute('href');
  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(href ?? '');
  await expect(reader.getByRole('img')).toHaveCount(20);
  await expect(reader.getByText('The last page')).toBeVisible();
  await context.close();
});
