import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[DX-5] a call of the reference is tried with a test key, and shows the image', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  const { apiKey } = await callApi<{ apiKey: { key: string } }>('POST', '/api-keys', {
    name: 'Trial',
    livemode: false,
  });
  await page.goto('/docs/reference');
  await page.getByRole('button', { name: 'Try it: Capture a web page' }).press('Enter');
  const form = page.getByRole('form', { name: 'Capture a web page' });
  const key = form.getByLabel('API key');
  await expect(key).toHaveAttribute('type', 'password');
  await expect(key).toHaveAttribute('placeholder', 'sk_test_…');
  await key.fill(apiKey.key);
  await expect(form.getByLabel('Body (JSON)')).toHaveValue(/"url": "https:\/\/example.com"/);
  await key.press('Enter');
  const status = form.getByRole('status').first();
  await expect(status).toHaveText(/^200 OK · \d+ ms · [\d.]+ KB$/);
  const image = form.getByRole('img', { name: 'The image of the response' });
  await expect(image).toHaveJSProperty('naturalWidth', 1280);
  await expect(form.getByText('x-request-id')).toBeVisible();
  await expect(form.getByText('x-credits-charged')).toBeVisible();
  expect(page.url()).not.toContain('sk_');

  // The id of the capture and the key are already in the form of the next call.
  await page.getByRole('button', { name: 'Try it: Read one screenshot' }).click();
  const next = page.getByRole('form', { name: 'Read one screenshot' });
  await expect(next.getByLabel('API key')).toHaveValue(apiKey.key);
  await expect(next.getByLabel('id', { exact: true })).toHaveValue(/^[0-9a-f-]{36}$/);
  await next.getByRole('button', { name: 'Send request' }).click();
  await expect(next.getByRole('figure')).toContainText('"status": "COMPLETE"');
  await expect(next.getByRole('figure').getByRole('button', { name: 'Copy' })).toBeVisible();

  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page, `tried calls at ${width} px`, '.try:has(form)');
    const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(excess, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('[DX-5] a call that fails shows the sentence of the server', async ({ page, watch }) => {
  watch.expect(/status of 40[01]/);
  await page.goto('/docs/reference');
  await page.getByRole('button', { name: 'Try it: Capture pasted HTML' }).click();
  const form = page.getByRole('form', { name: 'Capture pasted HTML' });
  await form.getByLabel('API key').fill('sk_test_wrong');
  await form.getByLabel('Body (JSON)').press('Control+Enter');
  await expect(form.getByRole('status').first()).toHaveText(/^401 Unauthorized/);
  await expect(form.getByText('This API key does not exist or was deleted.').first()).toBeVisible();
  const help = form.getByRole('link', { name: 'What to do' });
  await expect(help).toHaveAttribute('href', '/docs/errors/api_key_invalid');
  await expectAccessible(page, 'a failed call', '.try:has(form)');
  await form.getByLabel('Body (JSON)').fill('{"html":');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(form.getByRole('status').first()).toHaveText(/^40[01]/);
});

test('[DX-5] a parameter of a call with many is added by name, and is sent as a query', async ({
  page,
  watch,
}) => {
  watch.expect(/status of 403/);
  await page.goto('/docs/reference');
  await page.getByRole('button', { name: 'Try it: List the prices of captures' }).click();
  await expect(page.getByRole('form').getByLabel('API key')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try it: Get the image of a signed link' }).click();
  const form = page.getByRole('form', { name: /^Get the image of a signed link/ }).first();
  await form.getByLabel('url (optional)').fill('https://example.com/a b');
  await form.getByLabel('Add a parameter').selectOption('full_page');
  await expect(form.getByLabel('full_page (optional)')).toBeFocused();
  await form.getByLabel('full_page (optional)').selectOption('true');
  const request = page.waitForRequest(/\/api\/v1\/take/);
  await form.getByRole('button', { name: 'Send request' }).click();
  const { searchParams } = new URL((await request).url());
  expect(Object.fromEntries(searchParams)).toEqual({
    url: 'https://example.com/a b',
    full_page: 'true',
  });
  await expect(form.getByRole('status').first()).toHaveText(/^403 /);
});
