import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const createKey = (callApi: CallApi, name: string, monthlyLimit: number | null) =>
  callApi<{ apiKey: { id: number; key: string } }>('POST', '/api-keys', {
    name,
    monthlyLimit,
    projectId: null,
  }).then(({ apiKey }) => apiKey);

/** Selects an item of a row's menu. */
async function choose(page: Page, row: string, line: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${row}` }).click();
  await page.getByRole('menuitem', { name: line }).click();
}

/** Returns an error response for a mocked route; a 503 has a Retry-After header. */
const rejection = (statusCode: number, code: string, message: string) => ({
  status: statusCode,
  headers: {
    'content-type': 'application/json',
    ...(statusCode === 503 && { 'retry-after': '7' }),
  },
  body: JSON.stringify({
    status: 'error',
    statusCode,
    message,
    error: message,
    code,
    details: {},
    requestId: 'req-story',
    retryable: true,
    creditsCharged: 0,
    docs: `/docs/errors/${code}`,
  }),
});

test('[AK-8, AK-11, AK-12, AK-13] a key is renamed, limited, exhausted, disabled, enabled and rotated, and its deletion dialog warns that it is in use', async ({
  memberPage: page,
  callApi,
  product,
}) => {
  await using site = await serveSite();
  const { key } = await createKey(callApi, 'nightly', null);
  await callApi('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard/api-keys');
  const row = page.getByRole('row').filter({ hasText: 'nightly' });
  await choose(page, 'nightly', 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename API key' });
  await rename.getByLabel('Name').fill('nightly two');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('nightly two');
  await choose(page, 'nightly two', 'Limit and alerts');
  const limit = page.getByRole('dialog', { name: 'Budget of nightly two' });
  await limit.getByLabel('Monthly credit limit').fill('1');
  await limit.getByRole('button', { name: 'Save' }).click();
  await expect(row).not.toContainText('Unlimited');

  const capture = (apiKey: string) =>
    fetch(`${product.url}/api/v1/screenshots`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ url: site.url, response_type: 'image' }),
    });
  expect((await capture(key)).status).toBe(200);
  const rejected = await capture(key);
  expect([rejected.status, (await rejected.json()).code]).toEqual([
    402,
    'key_monthly_limit_reached',
  ]);
  await page.reload();
  await expect(row).toContainText('Limit reached: requests are rejected until the reset.');
  await expectAccessible(page, 'a key at its limit');

  await choose(page, 'nightly two', 'Deactivate');
  await expect(row).toContainText('Inactive');
  // The row shows the change before the server has made it.
  const code = async () => (await (await capture(key)).json()).code;
  await expect.poll(code).toBe('api_key_inactive');
  await choose(page, 'nightly two', 'Activate');
  await expect(row.getByText('Active', { exact: true })).toBeVisible();

  await choose(page, 'nightly two', 'Link secret');
  const links = page.getByRole('dialog', { name: 'Link secret' });
  await links.getByRole('button', { name: 'Reveal secret' }).click();
  const secret = await links.locator('code').innerText();
  await expectAccessible(page, 'the secret of links');
  await links.getByRole('button', { name: 'Rotate Secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate Secret' }).click();
  await expect(links.getByText(/^Links of the old secret work until /)).toBeVisible();
  expect(await links.locator('code').innerText()).not.toBe(secret);
  await links.getByRole('button', { name: 'Done' }).click();

  await choose(page, 'nightly two', 'Rotate');
  const rotate = page.getByRole('dialog', { name: 'Rotate API key' });
  await rotate.getByRole('combobox', { name: 'Keep the old key valid for' }).click();
  await page.getByRole('option', { name: 'No time (revoke now)' }).click();
  await rotate.getByRole('button', { name: 'Rotate Key' }).click();
  const panel = page.getByRole('dialog', { name: 'New key: nightly two' });
  const newKey = await panel.getByLabel('API key', { exact: true }).innerText();
  expect(newKey).not.toBe(key);
  expect((await (await capture(key)).json()).code).toBe('api_key_invalid');
  expect((await (await capture(newKey)).json()).code).toBe('key_monthly_limit_reached');
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Delete nightly two' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete API key' })).toContainText(
    /This key was used .*\. Apps that still use it will lose access\./,
  );
});

test('[SS-8] saved settings are searched, sorted, renamed, duplicated and copied as a command', async ({
  memberPage: page,
  callApi,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  for (const name of ['Zebra', 'Ant'])
    await callApi('POST', '/screenshot-settings', {
      name,
      projectId: project.id,
      options: { url: `https://example.com/${name}`, project_id: String(project.id) },
    });
  await page.goto('/dashboard/saved-settings');
  const rows = page.locator('[data-list-row]');
  await expect(rows.first()).toContainText('Ant');
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Oldest first' }).click();
  await expect(rows.first()).toContainText('Zebra');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('ant');
  await expect(rows).toHaveCount(1);
  await choose(page, 'Ant', 'Copy as cURL');
  await expect(toast(page, 'cURL command copied')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
    'https://example.com/Ant',
  );
  await choose(page, 'Ant', 'Duplicate');
  await expect(rows).toHaveCount(2);
  await choose(page, 'Ant copy', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Edit name' });
  await dialog.getByLabel('Name').fill('Antelope');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Antelope' })).toHaveCount(1);
  await page.reload();
  await expect(rows.filter({ hasText: 'Antelope' })).toHaveCount(1);
});

test('[SS-6, HX-8, HX-9, NT-5] a failure is reported once, with the waiting time and a retry button', async ({
  memberPage: page,
  callApi,
  watch,
}) => {
  watch.expect(/50[03]|402/);
  await callApi('POST', '/projects', { name: 'Atlas' });
  let isBroken = true;
  await page.route('**/api/v1/screenshot-settings/list', (route) =>
    isBroken ? route.fulfill(rejection(500, 'internal_error', 'It broke.')) : route.continue(),
  );
  await page.goto('/dashboard/saved-settings');
  await expect(
    page.getByText('Failed to load saved settings. Please try again later.', { exact: true }),
  ).toBeVisible();
  await expect(toast(page, 'Failed to load saved settings.')).toHaveCount(1);
  await expect(page.getByText('req-story').first()).toBeVisible();
  await expectAccessible(page, 'settings that do not load');
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No saved settings yet')).toBeVisible();

  await page.goto('/dashboard/playground');
  await page.getByLabel('URL', { exact: true }).fill('https://example.com');
  await page.route('**/api/v1/screenshots/dashboard', (route) =>
    route.fulfill(rejection(503, 'queue_full', 'The queue is full.')),
  );
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  await expect(page.getByText('The queue is full. Try again in 7 seconds.').first()).toBeVisible();
  await page.unroute('**/api/v1/screenshots/dashboard');
  await page.route('**/api/v1/screenshots/dashboard', (route) =>
    route.fulfill(rejection(402, 'insufficient_credits', 'You have used all your credits.')),
  );
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  await expect(page.getByRole('link', { name: 'Upgrade' }).first()).toBeVisible();
});
