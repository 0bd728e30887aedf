import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[TS-1, TS-2] a test key captures free placeholders, which are listed apart with a badge', async ({
  memberPage: page,
  product,
}) => {
  await page.goto('/dashboard/api-keys');
  await page.getByRole('button', { name: 'Create First Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New API Key' });
  await dialog.getByLabel('Name', { exact: true }).fill('Trial');
  await dialog.getByRole('combobox', { name: 'Mode' }).click();
  await page.getByRole('option', { name: 'Test' }).click();
  await dialog.getByRole('button', { name: 'Create Key' }).click();

  const panel = page.getByRole('dialog', { name: 'Your key: Trial' });
  const key = await panel.getByLabel('API key', { exact: true }).innerText();
  expect(key).toMatch(/^sk_test_/);
  const capture = async (url: string) => {
    const startedAt = performance.now();
    const response = await fetch(`${product.url}/api/v1/screenshots`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ url, response_type: 'image' }),
    });
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - startedAt };
  };
  expect((await capture('https://test.invalid/ok')).status).toBe(200);
  await expect(panel.getByText('The first screenshot is ready.')).toBeVisible();
  expect((await capture('https://test.invalid/credits')).status).toBe(402);
  // The fastest, because other stories run on the same machine.
  const times: number[] = [];
  for (let i = 0; i < 8; i += 1) times.push((await capture('https://example.com')).ms);
  expect(Math.min(...times)).toBeLessThan(300);

  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Trial' });
  await expect(row.getByText('Test', { exact: true })).toBeVisible();
  await expectAccessible(page, 'API keys with a test key');

  await page.goto('/dashboard/files');
  await expect(page.getByText('No screenshots yet')).toBeVisible();
  await page.getByRole('link', { name: 'Test captures' }).click();
  await expect(page.locator('[data-list-row]')).toHaveCount(9);
  await expect(page.locator('[data-list-row]').getByText('Test', { exact: true })).toHaveCount(9);
  await expectAccessible(page, 'test captures');
  await page.getByRole('combobox', { name: 'Mode' }).click();
  await page.getByRole('option', { name: 'Live captures' }).click();
  await expect(page.getByText('No screenshots yet')).toBeVisible();
});
