import type { Page } from '@playwright/test';
import { readMail } from './support/mailbox.ts';
import { expect, newEmail, test } from './support/story.ts';

async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${row}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function inviteDeveloper(page: Page, email: string): Promise<void> {
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
}

async function limitAndRotate(page: Page): Promise<void> {
  await page.goto('/dashboard/api-keys');
  await choose(page, 'Nightly', 'Limit and alerts');
  const limit = page.getByRole('dialog', { name: 'Budget of Nightly' });
  await limit.getByLabel('Monthly credit limit').fill('50');
  await limit.getByRole('button', { name: 'Save' }).click();
  await expect(limit).toBeHidden();
  await choose(page, 'Nightly', 'Rotate');
  const rotate = page.getByRole('dialog', { name: 'Rotate API key' });
  await rotate.getByRole('combobox', { name: 'Keep the old key valid for' }).click();
  await page.getByRole('option', { name: '24 hours' }).click();
  await rotate.getByRole('button', { name: 'Rotate Key' }).click();
}

async function buyAndCancel(page: Page): Promise<void> {
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Choose Basic' }).click();
  await page.waitForURL('**/dev/payments/checkout/*');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('link', { name: 'View Billing Details' }).click();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await expect(page.getByRole('cell', { name: '$9.00' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^View invoice/ })).toBeVisible();
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Upgrade to Advanced' }).click();
  const upgrade = page.getByRole('dialog', { name: 'Change to Advanced, monthly' });
  await upgrade.getByRole('button', { name: /^Pay \$\d+(\.\d\d)? and change$/ }).click();
  await expect(page.getByText('Advanced, monthly is active.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel Advanced' });
  await cancel.getByRole('radio', { name: 'A feature is missing' }).check();
  await cancel.getByRole('button', { name: 'Cancel Advanced' }).click();
  await expect(page.getByText('CANCELLED', { exact: true })).toBeVisible();
}

test('[WT-4] an owner invites, limits and rotates a key, pays, changes and cancels, and reads it all in the audit log', async ({
  memberPage: page,
  callApi,
  person,
  product,
}) => {
  test.slow();
  const email = newEmail();
  await callApi('POST', '/api-keys', { name: 'Nightly', monthlyLimit: null, projectId: null });
  await inviteDeveloper(page, email);
  await readMail({ url: product.url, to: email, pattern: /Your role will be Developer/ });
  await limitAndRotate(page);
  await buyAndCancel(page);
  await page.goto('/dashboard/audit');
  const rows = page.getByRole('row');
  for (const action of [
    /Plan cancelled/,
    /Plan changed.*Advanced/,
    /Checkout started.*Basic/,
    /API key rotated.*Nightly/,
    /API key changed.*Nightly/,
    new RegExp(`Member invited.*${email}`),
    /API key created.*Nightly/,
  ])
    await expect(rows.filter({ hasText: action })).toContainText(person.email);
});
