import type { Page } from '@playwright/test';
import { readMail } from './support/mailbox.ts';
import { expect, newEmail, test } from './support/story.ts';

const label = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes', exact: true });

test('[ST-1, ST-2, ST-5, ST-9, QC-3, AU-11] settings have two tabs; a changed name is saved and shown in the sidebar; the email cannot be changed', async ({
  memberPage: page,
  person,
}) => {
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Redeem Coupon']);
  await expect(label(page, 'Email')).toHaveValue(person.email);
  await expect(label(page, 'Email')).toHaveAttribute('readonly', '');
  await expect(page.getByText('Email address cannot be changed', { exact: true })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await label(page, 'First name').fill('  Augusta ');
  await label(page, /^Last name/).fill('');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/users/profile', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise;
    await route.continue();
  });
  const patched = page.waitForRequest((request) => request.method() === 'PATCH');
  await save(page).click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeDisabled();
  const refreshed = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith('/users/profile'),
  );
  held.resolve();
  expect((await patched).postDataJSON()).toMatchObject({ firstName: 'Augusta' });
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Your profile has been updated successfully.', { exact: true }),
  ).toBeVisible();
  await refreshed;
  const block = page.getByRole('button', { name: person.email });
  await expect(block).toContainText('Augusta');
  await expect(block).not.toContainText('Story');
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(label(page, 'First name')).toHaveValue('Augusta');
});

test('[ST-10, ST-9] a new password ends other sessions, clears its fields and is confirmed by email', async ({
  memberPage: page,
  person,
  product,
  request,
}) => {
  const { email, password } = person;
  await request.post('/api/v1/auth/login', { data: { email, password } });
  await page.goto('/dashboard/settings');
  await label(page, 'Current password').fill(password);
  await label(page, 'New password').fill('a better secret 9');
  await label(page, 'Confirm new password').fill('a better secret 9');
  await save(page).click();
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
  await expect(label(page, 'New password')).toHaveValue('');
  await readMail({ url: product.url, to: email, pattern: /password .*changed/i });
  expect((await request.get('/api/v1/users/profile')).status()).toBe(401);
  await page.reload();
  await expect(label(page, 'First name')).toHaveValue('Ada');
});

test('[ST-9] leaving the page with unsaved changes requires confirmation', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard/settings');
  await label(page, 'First name').fill('Augusta');
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(label(page, 'First name')).toHaveValue('Augusta');
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('[ST-5] a rejected change shows Update Failed and preserves the input', async ({
  memberPage: page,
  person,
  watch,
}) => {
  watch.expect(/status of 4\d\d/);
  await page.goto('/dashboard/settings');
  await label(page, 'Current password').fill(person.password);
  await label(page, 'New password').fill('password');
  await label(page, 'Confirm new password').fill('password');
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Update Failed' })).toBeVisible();
  await expect(label(page, 'New password')).toHaveValue('password');
});

test('[AU-11] users of an identity provider are not offered a password form', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Sign up with a test identity' }).click();
  await page.getByLabel('Email', { exact: true }).fill(newEmail());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByText('Google Account Sign-in', { exact: true })).toBeVisible();
  await expect(page.getByText('You signed in with Google.', { exact: true })).toBeVisible();
  await expect(page.locator('input[type=password]')).toHaveCount(0);
});
