import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { readMail } from './support/mailbox.ts';
import { expect, test } from './support/story.ts';
import { watchContext } from './support/watch.ts';

/** Adds an authenticator that verifies its user without a dialog, and that other passkeys can be synced to. */
async function addAuthenticator(page: Page): Promise<CDPSession & { authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return Object.assign(session, { authenticatorId });
}

const toast = (page: Page, title: string) => page.getByText(title, { exact: true });

test('[SI-15] a user adds a passkey, signs in with it without an email, and deletes it', async ({
  page,
  person,
  product,
  watch,
}) => {
  watch.expect(/status of 400/);
  await addAuthenticator(page);
  await page.goto('/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: 'My laptop' });
  await expect(row).toContainText('Never used');
  await expectAccessible(page, 'settings with a passkey');
  const pattern = /The passkey "My laptop" was added/;
  await readMail({ url: product.url, to: person.email, pattern });

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await withPasskey.click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(person.email)).toBeVisible();

  await page.goto('/dashboard/settings');
  await expect(row).toContainText('Last used');
  await page.getByRole('button', { name: 'Rename My laptop' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name').fill('Old laptop');
  await rename.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Delete Old laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Passkey deleted')).toBeVisible();
  await expect(page.getByText('Old laptop', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await withPasskey.click();
  await expect(toast(page, 'Passkey Sign-in Failed')).toBeVisible();
  await expect(
    page.getByText('This passkey does not sign in here.', { exact: false }),
  ).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('[SI-15] a user who closes the dialog of the browser sees no error and can sign in', async ({
  page,
  person,
}) => {
  const session = await addAuthenticator(page);
  await session.send('WebAuthn.setUserVerified', {
    authenticatorId: session.authenticatorId,
    isUserVerified: false,
  });
  await page.goto('/');
  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  const answered = page.waitForResponse('**/auth/passkey/options');
  await withPasskey.click();
  await answered;
  await expect(withPasskey).toBeEnabled();
  await expect(page.getByText('Passkey Sign-in Failed')).toHaveCount(0);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('[SI-15] at another host the sign-in page offers no passkey, and Settings names the one that does', async ({
  browser,
  product,
  person,
}) => {
  const other = product.url.replace('localhost', '127.0.0.1');
  const context = await browser.newContext({ baseURL: other });
  const watch = watchContext(context, other);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Email').fill(person.email);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${other}/dashboard`);
  await page.goto('/dashboard/settings');
  await expect(page.getByText(`Passkeys work only at ${product.url}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  expect(watch.problems()).toEqual([]);
  await context.close();
});
