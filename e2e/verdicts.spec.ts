import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test, type CallApi } from './support/story.ts';

const html = `<!doctype html><title>Report</title><h1>Quarterly report</h1>
<style>h1 { animation: fade 0.4s; } @keyframes fade { from { opacity: 0.2; } }</style>`;

async function captureHtml(callApi: CallApi, source: string): Promise<string> {
  const { projects } = await callApi<{ projects: { id: number }[] }>('GET', '/projects/list');
  const { requestId } = await callApi<{ requestId: string }>('POST', '/html-to-image/dashboard', {
    html: source,
    project_id: projects[0]?.id,
  });
  await expect
    .poll(
      async () => (await callApi<{ status: string }>('GET', `/screenshots/${requestId}`)).status,
      { timeout: 60_000 },
    )
    .toBe('COMPLETE');
  return requestId;
}

const rows = (page: Page) => page.locator('[data-list-row]');

test('[FM-28, FM-29] blank images have a badge and a filter, and the details show the verdict and a timeline of the wait', async ({
  memberPage: page,
  callApi,
}) => {
  await callApi('POST', '/projects', { name: 'Atlas' });
  const report = await captureHtml(callApi, html);
  await captureHtml(callApi, '<p></p>');
  await page.goto('/dashboard/files');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).getByText('Blank page')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Verdict' }).click();
  await page.getByRole('option', { name: 'Any problem' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/verdict=flagged/);
  await expectAccessible(page, 'files with a verdict');

  await page.getByRole('button', { name: 'Preview HTML' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  const verdict = details.getByRole('region', { name: 'Verdict' });
  await expect(verdict.getByText('Blank page')).toBeVisible();
  await expect(verdict.getByText('Certain')).toBeVisible();
  await expect(details.getByRole('region', { name: 'Waiting' })).toBeVisible();
  await expectAccessible(page, 'details of a blank image');
  await page.keyboard.press('Escape');

  await page.goto(`/dashboard/files?file=${report}`);
  await expect(verdict.getByText('No problems')).toBeVisible();
  const timeline = details.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Animations' })).toBeVisible();
  await expectAccessible(page, 'details with a timeline');
});
