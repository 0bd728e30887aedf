import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { closedUrl, serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

const rows = (page: Page) => page.locator('[data-list-row]');
const bar = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a project with captures of these URLs. */
async function projectWith(callApi: CallApi, urls: readonly string[]): Promise<void> {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  for (const url of urls)
    await callApi('POST', '/screenshots/dashboard', { url, project_id: project.id });
}

test('[FM-22, FM-23] failed captures are retried, and a selection is downloaded as a zip, moved and captured again', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await projectWith(callApi, [`${site.url}?1`, `${site.url}?2`, await closedUrl()]);
  await callApi('POST', '/projects', { name: 'Borealis' });
  await page.goto('/dashboard/files');
  await expect(page.getByText('Complete', { exact: true })).toHaveCount(2);
  const failed = rows(page).filter({ has: page.getByText('Failed', { exact: true }) });
  await expect(failed).toHaveCount(1);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(failed).toHaveCount(2);

  await page.getByRole('checkbox', { name: `Select ${site.url}?1` }).check();
  await page.getByRole('checkbox', { name: `Select ${site.url}?2` }).check();
  const downloading = page.waitForEvent('download');
  await bar(page, 'Download zip').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('screenshots.zip');
  const zip = await readFile(await download.path());
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(zip.includes('manifest.csv')).toBe(true);
  await expect(page.getByText('Zip downloaded successfully')).toBeVisible();

  await bar(page, 'Capture again').click();
  const question = page.getByRole('dialog', { name: 'Capture 2 files again' });
  await question.getByRole('button', { name: 'Capture again' }).click();
  await expect(page.getByText('2 screenshots requested')).toBeVisible();
  await expect(page.getByText('Complete', { exact: true })).toHaveCount(4);

  await bar(page, 'Move to project').click();
  const move = page.getByRole('dialog', { name: 'Move 2 files to project' });
  await move.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Borealis' }).click();
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Files moved successfully')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Borealis' })).toHaveCount(2);
});

test('[FM-14, FM-23] of an account with more files than the dashboard keeps, all results are selected and deleted', async ({
  memberPage: page,
  person,
  product,
  watch,
}) => {
  test.slow();
  // Only the newest files have an image in the store.
  watch.expect(/404 .*\/thumbnails\//);
  await product.fillFiles(person.email, 10_050);
  await page.goto('/dashboard/files?type=html');
  await expect(page.getByText('Showing 1 to 25 of 1,005 results')).toBeVisible();
  await expect(bar(page, 'Select all 1,005 results')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check();
  await expect(page.getByText('25 selected', { exact: true })).toBeVisible();
  await bar(page, 'Select all 1,005 results').click();
  await expect(page.getByText('1,005 selected', { exact: true })).toBeVisible();
  await bar(page, 'Delete').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1,005 files');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Deleting 1,005 files…')).toBeVisible();
  await expect(page.getByText('No matching screenshots')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Showing 1 to 25 of 9,045 results')).toBeVisible();
});
