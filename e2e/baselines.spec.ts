import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

/** The site's element of 120 × 80 pixels is 1.3 % of such an image. */
const size = { width: 1_280, height: 577 };

const row = (page: Page, at: number) => page.locator('[data-list-row]').nth(at);

test('[RP-2] [WT-3] a capture is approved as the baseline, a later one shows its change in the list and replaces it', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  const body = { url: site.url, project_id: project.id, ...size };
  await callApi('POST', '/screenshots/dashboard', body);
  await page.goto('/dashboard/files');
  await expect(row(page, 0).getByText('Complete', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Preview ${site.url}` }).click();
  const section = page.getByRole('region', { name: 'Baseline' });
  await section.getByRole('button', { name: 'Approve as baseline' }).click();
  await expect(page.getByText('Baseline approved.', { exact: true })).toBeVisible();
  await expect(section.getByRole('button', { name: 'Remove baseline' })).toBeVisible();
  await expectAccessible(page, 'the details of a baseline');
  await page.keyboard.press('Escape');
  await expect(row(page, 0).getByText('Baseline', { exact: true })).toBeVisible();

  site.paint('#00c');
  await page.getByRole('button', { name: `More for ${site.url}` }).click();
  await page.getByRole('menuitem', { name: 'Capture again' }).click();
  await expect(page.locator('[data-list-row]')).toHaveCount(2);
  const change = row(page, 0).getByRole('link', { name: /^Changed 1\.3 %/ });
  await expect(change).toBeVisible();
  await expect(row(page, 1).getByText('Baseline', { exact: true })).toBeVisible();
  await expectAccessible(page, 'files with their checks');
  await change.click();

  await expect(page).toHaveURL(/\/dashboard\/compare\?a=[\da-f-]{36}&b=[\da-f-]{36}$/);
  await expect(page.getByText('1.3 % changed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Approve as baseline' }).click();
  await expect(page.getByRole('main').getByText('Baseline', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve as baseline' })).toHaveCount(0);
  await expectAccessible(page, 'a comparison whose later capture is the baseline');

  await page.goto('/dashboard/files');
  await expect(row(page, 0).getByText('Baseline', { exact: true })).toBeVisible();
  await expect(row(page, 1).getByText('Complete', { exact: true })).toBeVisible();
  await expect(row(page, 1).getByText('Baseline', { exact: true })).toHaveCount(0);

  await page.goto('/dashboard/baselines');
  await expect(row(page, 0)).toContainText('1280 × 577');
  await expect(row(page, 0)).toContainText('by Ada Story');
  await expectAccessible(page, 'a list of baselines');
  await page.getByRole('button', { name: `Remove the baseline of ${site.url}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove this baseline?' });
  await question.getByRole('button', { name: 'Remove baseline' }).click();
  await expect(page.getByText('No baselines yet', { exact: true })).toBeVisible();
  await expectAccessible(page, 'no baselines');
  await page.getByRole('link', { name: 'Open File Manager' }).click();
  await expect(page.locator('[data-list-row]')).toHaveCount(2);
  await expect(page.getByText('Baseline', { exact: true })).toHaveCount(0);
});
