import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

test('[AK-1, AK-3, AK-4, AK-5, AK-6, AK-9, QC-3] a first key is created, its first request appears on screen, and the key is deleted', async ({
  memberPage: page,
  product,
}) => {
  await using site = await serveSite();
  await page.goto('/dashboard/api-keys');
  await page.getByRole('button', { name: 'Create First Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New API Key' });
  await expect(dialog.getByRole('button', { name: 'Create Key' })).toBeDisabled();
  await dialog.getByLabel('Name', { exact: true }).fill('  nightly ');
  const request = page.waitForRequest((one) => one.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  expect((await request).postDataJSON()).toEqual({
    name: 'nightly',
    monthlyLimit: null,
    projectId: null,
  });
  await expect(page.getByText('API key created successfully', { exact: true })).toBeVisible();

  const panel = page.getByRole('dialog', { name: 'Your key: nightly' });
  await expect(panel.getByText('Waiting for the first request…')).toBeVisible();
  const key = await panel.getByLabel('API key', { exact: true }).innerText();
  const response = await fetch(`${product.url}/api/v1/screenshots`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url, response_type: 'image' }),
  });
  expect(response.headers.get('content-type')).toBe('image/png');
  await expect(panel.getByText('The first screenshot is ready.')).toBeVisible();
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();

  for (const name of [
    'Name',
    'API Key',
    'Project',
    'Monthly Credit Usage',
    'Monthly Credit Limit',
    'Status',
    'Created',
    'Actions',
  ])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached();
  const row = page.getByRole('row').filter({ hasText: 'nightly' });
  for (const text of ['All Projects', 'Unlimited', 'Active']) await expect(row).toContainText(text);
  await expect(row).not.toContainText(key);
  const hint = page.getByRole('region', { name: 'Use a key' });
  await expect(hint).toContainText('x-api-key');
  await expect(hint).toContainText(`${product.url}/api/v1/screenshots`);
  await expect(page.getByRole('button', { name: 'Create New Key' })).toBeVisible();

  await row.getByRole('button', { name: 'Delete nightly' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Delete API key' });
  await expect(sure).toContainText(
    'Are you sure you want to delete "nightly"? This action cannot be undone.',
  );
  await sure.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('API key deleted successfully', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create First Key' })).toBeVisible();
});

test('[AK-14] a key that is restricted in the dashboard is rejected elsewhere, until the restriction is removed', async ({
  memberPage: page,
  product,
}) => {
  await page.goto('/dashboard/api-keys');
  await page.getByRole('button', { name: 'Create First Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New API Key' });
  await dialog.getByLabel('Name', { exact: true }).fill('shop');
  await dialog.getByRole('button', { name: 'Restrictions' }).click();
  await dialog.getByLabel(/Allowed IP addresses/).fill('192.0.2.0/24');
  await dialog.getByRole('combobox', { name: /Access/ }).click();
  await page.getByRole('option', { name: 'Capture only' }).click();
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  const panel = page.getByRole('dialog', { name: 'Your key: shop' });
  const key = await panel.getByLabel('API key', { exact: true }).innerText();
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();

  const codeOf = async (path: string): Promise<unknown> => {
    const response = await fetch(`${product.url}/api/v1${path}`, { headers: { 'x-api-key': key } });
    const body: { code?: unknown } = await response.json();
    return body.code;
  };
  const row = page.getByRole('row').filter({ hasText: 'shop' });
  for (const text of ['Capture only', '1 IP range']) await expect(row).toContainText(text);
  expect(await codeOf('/devices')).toBe('api_key_ip_forbidden');

  await row.getByRole('button', { name: 'More for shop' }).click();
  await page.getByRole('menuitem', { name: 'Restrictions' }).click();
  const restrictions = page.getByRole('dialog', { name: 'Restrictions' });
  await restrictions.getByLabel(/Allowed IP addresses/).fill('');
  await restrictions.getByRole('button', { name: 'Save' }).click();
  await expect(restrictions).toBeHidden();
  await expect(row).not.toContainText('IP range');
  expect(await codeOf('/devices')).toBeUndefined();
  expect(await codeOf('/projects')).toBe('api_key_access_forbidden');
});
