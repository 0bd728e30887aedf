import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { readMail } from './support/mailbox.ts';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

/** Runs end within seconds after their captures; a capture on a busy machine takes longer. */
const runDeadlineMs = 60_000;

async function saveSetting(callApi: CallApi, url: string): Promise<void> {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Shop',
  });
  await callApi('POST', '/screenshot-settings', {
    name: 'Prices',
    options: { url, width: '480', height: '400' },
    projectId: project.id,
  });
}

/** Chooses an action in the menu of a row. */
async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${row}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const rowOf = (page: Page): Locator => page.getByRole('row', { name: /^Morning prices/ });

test('[SS-10] [RP-4] a saved setting is scheduled, its change is reported, and the schedule is paused and deleted', async ({
  memberPage: page,
  callApi,
  person,
  product,
  watch,
}) => {
  test.setTimeout(4 * runDeadlineMs);
  watch.expect(/400 .*\/schedule-preview/);
  await using site = await serveSite();
  await saveSetting(callApi, site.url);
  await page.goto('/dashboard/saved-settings');
  await choose(page, 'Prices', 'Schedule');
  const dialog = page.getByRole('dialog', { name: 'New schedule' });
  await expect(dialog.getByLabel('Saved setting')).toHaveText('Prices');
  await dialog.getByLabel('Name').fill('Morning prices');
  await dialog.getByRole('radio', { name: 'Custom' }).check();
  await dialog.getByLabel('Cron expression').fill('*/5 * * * *');
  await expect(dialog.getByText(/^Cron must leave at least 60 minutes/)).toBeVisible();
  await expectAccessible(page, 'times that are too often');
  await dialog.getByRole('radio', { name: 'Week' }).check();
  await dialog.getByLabel('Day of the week').click();
  await page.getByRole('option', { name: 'Monday to Friday' }).click();
  // The list returns the focus when it has closed, which would close the list of the next field.
  await expect(dialog.getByLabel('Day of the week')).toBeFocused();
  await dialog.getByLabel('Time', { exact: true }).fill('07:30');
  await dialog.getByLabel('Time zone', { exact: true }).fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  const next = dialog.getByRole('region', { name: /^Next runs/ }).getByRole('listitem');
  await expect(next).toHaveCount(3);
  await expect(next.first()).toContainText(/07:30 GMT\+9/);
  await expectAccessible(page, 'the dialog of a schedule');
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  const row = rowOf(page);
  await expect(row).toContainText('Monday to Friday at 07:30');
  await expect(row).toContainText('Asia/Tokyo');

  await choose(page, 'Morning prices', 'Run now');
  await expect(row).toContainText('Complete', { timeout: runDeadlineMs });
  site.paint('#00c');
  await choose(page, 'Morning prices', 'Run now');
  await expect(row.getByRole('link', { name: /^Changed 5 %/ })).toBeVisible({
    timeout: runDeadlineMs,
  });
  await expectAccessible(page, 'a list of schedules');
  const [mail] = await readMail({
    url: product.url,
    to: person.email,
    pattern: /schedule "Morning prices"[^]*dashboard\/compare\?a=[\da-f-]{36}&b=[\da-f-]{36}/,
  });
  expect(mail).toContain('by 5 %');

  await choose(page, 'Morning prices', 'Runs');
  await expect(page.getByRole('heading', { level: 1, name: 'Morning prices' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^File of / })).toHaveCount(2);
  await expectAccessible(page, 'the page of a schedule');
  await page.getByRole('link', { name: /^Comparison of / }).click();
  await expect(page.getByText('5 % changed')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  await page.getByRole('link', { name: 'All schedules' }).click();
  await choose(page, 'Morning prices', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete schedule' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No schedules yet')).toBeVisible();
});

test('[SS-10] a schedule of somebody else does not exist', async ({ memberPage: page, watch }) => {
  watch.expect(/404 .*\/schedules\//);
  await page.goto('/dashboard/schedules/0190f5a4-0000-7000-8000-000000000001');
  await expect(page.getByText('This schedule does not exist')).toBeVisible();
});
