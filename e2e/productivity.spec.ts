import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

test('[GP-1, GP-2] everything is found by name and opened by keyboard alone', async ({
  memberPage: page,
  callApi,
}) => {
  await callApi('POST', '/projects', { name: 'Atlas' });
  await callApi('POST', '/api-keys', {
    name: 'Nightly build',
    monthlyLimit: null,
    projectId: null,
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('nightly');
  await expect(palette.getByRole('option', { name: /Nightly build/ })).toBeVisible();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/api-keys/);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Find anything')).toBeVisible();
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('Escape');
  for (const [key, url] of [
    ['f', /\/files/],
    ['p', /\/playground/],
    ['b', /\/billing/],
    ['h', /\/help/],
    ['o', /\/dashboard$/],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(page).toHaveURL(url);
  }
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('create webhook');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create Webhook' })).toBeVisible();
});

test('[GP-4, GP-5, OV-15] completed first steps are ticked, recent captures appear, and the meter changes', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 5 done')).toBeVisible();
  await page.getByRole('button', { name: 'Create Project', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  await dialog.getByLabel('Project Name').fill('Atlas');
  await dialog.getByLabel('Project Name').press('Enter');
  await expect(steps.getByText('1 of 5 done')).toBeVisible();
  const { projects } = await callApi<{ projects: { id: number }[] }>('GET', '/projects/list');
  await callApi('POST', '/screenshots/dashboard', { url: site.url, project_id: projects[0]!.id });
  await expect(steps.getByText('2 of 5 done')).toBeVisible();
  await expect(page.getByText('1 / 100', { exact: true })).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent captures' });
  await expect(recent.getByText('Complete')).toBeVisible();
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(recent).toBeVisible();
  await expect(steps).toHaveCount(0);
});
