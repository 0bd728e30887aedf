import { coveredAfter, tabTo } from './support/keyboard.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

const pressed = async (press: () => Promise<void>, key: () => Promise<void>) => {
  await press();
  await key();
};

test('[AX-2] capturing a page, saving its options, and viewing, downloading and deleting the file work by keyboard alone', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Atlas' });
  const press = (key: string) => page.keyboard.press(key);
  const tabAndPress = (name: string | RegExp, key = 'Enter') =>
    pressed(
      () => tabTo(page, name),
      () => press(key),
    );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await tabAndPress('Playground');
  await expect(page.getByRole('heading', { level: 1, name: 'Playground' })).toBeFocused();
  await tabTo(page, 'URL');
  await page.keyboard.type(site.url);
  await tabAndPress('Full Page', 'Space');
  await expect(page.getByRole('switch', { name: 'Full Page' })).toBeChecked();
  await tabAndPress('Save Settings');
  await expect(page.getByRole('dialog', { name: 'Save Settings' })).toBeVisible();
  await page.keyboard.type('Front page');
  await press('Enter');
  await expect(page.getByText('Settings saved successfully.', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Save Settings' })).toBeHidden();
  await press('ControlOrMeta+Enter');
  await expect(page.getByRole('img', { name: `Screenshot of ${site.url}` })).toBeVisible();

  await press('g');
  await press('f');
  await expect(page.getByRole('heading', { level: 1, name: 'File Manager' })).toBeFocused();
  await expect(page.locator('[data-list-row]')).toHaveCount(1);
  await tabAndPress(`Preview ${site.url}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('button', { name: `Preview ${site.url}` })).toBeFocused();
  const downloading = page.waitForEvent('download');
  await tabAndPress(`Download ${site.url}`);
  await downloading;
  await tabAndPress(`Delete ${site.url}`);
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await tabAndPress('Delete');
  await expect(page.getByText('Files deleted successfully', { exact: true })).toBeVisible();
});

test('[AX-2] creating and deleting a key, managing a webhook and changing the name work by keyboard alone', async ({
  memberPage: page,
}) => {
  test.slow();
  const press = (key: string) => page.keyboard.press(key);
  const tabAndPress = (name: string | RegExp, key = 'Enter') =>
    pressed(
      () => tabTo(page, name),
      () => press(key),
    );
  // Tab leads elsewhere until the safe button of the confirmation has received the focus.
  const confirm = async (name: string) => {
    await expect(page.getByRole('alertdialog').getByRole('button').first()).toBeFocused();
    await tabAndPress(name);
  };
  await page.goto('/dashboard/api-keys');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await tabAndPress('Create First Key');
  await expect(page.getByRole('dialog', { name: 'Create New API Key' })).toBeVisible();
  await page.keyboard.type('nightly');
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your key: nightly' })).toBeVisible();
  await tabAndPress('Done');
  // The dialog below it has a button of the same name.
  await confirm('Close');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Your key: nightly' })).toBeHidden();
  await tabAndPress('Delete nightly');
  await confirm('Delete');
  await expect(page.getByText('API key deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();

  await press('g');
  await press('w');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await tabAndPress('Create Webhook');
  await expect(page.getByRole('dialog', { name: 'Create Webhook' })).toBeVisible();
  await page.keyboard.type('Listener');
  await tabTo(page, 'Webhook URL');
  await page.keyboard.type('https://example.com/hook');
  await press('Enter');
  await expect(page.getByText('Webhook created successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Create Webhook' })).toBeHidden();
  await tabAndPress('Listener is active', 'Space');
  await expect(page.getByRole('row').filter({ hasText: 'Listener' })).toContainText('Inactive');
  await tabAndPress('Delete Listener');
  await confirm('Delete');
  await expect(page.getByText('Webhook deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();

  await press('g');
  await press('t');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await tabTo(page, 'First name');
  await press('ControlOrMeta+a');
  await page.keyboard.type('Grace');
  await press('Enter');
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
});

test('[AX-2] a focused control is never covered by the header, the selection bar or the capture bar', async ({
  memberPage: page,
  person,
  product,
}) => {
  test.slow();
  await product.fillFiles(person.email, 30);
  await page.goto('/dashboard/files');
  await page.getByRole('checkbox').nth(2).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Go', exact: true }).focus();
  expect(await coveredAfter(page, 'Shift+Tab', 120)).toEqual([]);
  expect(await coveredAfter(page, 'Tab', 120)).toEqual([]);
  await page.goto('/dashboard/playground');
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  expect(await coveredAfter(page, 'Shift+Tab', 40)).toEqual([]);
  expect(await coveredAfter(page, 'Tab', 60)).toEqual([]);
});
