import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[OV-14] captures per day are shown as a chart, for one project, as a table and as CSV', async ({
  memberPage: page,
  callApi,
  person,
  product,
}) => {
  test.slow();
  await page.goto('/dashboard');
  await expect(page.getByText('No projects yet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Captures per day' })).toHaveCount(0);
  await product.fillFiles(person.email, 12);
  await callApi('POST', '/projects', { name: 'Quiet' });
  await page.goto('/dashboard');
  const region = page.getByRole('region', { name: 'Captures per day' });
  await expect(region.getByText(/^12 completed · 0 failed · \d+ credits$/)).toBeVisible();
  await expectAccessible(page, 'captures per day as a chart');
  await region.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Quiet' }).click();
  await expect(
    region.getByText('0 completed · 0 failed · 0 credits', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\?chart=\d+$/);
  await page.reload();
  await expect(
    region.getByText('0 completed · 0 failed · 0 credits', { exact: true }),
  ).toBeVisible();
  await region.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'All projects' }).click();
  await region.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('table', { name: 'Captures per day' });
  await expect(table.getByRole('row')).toHaveCount(1 + 30);
  await expectAccessible(page, 'captures per day as a table');
  const download = page.waitForEvent('download');
  await region.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect([lines[0], lines.length]).toEqual(['date,completed,failed,credits', 31]);
});
