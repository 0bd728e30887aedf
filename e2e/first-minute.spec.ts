import { readMail } from './support/mailbox.ts';
import { serveSite } from './support/site.ts';
import { expect, newEmail, test } from './support/story.ts';

test('[SU-19, DX-1, OV-15] the first image is on screen under a minute after Create account, two clicks after verification', async ({
  page,
  product,
}) => {
  await using site = await serveSite();
  // The sample page is on the internet, which a test machine may not have; all other requests are
  // real.
  await page.route('**/api/v1/screenshots', (route) =>
    route.continue({ postData: JSON.stringify({ url: site.url }) }),
  );
  const email = newEmail();
  const began = Date.now();
  await page.goto('/register');
  for (const [name, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', email],
    ['Password', 'engine no. 1'],
    ['Confirm password', 'engine no. 1'],
  ] as const)
    await page.getByLabel(name, { exact: true }).fill(value);
  await page.getByLabel('I am not a robot').click();
  await expect(page.getByText('Checked', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const [code] = await readMail({ url: product.url, to: email, pattern: /\b\d{6}\b/ });
  await page.getByLabel('Verification code').and(page.getByRole('textbox')).focus();
  await page.keyboard.type(code);
  await page.getByRole('button', { name: 'Verify Account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  const firstCall = page.getByRole('region', { name: 'Your first API call' });
  await firstCall.getByRole('button', { name: 'Create project and key' }).click();
  const panel = page.getByRole('dialog', { name: 'Your key: First key' });
  await panel.getByRole('button', { name: 'Run it for me' }).click();
  await expect(panel.getByText('The first screenshot is ready.')).toBeVisible();
  const image = panel.getByRole('img', { name: /^Screenshot of / });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  expect(Date.now() - began).toBeLessThan(60_000);
  await expect(panel.getByText(/^\d+\.\d\ds · 1 credit$/)).toBeVisible();
  await panel.getByRole('button', { name: 'Copy key' }).click();
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(firstCall).toHaveCount(0);
});
