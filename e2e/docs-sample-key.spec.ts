import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[DX-3] samples of the documentation are filled with a key of the reader, masked on screen and real when copied', async ({
  memberPage: page,
  callApi,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const create = async (name: string, livemode: boolean) =>
    (await callApi<{ apiKey: { key: string } }>('POST', '/api-keys', { name, livemode })).apiKey
      .key;
  await create('Website', true);
  const key = await create('Trial', false);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });

  await page.goto('/docs/quickstart');
  const select = page.getByLabel('Samples use');
  const [shell, node] = [page.locator('figure code').nth(1), page.locator('figure code').nth(2)];
  await expect(shell).toContainText('x-api-key: $SHOTWRIGHT_API_KEY');
  expect(calls).toEqual([]);
  await select.selectOption('my API key');
  await expect(select.locator('option')).toHaveText(['a placeholder', 'Trial (test)', 'Website']);
  await expect(shell).toContainText('x-api-key: sk_test_••••••••••••"');
  await expect(node).toContainText("'x-api-key': 'sk_test_••••••••••••'");
  await expect(page.getByRole('main')).not.toContainText(key);
  await page.getByRole('figure').nth(1).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('figure').nth(1).getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`x-api-key: ${key}"`);
  expect(calls).toEqual(['/api/v1/api-keys']);
  await expectAccessible(page, 'filled samples');

  // The choice holds in this tab, and fills the forms of the reference.
  await page.goto('/docs/reference');
  await expect(page.getByLabel('Samples use')).toHaveValue(key);
  await page.getByRole('button', { name: 'Try it: Capture a web page' }).click();
  await expect(page.getByRole('form').getByLabel('API key')).toHaveValue(key);
  await page.getByLabel('Samples use').selectOption('a placeholder');
  await expect(page.getByRole('form').getByLabel('API key')).toHaveValue('');
  await expect(page.getByRole('main')).not.toContainText('••••');

  await page.getByLabel('Samples use').selectOption('another key');
  await expect(page.getByRole('form').getByLabel('API key')).toHaveValue(key);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('sk_');
  await page.goto('/docs/quickstart');
  await expect(page.locator('figure code').nth(1)).toContainText('$SHOTWRIGHT_API_KEY');
  await expect(page.getByLabel('Samples use')).toHaveCount(0);
});
