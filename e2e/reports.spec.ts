import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

/** A PDF on a busy machine takes longer than its pages need. */
const pdfDeadlineMs = 60_000;
const password = 'correct horse';

async function captureBatch(callApi: CallApi, url: string): Promise<string> {
  const { batchId } = await callApi<{ batchId: string }>('POST', '/batches', {
    name: 'Shop',
    options: { width: 480, height: 400 },
    items: ['a', 'b', 'c'].map((path) => ({ url: `${url}/${path}` })),
  });
  await expect
    .poll(
      async () => {
        const { status } = await callApi<{ status: string }>('GET', `/batches/${batchId}`);
        return status;
      },
      { timeout: pdfDeadlineMs },
    )
    .toBe('COMPLETE');
  return batchId;
}

test('[RP-5] a batch becomes a report with captions, a PDF and a page with a password', async ({
  memberPage: page,
  callApi,
  browser,
}) => {
  test.setTimeout(4 * pdfDeadlineMs);
  await using site = await serveSite();
  const batchId = await captureBatch(callApi, site.url);
  await page.goto(`/dashboard/batches/${batchId}`);
  await page.getByRole('link', { name: 'Create report' }).click();
  await page.getByLabel('Title').fill('Shop review');
  await expectAccessible(page, 'a new report');
  await page.getByRole('button', { name: 'Create report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop review' })).toBeVisible();

  await page.getByLabel('Caption of capture 3').fill('The <b>new</b> page');
  await page.getByRole('button', { name: 'Move capture 3 up' }).click();
  await expect(page.getByLabel('Caption of capture 2')).toHaveValue('The <b>new</b> page');
  await page.getByLabel('PDF layout').click();
  await page.getByRole('option', { name: 'Two a page' }).click();
  await expectAccessible(page, 'the editor of a report');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText('The <b>new</b> page')).toBeVisible();
  await page.keyboard.press('Escape');

  const downloading = page.waitForEvent('download', { timeout: pdfDeadlineMs });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await downloading).suggestedFilename()).toBe('Shop review.pdf');

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share report' });
  await dialog.getByRole('textbox', { name: /^Password/ }).fill(password);
  await expectAccessible(page, 'the dialog that shares a report');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const href = await dialog.getByRole('link', { name: /^Open page/ }).getAttribute('href');

  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(href ?? '');
  await expect(reader.getByText('Shop review')).toHaveCount(0);
  await reader.getByLabel('Password').fill('wrong');
  await reader.getByRole('button', { name: 'Open the report' }).click();
  await expect(reader.getByRole('alert')).toHaveText('This password is not right.');
  await reader.getByLabel('Password').fill(password);
  await reader.getByRole('button', { name: 'Open the report' }).click();
  await expect(reader.getByRole('heading', { name: 'Shop review' })).toBeVisible();
  await expect(reader.getByText('The <b>new</b> page')).toBeVisible();
  const image = reader.getByRole('img').first();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(480);
  await expectAccessible(reader, 'the public page of a report');

  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('This report is not available')).toBeVisible();
  await context.close();
});
