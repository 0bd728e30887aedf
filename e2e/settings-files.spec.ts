import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { readImage } from './support/image.ts';
import { serveSite } from './support/site.ts';
import { callerOf, expect, signIn, test } from './support/story.ts';

/** Chooses an action in the menu of a row. */
async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${row}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('[SS-11] settings exported in one account are imported in another one, whose API key captures with their ID', async ({
  memberPage: page,
  callApi,
  browser,
  product,
  playwright,
}) => {
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Shop',
  });
  await callApi('POST', '/screenshot-settings', {
    name: 'Prices',
    projectId: project.id,
    options: {
      mode: 'url',
      url: site.url,
      width: '480',
      height: '400',
      custom_header: '{"X-Token":"of-the-first-account"}',
    },
  });
  await page.goto('/dashboard/saved-settings');
  await expect(page.getByText(/^ID \d+$/)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  const path = await (await downloading).path();
  expect(await readFile(path, 'utf8')).not.toContain('of-the-first-account');

  await using context = await browser.newContext({
    baseURL: product.url,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await signIn(context, await product.createPerson());
  const other = await context.newPage();
  const callOther = callerOf(context.request);
  await callOther('POST', '/screenshot-settings', {
    name: 'Prices',
    options: { mode: 'url', url: 'https://example.com/' },
  });
  await other.goto('/dashboard/saved-settings');
  await other.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = other.getByRole('dialog', { name: 'Import settings' });
  await dialog.getByLabel('Choose a JSON file').setInputFiles(path);
  const effects = dialog.getByRole('region', { name: 'What will happen' });
  await expect(effects).toContainText('NewPrices as Prices 2');
  await expect(effects).toContainText('No project is named Shop, so it belongs to none.');
  await expect(effects).toContainText('Without custom_header, which the file does not have.');
  await expectAccessible(other, 'the preview of an import');
  await dialog.getByRole('radio', { name: 'Replace' }).check();
  await expect(effects).toContainText('ReplacesPrices');
  await dialog.getByRole('radio', { name: 'Keep both' }).check();
  await dialog.getByRole('button', { name: 'Import 1 setting' }).click();
  await expect(other.getByText('1 setting imported', { exact: true })).toBeVisible();
  await expect(other.locator('[data-list-row]')).toHaveCount(2);

  await choose(other, 'Prices 2', 'Copy ID');
  const id = Number(await other.evaluate(() => navigator.clipboard.readText()));
  const { apiKey } = await callOther<{ apiKey: { key: string } }>('POST', '/api-keys', {
    name: 'Nightly job',
  });
  const program = await playwright.request.newContext({ baseURL: product.url });
  const response = await program.post('/api/v1/screenshots', {
    headers: { 'x-api-key': apiKey.key },
    data: { setting_id: id, height: 300, response_type: 'image' },
  });
  expect(response.status()).toBe(200);
  expect(await readImage(other, await response.body(), [[5, 5]])).toEqual({
    width: 480,
    height: 300,
    colours: ['#cc0000'],
  });
  await program.dispose();
});
