import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';

interface ProjectResponse {
  readonly project: { readonly id: number };
}

const table = (page: Page) => page.getByRole('table', { name: 'Your Projects' });
const rows = (page: Page) => table(page).getByRole('row');
const createButton = (page: Page) =>
  page.getByRole('button', { name: 'Create Project', exact: true });
const background = (row: Element) => getComputedStyle(row).backgroundColor;

test('[OV-1, OV-4] cards and table show the server’s figures', async ({
  memberPage: page,
  callApi,
}) => {
  const { project } = await callApi<ProjectResponse>('POST', '/projects', { name: 'Atlas' });
  const response = page.waitForResponse('**/api/v1/dashboards/overview');
  await page.goto('/dashboard');
  const { data } = await (await response).json();
  expect(data).toMatchObject({ totalProjects: 1, totalScreenshots: 0, totalSize: 0, credits: 100 });
  const facts = page.getByRole('main');
  for (const title of ['Total Projects', 'Total Screenshots', 'Storage Used', 'Credits Remaining'])
    await expect(facts.getByText(title, { exact: true })).toBeVisible();
  await expect(facts.getByText('0 Bytes').first()).toBeVisible();
  await expect(facts.getByText('100', { exact: true })).toBeVisible();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Project ID',
    'Project',
    'Screenshots',
    'Storage Size',
    'Actions',
  ]);
  await expect(rows(page).nth(1)).toContainText(String(project.id));
  await expect(rows(page).nth(1)).toContainText('Atlas');
});

test('[RT-12, OV-4] the projects do not move when the first steps above them arrive', async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const released = Promise.withResolvers<void>();
  await page.route('**/api/v1/dashboards/overview', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/dashboard');
  const below = page.getByRole('heading', { name: 'Your projects' });
  const before = await below.boundingBox();
  released.resolve();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  expect(await below.boundingBox()).toEqual(before);
});

test('[OV-9, OV-11, OV-10, QC-3] creating and deleting a project updates list and figures', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText('No projects yet')).toBeVisible();
  await createButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  const name = dialog.getByLabel('Project Name');
  await expect(name).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(createButton(page)).toBeDisabled();
  await name.fill('   ');
  await expect(createButton(page)).toBeDisabled();
  await name.fill('  Ünïcode <b>&amp;  ');
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await name.press('Enter');
  expect((await posted).postDataJSON()).toEqual({ name: 'Ünïcode <b>&amp;' });
  await expect(page.getByText('Project created successfully', { exact: true })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('Ünïcode <b>&amp;');
  await expect(page.getByText('Showing 1 to 1 of 1 projects')).toBeVisible();
  await expect(dialog).toBeHidden();

  await createButton(page).click();
  await name.fill('ünïcode <B>&amp;');
  await expect(dialog.getByText('You already have a project with this name.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await createButton(page).click();
  await expect(name).toHaveValue('');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete Ünïcode <b>&amp;' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Delete project' });
  await expect(sure).toContainText(
    'Are you sure you want to delete "Ünïcode <b>&amp;"? This action cannot be undone.',
  );
  await expect(sure.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  const refreshed = page.waitForResponse('**/api/v1/dashboards/overview');
  await sure.getByRole('button', { name: 'Delete', exact: true }).click();
  expect(new URL((await deleted).url()).pathname).toMatch(/^\/api\/v1\/projects\/\d+$/);
  await expect(page.getByText('Project deleted successfully', { exact: true })).toBeVisible();
  await refreshed;
  await expect(page.getByText('No projects yet')).toBeVisible();
});

test('[OV-6, OV-11, RT-13] the list shows three projects per page, with the page in the URL, and opens the page of a new project and marks it', async ({
  memberPage: page,
  callApi,
}) => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'])
    await callApi('POST', '/projects', { name });
  await page.goto('/dashboard');
  const pages = page.getByRole('navigation', { name: 'Pages of projects' });
  const next = pages.getByRole('button', { name: 'Next', exact: true });
  const previous = pages.getByRole('button', { name: 'Previous', exact: true });
  await expect(page.getByText('Showing 1 to 3 of 7 projects')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(page.getByText('Showing 4 to 6 of 7 projects')).toBeVisible();
  await expect(page).toHaveURL('/dashboard?page=2');
  await pages.getByRole('button', { name: 'Page 3' }).click();
  await expect(page.getByText('Showing 7 to 7 of 7 projects')).toBeVisible();
  await expect(next).toBeDisabled();
  await page.reload();
  await expect(page.getByText('Showing 7 to 7 of 7 projects')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Showing 4 to 6 of 7 projects')).toBeVisible();
  await previous.click();
  await expect(page.getByText('Showing 1 to 3 of 7 projects')).toBeVisible();
  await createButton(page).click();
  await page.getByLabel('Project Name').fill('Eight');
  await page.getByLabel('Project Name').press('Enter');
  const created = rows(page).filter({ hasText: 'Eight' });
  await expect(created).toBeVisible();
  expect(await created.evaluate(background)).not.toBe(
    await rows(page).filter({ hasText: 'Seven' }).evaluate(background),
  );
  await expect(page.getByText('of 8 projects')).toBeVisible();
});

test('[OV-5, OV-7] View files, Take Screenshot and API Documentation open the named pages', async ({
  memberPage: page,
  callApi,
  context,
}) => {
  const { project } = await callApi<ProjectResponse>('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard');
  const viewFiles = page.getByRole('link', { name: 'View files of Atlas' });
  await expect(viewFiles).toHaveAttribute('href', `/dashboard/files?project=${project.id}`);
  await viewFiles.click();
  await expect(page.getByRole('heading', { level: 1, name: 'File Manager' })).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Delete Atlas' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete project' })).toBeVisible();
  await page.keyboard.press('Escape');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'API Documentation' }).click();
  await expect(await opened).toHaveURL('/docs');
  await page.getByRole('link', { name: 'Take Screenshot' }).click();
  await expect(page).toHaveURL('/dashboard/playground');
});

test('[OV-13] recent captures show the image, and the delete dialog lists what is deleted with a project', async ({
  memberPage: page,
  callApi,
  product,
}) => {
  const { project } = await callApi<ProjectResponse>('POST', '/projects', { name: 'Atlas' });
  await callApi('POST', '/api-keys', {
    name: 'nightly',
    monthlyLimit: null,
    projectId: project.id,
  });
  await callApi('POST', '/screenshots/dashboard', {
    url: `${product.url.replace('localhost', '127.0.0.1')}/docs`,
    project_id: String(project.id),
    file_type: 'png',
    width: '400',
    height: '300',
  });
  const listed = () =>
    callApi<{ screenshots: { status: string }[] }>('GET', '/screenshots?limit=1').then(
      ({ screenshots }) => screenshots[0]?.status,
    );
  await expect.poll(listed).toBe('COMPLETE');
  await page.goto('/dashboard');
  const strip = page.getByRole('region', { name: 'Recent captures' });
  await expect(strip.getByRole('listitem')).toHaveCount(1);
  const image = strip.locator('img');
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByText('99', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Atlas' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    /This also deletes 1 screenshot \(\d+(\.\d+)? (B|KB)\) and 1 API key\./,
  );
});
