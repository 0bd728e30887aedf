import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { readImage } from './support/image.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

/** Waits until the image of the failed page is loaded; returns its URL. */
async function failureImageUrl(within: Locator, url: string): Promise<string> {
  const figure = within.getByRole('figure').filter({ hasText: 'Page at the time of failure' });
  const image = figure.getByRole('img', { name: `${url} at the time of failure` });
  await expect(image).toBeVisible();
  const width = () => image.evaluate((element: HTMLImageElement) => element.naturalWidth);
  await expect.poll(width).toBe(1_280);
  return String(await image.getAttribute('src'));
}

test('[PG-28] a failed capture shows an image of the page, in the playground and in the File Manager, until it is deleted', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard/playground');
  await page.getByLabel('URL', { exact: true }).fill(site.url);
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByLabel('Target element selector').fill('#main');
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('alert')).toContainText('The selector "#main" was not found.');
  const imageUrl = await failureImageUrl(preview, site.url);
  const bytes = await (await page.request.get(imageUrl)).body();
  const points = [
    [60, 40],
    [600, 400],
  ] as const;
  const { width, height, colours } = await readImage(page, bytes, points);
  expect([width, height]).toEqual([1_280, 720]);
  const [red, green] = colours;
  expect(red).toMatch(/^#[c-d].0[0-6]0[0-6]$/);
  expect(green).toMatch(/^#0[0-6][9ab].0[0-6]$/);
  await expectAccessible(page, 'a failed capture with the page as it was');

  await page.getByRole('link', { name: 'File Manager', exact: true }).click();
  const open = page.getByRole('button', { name: `Details of ${site.url}` });
  await open.click();
  const dialog = page.getByRole('dialog', { name: site.url });
  await expect(dialog.getByText('Try a longer delay or check the selector.')).toBeVisible();
  await failureImageUrl(dialog, site.url);
  await expectAccessible(page, 'the details of a failed capture');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await page.getByRole('button', { name: `Delete ${site.url}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Files deleted successfully', { exact: true })).toBeVisible();
  expect((await page.request.get(imageUrl)).status()).toBe(404);
});
