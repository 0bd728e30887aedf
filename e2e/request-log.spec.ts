import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

const keyOf = (key: string) => ({ headers: { 'x-api-key': key } });

async function send(program: APIRequestContext, key: string, data: object) {
  return program.post('/api/v1/screenshots', { ...keyOf(key), data });
}

test('[DX-11] the calls of a program appear live, are filtered, explained, copied and replayed', async ({
  memberPage: page,
  product,
  playwright,
  callApi,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Shop',
  });
  const { apiKey } = await callApi<{ apiKey: { id: number; key: string } }>('POST', '/api-keys', {
    name: 'Shop server',
    projectId: project.id,
  });
  await page.goto('/dashboard/api-keys');
  await page.getByRole('link', { name: 'Request log' }).click();
  await expect(page.getByText('No calls yet')).toBeVisible();
  await expectAccessible(page, 'an empty log');

  await using site = await serveSite();
  const program = await playwright.request.newContext({ baseURL: product.url });
  const accepted = await send(program, apiKey.key, { url: site.url, full_page: true });
  expect(accepted.status()).toBe(202);
  const capture = page.getByRole('row', { name: new RegExp(`POST.*${site.url}`) });
  await expect(capture).toContainText('202');
  await expect(capture).toContainText('Shop server');

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused')).toBeVisible();
  const rejected = await send(program, apiKey.key, {
    url: site.url,
    fullpage: true,
    proxy_url: 'http://user:hidden@proxy.example.com:80',
  });
  expect(rejected.status()).toBe(400);
  await program.get('/api/v1/devices', keyOf(apiKey.key));
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expectAccessible(page, 'a log with calls');

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/status=error/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: /^POST/ }).click();
  const sheet = page.getByRole('dialog', { name: 'POST /screenshots' });
  await expect(
    sheet.getByText('Unknown field "fullpage". Did you mean "full_page"?').first(),
  ).toBeVisible();
  await expect(sheet.getByText('The same call will fail again: change it first.')).toBeVisible();
  await expect(sheet.getByLabel('Request body', { exact: true })).toContainText(
    '"proxy_url": "[redacted]"',
  );
  await expect(sheet.getByLabel('Request headers', { exact: true })).toContainText(
    'x-api-key: [redacted]',
  );
  await expect(sheet.getByRole('button', { name: 'Replay' })).toBeDisabled();
  await expect(sheet).not.toContainText('hidden');
  await expectAccessible(page, 'the details of a call');
  await page.reload();
  await expect(sheet.getByLabel('Request body', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/request=/);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'All statuses' }).click();

  await page.getByRole('searchbox', { name: 'Search path, URL or request ID' }).fill(site.url);
  await expect(page).toHaveURL(/q=http/);
  await page.getByRole('button', { name: /^POST/ }).last().click();
  await expect(sheet.getByRole('link', { name: 'Open in File Manager' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Copy as cURL' }).click();
  await expect(page.getByText('Command copied')).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl -X POST '${product.url}/api/v1/screenshots'`);
  expect(command).toContain(`-d '{"url":"${site.url}","full_page":true}'`);
  expect(command).not.toContain(apiKey.key);
  await sheet.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Replayed: 202')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await sheet.getByRole('button', { name: 'Open in Playground' }).click();
  await expect(page).toHaveURL(/\/dashboard\/playground/);
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(site.url);
  await expect(page.getByRole('switch', { name: 'Full Page' })).toBeChecked();
  await program.dispose();
});
