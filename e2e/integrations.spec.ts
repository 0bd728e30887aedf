import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[DL-36] a destination is added from the palette’s page, tested, edited and deleted', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill('Integrations');
  await palette.getByRole('option', { name: /Integrations/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\/integrations$/);
  await expect(page.getByText('No destinations yet')).toBeVisible();
  await expectAccessible(page, 'no destinations');

  await page.getByRole('button', { name: 'Add Destination' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Destination' });
  await dialog.getByRole('button', { name: 'Add Destination' }).click();
  await expect(dialog.getByText('Please fill in all required fields.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Archive');
  await dialog.getByLabel('Endpoint').fill('https://storage.example.invalid');
  await dialog.getByLabel('Bucket').fill('screenshots');
  await dialog.getByLabel('Region').fill('auto');
  await dialog.getByLabel('Access key ID').fill('reader');
  await dialog.getByLabel('Secret access key').fill('a secret of forty characters or so');
  await expectAccessible(page, 'the dialog');
  await dialog.getByRole('button', { name: 'Add Destination' }).click();
  await expect(page.getByText('Destination added successfully')).toBeVisible();

  const row = page.getByRole('row', { name: /Archive/ });
  await expect(row).toContainText('storage.example.invalid');
  await expectAccessible(page, 'one destination');
  await row.getByRole('button', { name: 'Test Archive' }).click();
  await expect(page.getByText('Failed to test destination')).toBeVisible();

  await row.getByRole('button', { name: 'Edit Archive' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit destination' });
  await expect(edited.getByLabel('Secret access key')).toHaveValue('');
  await edited.getByLabel('Name', { exact: true }).fill('Archive of 2026');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Archive of 2026/ })).toBeVisible();

  await page.getByRole('button', { name: 'Delete Archive of 2026' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('No destinations yet')).toBeVisible();
});
