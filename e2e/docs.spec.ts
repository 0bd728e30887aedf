import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[AX-1] [DX-4] the documentation has no axe violation, on a laptop and on a phone', async ({
  page,
}) => {
  test.slow();
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of [
      '/docs/quickstart',
      '/docs/options',
      '/docs/errors/validation_failed',
      '/docs/search?q=wait',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expectAccessible(page, `${path} at ${width} px`);
      const excess = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(await excess(), `${path} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('[DX-4] the search is used with the keyboard alone', async ({ page }) => {
  await page.goto('/docs/quickstart');
  const field = page.getByRole('combobox', { name: 'Search the documentation' });
  await expect(field).toBeVisible();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('full page/');
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('full_page');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'search results');
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await field.fill('full_page');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/docs/options#full_page');
  await expect(page.getByRole('heading', { name: 'full_page', exact: true })).toBeInViewport();
  await page.keyboard.press('/');
  await page.keyboard.type('webhooks');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/docs/search?q=webhooks');
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Webhooks and signatures' })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhooks and signatures');
});

test('[DX-4] a sample is copied as it is shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/html');
  const sample = page.getByRole('figure').first();
  await sample.getByRole('button', { name: 'Copy' }).click();
  await expect(sample.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe(await sample.locator('code').textContent());
});

test('[DX-4] the first visit of the options transfers at most 120 KB, with the images near the window', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('/docs/options', { waitUntil: 'networkidle' });
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(120_000);
  const image = page.getByRole('img', { name: 'The page in its dark colors' });
  await expect(image).toHaveJSProperty('complete', false);
  await page.goto('/docs/options#dark_mode');
  await expect(image).toHaveJSProperty(
    'naturalWidth',
    await image.getAttribute('width').then(Number),
  );
});

test('[DX-4] on a phone the pages are in a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/docs');
  const menu = page.getByRole('navigation', { name: 'Documentation' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectAccessible(page, 'the menu');
  await menu.getByRole('link', { name: 'Rate limits' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rate limits');
  await expect(menu).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[DX-4] the documentation is read and searched', async ({ page }) => {
    await page.goto('/docs');
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Errors' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Errors');
    await page.getByLabel('Search the documentation').fill('dns');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'dns_error' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('dns_error');
  });
});
