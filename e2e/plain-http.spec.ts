import type { Page } from '@playwright/test';
import { startProduct, type Product } from './support/product.ts';
import { withMouse } from './support/hands.ts';
import { signUp } from './support/sign-up.ts';
import { serveSite } from './support/site.ts';
import { expect, newEmail, test as base } from './support/story.ts';

// A host name of a local network, which only the browser resolves. Not a secure context, because
// there is no TLS.
const host = 'lan.test';

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      const product = await startProduct({
        // The port is replaced with the free port that the server takes.
        PUBLIC_URL: `http://${host}:0`,
        CREDITS_CAPTURE: '3',
        CREDITS_FULL_PAGE: '5',
        CREDITS_RETINA: '7',
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    }),
});

async function pasted(page: Page): Promise<string> {
  const box = page.getByRole('textbox').first();
  await box.fill('');
  await box.press('ControlOrMeta+v');
  return box.inputValue();
}

test('[SU-1, SU-14, DX-1, AK-2, PG-30, PG-31] without TLS a new user signs up, passes the bot check, captures, copies the key and sees the configured prices', async ({
  page,
  product,
}) => {
  await using site = await serveSite();
  await page.route('**/api/v1/screenshots', (route) =>
    route.continue({ postData: JSON.stringify({ url: site.url }) }),
  );
  await page.goto('/register');
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false]);
  await signUp(page, {
    hands: withMouse(page),
    mailUrl: product.url.replace(host, '127.0.0.1'),
    checkTimeoutMs: 45_000,
  });

  await page.getByRole('button', { name: 'Create project and key' }).click();
  const panel = page.getByRole('dialog', { name: 'Your key: First key' });
  await panel.getByRole('button', { name: 'Run it for me' }).click();
  await expect(panel.getByText('The first screenshot is ready.')).toBeVisible({ timeout: 45_000 });
  const image = panel.getByRole('img', { name: /^Screenshot of / });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'Copy key' }).click();
  await expect(page.getByText('API key copied to clipboard!')).toBeVisible();
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.goto('/dashboard/playground');
  expect(await pasted(page)).toMatch(/^sk_live_\w{20,}$/);

  await page.getByLabel('URL', { exact: true }).fill(site.url);
  await expect(page.getByText('3 credits', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Full Page' }).click();
  await page.getByRole('switch', { name: 'Enable High Resolution (2x)' }).click();
  await expect(page.getByText('15 credits', { exact: true })).toBeVisible();
  await expect(page.getByText('This is a private address.', { exact: false })).toHaveCount(0);
});

test('[SI-14] without TLS a test identity signs up, and the billing screen and the docs show the configured prices', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Sign up with a test identity' }).click();
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  const prices = '3 credits, 5 more for the full page and 7 more for high resolution.';
  await page.goto('/dashboard/billing');
  await page.getByText('What is a credit?').click();
  await expect(page.getByText(`A capture costs ${prices}`)).toBeVisible();
  await page.goto('/docs');
  await expect(page.getByText(`A capture costs ${prices}`)).toBeVisible();
});

test('[SI-15] without TLS no passkey is offered, and Settings says why', async ({
  page,
  product,
}) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  const person = await product.createPerson();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/dashboard/settings');
  await expect(
    page.getByText('Passkeys need an https URL with a host name', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
});
