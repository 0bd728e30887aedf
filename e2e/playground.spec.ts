import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

const capture = (page: Page) => page.getByRole('button', { name: 'Capture Screenshot' });
const urlField = (page: Page) => page.getByLabel('URL', { exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const createProject = (callApi: CallApi, name = 'Atlas') =>
  callApi<{ project: { id: number } }>('POST', '/projects', { name });

/** Captures a saved setting from its page; its countdown of a second stands still then. */
async function openCountdown(page: Page, settingName: string): Promise<void> {
  const button = page.getByRole('button', { name: `Capture ${settingName}` });
  await expect(button).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await button.click();
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(page.getByText('Capturing in 1 s')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

test('[PG-5, PG-6, PG-35, PG-27, PG-30, GP-5, QC-4] choosing a phone shows its price, and the preview shows the image with its details', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await createProject(callApi);
  await page.goto('/dashboard/playground');
  await urlField(page).fill(site.url);
  const device = page.getByRole('combobox', { name: 'Device' });
  await device.fill('iphone 12');
  await page
    .getByRole('option', { name: /^iPhone 12 Pro(?! Max)/ })
    .first()
    .click();
  await device.click();
  await expect(page.getByRole('listbox').getByRole('group').first()).toHaveText(
    /^RecentiPhone 12 Pro\d/,
  );
  await page.keyboard.press('Escape');
  const format = page.getByRole('group', { name: 'Image format' });
  await expect(format.getByRole('radio', { name: 'PNG' })).toBeChecked();
  await format.getByRole('radio', { name: 'JPEG' }).check();
  await page.getByRole('switch', { name: 'Full Page' }).click();
  await expect(page.getByText('2 credits', { exact: true })).toBeVisible();
  await expect(page.getByText('98 left after this')).toBeVisible();
  const sent = page.waitForRequest('**/api/v1/screenshots/dashboard');
  await capture(page).click();
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ file_type: 'jpeg', full_page: 'true' });
  expect(body.emulate_device).toMatch(/^iPhone 12 Pro/);
  expect(body).not.toHaveProperty('width');
  // Appears without a click after the first capture of an account.
  const image = preview(page).getByRole('img', { name: `Screenshot of ${site.url}` });
  await expect(image).toBeVisible();
  await expect(preview(page).getByText(/^Ready in \d+\.\d\ds$/)).toBeVisible();
  for (const name of ['Download', 'Copy image', 'Copy link'])
    await expect(preview(page).getByRole('button', { name, exact: true })).toBeVisible();
  await expect(page.getByText('2 / 100', { exact: true })).toBeVisible();
  await expectAccessible(page, 'preview with an image');
  await preview(page).getByRole('link', { name: 'Open in File Manager' }).click();
  await expect(page).toHaveURL(/\/dashboard\/files/);
});

test('[PG-27, PG-28] a capture is cancelled, and a failed one shows the reason, a remedy and that it was free', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await createProject(callApi);
  await page.goto('/dashboard/playground');
  await urlField(page).fill(site.endlessUrl);
  await capture(page).click();
  await expect(preview(page).getByText(/^Waiting/)).toBeVisible();
  await preview(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(preview(page).getByText(/No credits were charged/)).toBeVisible();
  await urlField(page).fill(site.url);
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByLabel('Target element selector').fill('#main');
  await capture(page).click();
  const failure = preview(page);
  await expect(failure.getByText(/#main/).first()).toBeVisible();
  await expect(failure.getByText(/Try a longer delay or check the selector\./)).toBeVisible();
  await expect(failure.getByText(/No credits were charged/)).toBeVisible();
  await expect(failure.getByText('selector_not_found')).toBeVisible();
  await expect(failure.getByRole('link', { name: /About this error/ })).toBeVisible();
  await expect(failure.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page, 'a failed capture');
  await expect(page.getByText('0 / 100', { exact: true })).toBeVisible();
});

test('[PG-31, PG-32, PG-33] a bare host is completed, a private IP is rejected, a project is created in place, and the form is shared, stored and reset', async ({
  memberPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard/playground');
  await urlField(page).fill('  example.com ');
  await urlField(page).blur();
  await expect(urlField(page)).toHaveValue('https://example.com');
  await page.evaluate("navigator.clipboard.writeText('  https://example.com/pasted ')");
  await urlField(page).selectText();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(urlField(page)).toBeFocused();
  await expect(urlField(page)).toHaveValue('https://example.com/pasted');
  await urlField(page).fill('http://192.168.1.1/');
  await urlField(page).blur();
  await expect(page.getByText('This is a private address.', { exact: false })).toBeVisible();
  await urlField(page).fill('example.com/shared');
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: '+ New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  await dialog.getByLabel('Project Name').fill('Atlas');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(page.getByRole('combobox', { name: 'Project' })).toContainText('Atlas');
  await page.getByRole('switch', { name: 'Full Page' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('URL copied to clipboard', { exact: true })).toBeVisible();
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  await page.reload();
  await expect(urlField(page)).toHaveValue('https://example.com/shared');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(urlField(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(urlField(page)).toHaveValue('https://example.com/shared');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.goto(link);
  await expect(urlField(page)).toHaveValue('https://example.com/shared');
  await expect(page.getByRole('switch', { name: 'Full Page' })).toBeChecked();
});

test('[PG-36, AU-15] an automatic capture of a saved setting can be stopped, and an expired session preserves the draft', async ({
  memberPage: page,
  callApi,
  person,
  watch,
}) => {
  const { project } = await createProject(callApi);
  await callApi('POST', '/screenshot-settings', {
    name: 'Front page',
    projectId: project.id,
    options: { url: 'https://example.com/', project_id: String(project.id), file_type: 'png' },
  });
  let captures = 0;
  page.on('request', (one) => {
    if (one.url().endsWith('/screenshots/dashboard')) captures += 1;
  });
  await page.goto('/dashboard/saved-settings');
  await openCountdown(page, 'Front page');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Capturing in 1 s')).toHaveCount(0);
  await page.clock.runFor(1_500);
  await page.clock.resume();
  expect(captures).toBe(0);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Front page', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();

  await urlField(page).fill('https://example.com/kept');
  await urlField(page).blur();
  watch.expect(/401/);
  await callApi('POST', '/auth/logout');
  await page.getByRole('link', { name: 'API Keys', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  await expect(urlField(page)).toHaveValue('https://example.com/kept');
});

test('[PG-23, PG-36, PF-7] on a phone the banner shows the setting’s name of any length beside the countdown', async ({
  memberPage: page,
  callApi,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { project } = await createProject(callApi);
  const name = 'A name of a setting that goes on and on, past the edge of any phone';
  await callApi('POST', '/screenshot-settings', {
    name,
    projectId: project.id,
    options: { mode: 'html', html: '<h1>Hi</h1>', project_id: String(project.id) },
  });
  await page.goto('/dashboard/saved-settings');
  await openCountdown(page, name);
  const banner = page.getByRole('region', { name });
  const [label, countdown] = [banner.getByText(name), banner.getByText('Capturing in 1 s')];
  const above = (await label.boundingBox())!;
  const below = (await countdown.boundingBox())!;
  expect(above.width, 'the name can be read').toBeGreaterThan(120);
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  expect(above.x + above.width).toBeLessThan(360);
  await banner.getByRole('button', { name: 'Cancel' }).click();
});
