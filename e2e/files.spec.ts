import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

interface Files {
  readonly screenshots: readonly { readonly id: string; readonly status: string }[];
}

const rows = (page: Page) => page.locator('[data-list-row]');
const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

async function projectWith(callApi: CallApi, name: string, urls: readonly string[]): Promise<void> {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', { name });
  for (const url of urls)
    await callApi('POST', '/screenshots/dashboard', { url, project_id: project.id });
}

const untilAllComplete = (callApi: CallApi, count: number) =>
  expect
    .poll(
      async () => {
        const { screenshots } = await callApi<Files>('GET', '/projects/files');
        return screenshots.filter(({ status }) => status === 'COMPLETE').length;
      },
      { timeout: 60_000 },
    )
    .toBe(count);

test('[FM-10, FM-11, FM-12, FM-13, FM-14, FM-19, FM-20] pages, filters and the selection of many files stay consistent and are stored in the URL', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  const urls = Array.from({ length: 26 }, (_, at) => `${site.url}?number=${at + 1}`);
  await projectWith(callApi, 'Atlas', urls);
  await projectWith(callApi, 'Borealis', [`${site.url}?Elsewhere`]);
  await untilAllComplete(callApi, 27);
  await page.goto('/dashboard/files');
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByText('Showing 1 to 25 of 27 results')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByRole('button', { name: 'Bulk Delete Selected (25)' })).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Showing 26 to 27 of 27 results')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Bulk Delete Selected \([1-9]/ })).toHaveCount(0);
  await expect.poll(() => paramOf(page, 'page')).toBe('2');
  await expect(page.getByRole('button', { name: 'Last page' })).toBeDisabled();
  await page.getByRole('button', { name: 'First page' }).click();
  await page.getByLabel('Go to page').fill('3');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page.getByText('Enter a whole number from 1 to 2.')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByLabel('Go to page').fill('2');
  await page.getByLabel('Go to page').press('Enter');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();

  await page.getByLabel('Search files').fill('BOREALIS elsewhere');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible();
  await expect.poll(() => paramOf(page, 'q')).toBe('BOREALIS elsewhere');
  await page.getByLabel('Search files').fill('');
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'From URL' }).click();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Borealis' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(paramOf(page, 'project')).toBeNull();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Project' })).toContainText('Borealis');
});

test('[FM-6, FM-19, FM-21, FM-22] thumbnails show the whole width, and the preview steps through files, zooms, shows details, and is in the URL while it is open', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await projectWith(callApi, 'Atlas', [`${site.url}?1`, `${site.url}?2`]);
  await untilAllComplete(callApi, 2);
  await page.goto('/dashboard/files');
  // A thumbnail shows the whole width of an image: its box has the proportions of the image.
  const thumbnail = rows(page).first().locator('img');
  await expect
    .poll(() =>
      thumbnail.evaluate((img: HTMLImageElement) =>
        Math.abs(img.offsetHeight - (img.offsetWidth * img.naturalHeight) / img.naturalWidth),
      ),
    )
    .toBeLessThan(1);
  await page.getByRole('button', { name: `Preview ${site.url}?2` }).click();
  const dialog = page.getByRole('dialog');
  const image = dialog.getByRole('img', { name: `Screenshot of ${site.url}?2 taken` });
  await expect(image).toBeVisible();
  expect(paramOf(page, 'file')).not.toBeNull();
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await expect(dialog.getByText('1280 × 720', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'preview');
  const fitted = (await image.boundingBox())!.width;
  await dialog.getByRole('button', { name: 'Actual pixels' }).click();
  await expect.poll(async () => (await image.boundingBox())!.width).toBeGreaterThan(fitted);
  await dialog.getByRole('button', { name: 'Fit', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('2 of 2')).toBeVisible();
  await expect(
    dialog.getByRole('img', { name: `Screenshot of ${site.url}?1 taken` }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(paramOf(page, 'file')).toBeNull();
});

test('[FM-26] files are filtered by device, format and day, sorted by their headings, exported as CSV and shown as a grid', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  for (const [name, options] of [
    ['a', {}],
    ['b', { file_type: 'webp' }],
    ['c', { file_type: 'webp', emulate_device: 'iPhone 15' }],
  ] as const) {
    const body = { url: `${site.url}?${name}`, project_id: project.id, ...options };
    await callApi('POST', '/screenshots/dashboard', body);
  }
  await untilAllComplete(callApi, 3);
  await page.goto('/dashboard/files');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Source' }).click();
  await expect(rows(page).first()).toContainText('?a');
  await page.getByRole('button', { name: 'Source' }).click();
  await expect(page.getByRole('columnheader', { name: 'Source' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(rows(page).first()).toContainText('?c');

  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('group', { name: 'Filters' });
  await panel.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'WebP' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page, 'filters');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').map((line) => /\?\w,Atlas,.*,webp,[^,]+/.exec(line)?.[0])).toEqual([
    undefined,
    expect.stringMatching(/^\?c.*iPhone 15$/),
    expect.stringMatching(/^\?b.*desktop$/),
    undefined,
  ]);

  await panel.getByRole('combobox', { name: 'Device' }).click();
  await page.getByRole('option', { name: 'Mobile' }).click();
  await expect(rows(page)).toHaveCount(1);
  await panel.getByLabel('Created to').fill('2020-01-01');
  await expect(page.getByText(/device Mobile, format WebP\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(rows(page)).toHaveCount(3);
  expect(new URL(page.url()).search).toBe('?sort=-source');

  await page.getByText('Grid', { exact: true }).click();
  await page.reload();
  const cards = page.getByRole('list', { name: 'File Manager' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  await expect(cards.first().locator('img')).toBeVisible();
  await expectAccessible(page, 'grid');
  await page.keyboard.press('j');
  await expect(cards.first()).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('1 of 3')).toBeVisible();
});
