import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

const submitted =
  /^Screenshot request submitted successfully! Request ID: \S+\. Credits required: \d+\.$/;
const capture = (page: Page) => page.getByRole('button', { name: 'Capture Screenshot' });

/** Waits until the newest capture is complete. */
async function untilComplete(callApi: CallApi): Promise<void> {
  interface Files {
    readonly screenshots: readonly { readonly status: string }[];
  }
  const status = () =>
    callApi<Files>('GET', '/projects/files').then(({ screenshots }) => screenshots[0]?.status);
  await expect.poll(status).toBe('COMPLETE');
}

test('[PG-1, PG-4, PG-9, PG-10, PG-17, PG-21, FM-1, FM-2, FM-6, FM-7, FM-15] a page is captured in the playground, found in the File Manager and downloaded', async ({
  memberPage: page,
  callApi,
  product,
}) => {
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  await page.goto('/dashboard/playground');
  await expect(page.getByRole('radio', { name: 'Website URL' })).toBeChecked();
  await expect(page.getByText('BETA', { exact: true })).toBeVisible();
  await page.getByLabel('URL', { exact: true }).fill(site.url);
  for (const name of ['Full Page', 'Disable Animations', 'Disable JavaScript'])
    await expect(page.getByRole('switch', { name })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Enable High Resolution (2x)' }).click();
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  for (const name of ['Delay', 'Proxy server', 'Custom CSS', 'Custom JavaScript', 'Custom headers'])
    await expect(page.getByLabel(name)).toBeVisible();
  await page.getByLabel('Target element selector').fill('#red');
  await page.getByRole('button', { name: 'Developer' }).click();
  const developer = page.getByRole('complementary', { name: 'Developer' });
  await expect(developer).toContainText('/api/v1/screenshots');
  await expect(developer).toContainText('"retina": "true"');
  await expect(developer).toContainText('"element_selector": "#red"');
  await developer.getByRole('button', { name: 'Close' }).click();
  const request = page.waitForRequest('**/api/v1/screenshots/dashboard');
  await capture(page).click();
  expect((await request).postDataJSON()).toEqual({
    url: site.url,
    project_id: project.id,
    file_type: 'png',
    full_page: 'false',
    disable_animations: 'false',
    disable_javascript: 'false',
    retina: 'true',
    width: 1_280,
    height: 720,
    element_selector: '#red',
  });
  await expect(page.getByText(submitted)).toBeVisible();
  await untilComplete(callApi);

  await page.goto(`/dashboard/files?project=${project.id}`);
  await expect(page.getByText('Showing files for project: Atlas', { exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.has('project')).toBe(false);
  const headers = page.getByRole('columnheader');
  for (const name of [
    'Image Status',
    'Source',
    'Size',
    'Project',
    'Credits',
    'Duration',
    'Created',
    'Actions',
  ])
    await expect(headers.filter({ hasText: name }).first()).toBeAttached();
  await page.getByLabel('Search files').fill(site.url);
  const row = page.getByRole('row').filter({ hasText: 'Atlas' });
  await expect(row).toHaveCount(1);
  for (const action of ['Preview', 'Download', 'Delete'])
    await expect(row.getByRole('button', { name: new RegExp(`^${action} `) })).toBeEnabled();
  const download = page.waitForEvent('download');
  const downloadRequest = page.waitForRequest('**/api/v1/projects/files/download');
  await row.getByRole('button', { name: /^Download / }).click();
  await expect(page.getByText('File downloaded successfully', { exact: true })).toBeVisible();
  const { url } = (await downloadRequest).postDataJSON();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.png$/);
  expect(new URL(url, product.url).pathname).toMatch(new RegExp(`/${saved.suggestedFilename()}$`));
  const png = await readFile(await saved.path());
  // The element is 120 × 80 px, at twice the resolution.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([240, 160]);
});

test('[PG-1, PG-2, PG-17, FM-1, FM-8, FM-14, FM-16] pasted HTML is captured, distinguished from pages and deleted in bulk', async ({
  memberPage: page,
  callApi,
}) => {
  await callApi('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard/playground');
  await page.getByRole('radio', { name: 'HTML Code' }).check();
  await page.getByRole('button', { name: 'Write HTML' }).click();
  const editor = page.getByRole('dialog', { name: 'HTML Code Editor' });
  await editor.getByRole('textbox').fill('<h1>Hello <b>you</b></h1>');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  const request = page.waitForRequest('**/api/v1/html-to-image/dashboard');
  await capture(page).click();
  expect((await request).postDataJSON()).toMatchObject({ html: '<h1>Hello <b>you</b></h1>' });
  await expect(page.getByText(submitted)).toBeVisible();
  await untilComplete(callApi);

  await page.getByRole('link', { name: 'File Manager', exact: true }).click();
  const rows = page.getByRole('row').filter({ hasText: 'Atlas' });
  await expect(rows).toHaveCount(1);
  const type = page.getByRole('combobox', { name: 'Type' });
  await type.click();
  await page.getByRole('option', { name: 'From URL' }).click();
  await expect(rows).toHaveCount(0);
  await type.click();
  await page.getByRole('option', { name: 'From HTML' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Bulk Delete Selected (1)' }).click();
  const deleted = page.waitForRequest((one) => one.method() === 'DELETE');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  expect((await deleted).postDataJSON()).toEqual({ ids: [expect.anything()] });
  await expect(page.getByText('Files deleted successfully', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test('[PG-19, PG-20, PG-22, PG-24, SS-1, SS-2, SS-3, SS-4, SS-7, QC-3] capture options are saved, used for one more capture and deleted', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard/saved-settings');
  await page.getByRole('main').getByRole('link', { name: 'Go to Playground' }).click();
  await page.getByLabel('URL', { exact: true }).fill(site.url);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save Settings' });
  await expect(dialog.getByRole('button', { name: 'Save Settings', exact: true })).toBeDisabled();
  await dialog.getByLabel('Name', { exact: true }).fill('  Front page ');
  await dialog.getByRole('button', { name: 'Save Settings', exact: true }).click();
  await expect(page.getByText('Settings saved successfully.', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Saved Settings', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Front page' });
  await expect(row).toContainText('No description');
  await expect(row).toContainText('Atlas');
  await expect(row).toContainText('Custom');
  for (const name of ['Name', 'Description', 'URL', 'Project', 'Device', 'Created', 'Actions'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached();
  for (const action of ['View', 'Edit', 'Capture', 'Delete'])
    await expect(row.getByRole('button', { name: `${action} Front page` })).toBeEnabled();
  const posts: string[] = [];
  page.on('request', (one) => {
    if (one.url().endsWith('/screenshots/dashboard')) posts.push(one.postDataJSON().url);
  });
  await row.getByRole('button', { name: 'Capture Front page' }).click();
  await expect(page).toHaveURL(/\/dashboard\/playground/);
  await expect(page.getByText(submitted)).toBeVisible();
  expect(await page.evaluate("sessionStorage.getItem('loadedSettings')")).toBeNull();
  await untilComplete(callApi);
  expect(posts).toEqual([site.url]);

  await page.getByRole('link', { name: 'Saved Settings', exact: true }).click();
  await row.getByRole('button', { name: 'Edit Front page' }).click();
  await expect(page.getByText('Editing', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await page
    .getByRole('dialog', { name: 'Update Settings' })
    .getByRole('button', { name: 'Update Settings', exact: true })
    .click();
  await expect(page.getByText('Settings updated successfully.', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Saved Settings', exact: true }).click();
  await row.getByRole('button', { name: 'Delete Front page' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Delete setting' });
  await sure.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Settings deleted successfully.', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
});
