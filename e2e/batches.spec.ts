import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { closedUrl, serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

test('[RP-3, SS-9] a list is checked, captured with a saved setting, retried and downloaded as one zip', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Shop',
  });
  await callApi('POST', '/screenshot-settings', {
    name: 'Small',
    options: { url: site.url, width: '640', height: '480' },
    projectId: project.id,
  });
  await page.goto('/dashboard/saved-settings');
  await page.getByRole('button', { name: 'More for Small' }).click();
  await page.getByRole('menuitem', { name: 'Capture a list of URLs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New batch' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Options' })).toHaveText('Small');
  await expectAccessible(page, 'an empty form for a batch');

  const closed = await closedUrl();
  const lines = [
    'url;height;owner',
    `${site.url}?1;;Ada`,
    `${site.url}?2;300;Bob`,
    `${site.url}?1;;Ada`,
    'nothing here;;Ada',
    `${closed};;Bob`,
    `${site.url}?3;0;Bob`,
  ];
  const buffer = Buffer.from(lines.join('\r\n'));
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'pages.csv', mimeType: 'text/csv', buffer });
  const check = page.getByRole('region', { name: 'Check' });
  await expect(check.getByText('3 captures')).toBeVisible();
  await expect(check).toContainText('1 duplicate left out');
  await expect(check).toContainText('3 credits · 97 left after this');
  await expect(check).toContainText('Line 5: "nothing here" is not a URL');
  await expect(check).toContainText('Line 7: height');
  await expect(check).toContainText('Options from columns: height');
  await expect(check).toContainText('Columns not used: owner');
  await expectAccessible(page, 'a checked list');
  await page.getByLabel('Name (optional)').fill('Product pages');
  await page.getByRole('button', { name: 'Start batch' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Product pages' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/batches\/[\da-f-]{36}$/);
  await expect(page.getByText('3 of 3')).toBeVisible();
  await expect(page.getByText('2 captured · 1 failed · 2 credits charged')).toBeVisible();
  const failed = page.getByRole('row').filter({ hasText: 'Failed' });
  await expect(failed).toContainText(closed);
  await expect(failed.getByRole('link', { name: /About this error/ })).toBeVisible();
  await expectAccessible(page, 'a batch that has ended');

  await page.getByRole('button', { name: 'Retry 1 failed capture' }).click();
  await expect(page.getByText('1 capture requested')).toBeVisible();
  await expect(page.getByText('2 captured · 1 failed · 2 credits charged')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Complete' }).click();
  await expect(page).toHaveURL(/status=COMPLETE/);
  await expect(page.locator('[data-list-row]')).toHaveCount(2);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download zip' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('batch.zip');
  const zip = await readFile(await download.path());
  expect(zip.includes('Shop/127.0.0.1')).toBe(true);
  expect(zip.includes('manifest.csv')).toBe(true);

  await page.getByRole('link', { name: `Open ${site.url}?2 in File Manager` }).click();
  await expect(page.getByRole('dialog')).toContainText('640 × 300');
  await page.goto('/dashboard/batches');
  await expect(page.getByRole('row', { name: /Product pages Complete/ })).toBeVisible();
  await expectAccessible(page, 'a list of batches');
});

test('[RP-3] a running batch is paused, resumed and cancelled free of charge', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Shop' });
  await page.goto('/dashboard/playground');
  await page.getByRole('link', { name: 'Many URLs' }).click();
  // More than a customer of the Free plan may run at a time.
  const rows = Array.from({ length: 8 }, (_, n) => `${site.endlessUrl},${String(800 + n)}`);
  await page.getByLabel('URLs').fill(['url,width', ...rows].join('\n'));
  await expect(page.getByText('8 captures')).toBeVisible();
  await page.getByRole('button', { name: 'Start batch' }).click();
  await expect(page.getByText('0 of 8')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel batch' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this batch?' });
  await question.getByRole('button', { name: 'Cancel batch' }).click();
  await expect(page.getByText('Batch cancelled successfully')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('8 failed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel batch' })).toHaveCount(0);
});

test('[RP-3, SS-9] the pages of a website are listed from its sitemap and captured', async ({
  memberPage: page,
  callApi,
  watch,
}) => {
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Shop' });
  await page.goto('/dashboard/batches/new');
  const website = page.getByLabel('Website or sitemap (optional)');
  await website.fill(`${new URL(site.url).origin}/page`);
  watch.expect(/422 .*\/sitemaps/);
  await website.press('Enter');
  await expect(page.getByText(`${site.url} is a web page and not a sitemap.`)).toBeVisible();
  await website.fill(new URL(site.url).origin);
  await website.press('Enter');
  await expect(page.getByText('2 pages listed from 1 sitemap.')).toBeVisible();
  await expect(page.getByLabel('URLs')).toHaveValue(`${site.url}?1\n${site.url}?2`);
  await expect(page.getByText('2 captures')).toBeVisible();
  await expectAccessible(page, 'a list of the pages of a website');
  await page.getByRole('link', { name: 'API Keys' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Start batch' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(page.getByText('2 captured · 2 credits charged')).toBeVisible();
});

test('[RP-3] a batch of somebody else does not exist', async ({ memberPage: page, watch }) => {
  watch.expect(/404 .*\/batches\//);
  await page.goto('/dashboard/batches/0190f5a4-0000-7000-8000-000000000001');
  await expect(page.getByText('This batch does not exist')).toBeVisible();
});
