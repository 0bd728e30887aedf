import { expectAccessible } from './support/axe.ts';
import { readMail } from './support/mailbox.ts';
import { expect, test } from './support/story.ts';

test('[ST-13] a user downloads their data, asks for the deletion of the account and keeps it', async ({
  memberPage: page,
  person,
  product,
  watch,
}) => {
  watch.expect(/400 \(Bad Request\)/);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();
  await expectAccessible(page, 'the Privacy page');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await downloading).suggestedFilename()).toBe('account-data.zip');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Current password').fill('a guess');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await expectAccessible(page, 'the dialog with a wrong password');
  await dialog.getByLabel('Current password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const banner = page.locator('output').getByText(/^This account will be deleted on /);
  await expect(banner).toBeVisible();
  await readMail({ url: product.url, to: person.email, pattern: /choose "Keep my account"/ });
  await page.goto('/dashboard/api-keys');
  await expect(banner).toBeVisible();
  await expectAccessible(page, 'a page with the banner');
  await page.getByRole('link', { name: 'Keep my account' }).click();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account will be kept')).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
});

test('[ST-13] a user chooses a time zone and turns an email off', async ({ memberPage: page }) => {
  await page.goto('/dashboard/privacy');
  const zone = page.getByLabel('Time zone', { exact: true });
  await expect(zone).toHaveValue(/^Automatic \(.+\)$/);
  await zone.fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(page.getByText('Preferences saved')).toBeVisible();
  const replies = page.getByRole('switch', { name: 'Support has replied to a ticket' });
  await replies.click();
  await expect(replies).not.toBeChecked();
  await expect(replies).toBeEnabled();
  await page.reload();
  await expect(zone).toHaveValue('Asia/Tokyo');
  await expect(replies).not.toBeChecked();
  await expectAccessible(page, 'the preferences');
  await zone.fill('automatic');
  await page.getByRole('option', { name: /^Automatic/ }).click();
  await page.reload();
  await expect(zone).toHaveValue(/^Automatic/);
});
