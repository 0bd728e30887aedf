import { expect, newEmail, test } from './support/story.ts';

test.use({ settings: { DEV_WEBHOOKS: 'true' } });

test('[TS-3, DX-12] identity, payment, mail and webhooks are tried without any outside account', async ({
  page,
  product,
  context,
}) => {
  const email = newEmail();
  const outside: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== product.url) outside.push(request.url());
  });
  await page.goto('/register');
  await page.getByRole('button', { name: 'Sign up with a test identity' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Choose Basic' }).click();
  await page.waitForURL('**/dev/payments/checkout/*');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/dashboard/checkout-success?session_id=*');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await expect(async () => {
    await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
    await expect(page.getByText(/payment|plan/i).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: 'Create Webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Webhook' });
  await dialog.getByLabel('Name', { exact: true }).fill('Catcher');
  await dialog.getByLabel('Webhook URL').fill(`${product.url}/dev/webhooks/in`);
  await dialog.getByRole('button', { name: 'Send Sample' }).click();
  await expect(page.getByText('Sample webhook sent successfully', { exact: true })).toBeVisible();
  await page.goto('/dev/webhooks');
  await expect(page.getByText('webhook.test').first()).toBeVisible();
  expect(outside).toEqual([]);
});
