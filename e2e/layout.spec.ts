import type { Locator, Page } from '@playwright/test';
import { open } from './support/pages.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

const sizes = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
] as const;

/** Checks that a click on the centre of each control reaches it. */
async function expectReachable(...controls: readonly Locator[]): Promise<void> {
  for (const control of controls)
    await expect
      .poll(
        () =>
          control.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return hit !== null && (element.contains(hit) || hit.contains(element));
          }),
        { message: `${String(control)} is not covered` },
      )
      .toBe(true);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const size of sizes)
  test(`[NT-1, PG-17] the notification of a capture covers no button of the playground at ${size.width} px`, async ({
    memberPage: page,
    callApi,
  }) => {
    await using site = await serveSite();
    await callApi('POST', '/projects', { name: 'Site' });
    await page.setViewportSize(size);
    await open(page, '/dashboard/playground');
    await page.getByLabel('URL', { exact: true }).fill(site.url);
    await button(page, 'Capture Screenshot').click();
    const toast = page.getByRole('status').filter({ hasText: 'submitted successfully' });
    await toast.hover();
    await expectReachable(button(page, 'Save Settings'));
    await expect(page.getByText(/^Ready in /)).toBeVisible();
    await toast.hover();
    await expectReachable(button(page, 'Capture Screenshot'), button(page, 'Save Settings'));
    // On narrower screens the buttons of the image are further down the page.
    if (size.width < 1366) return;
    await expectReachable(button(page, 'Download'), button(page, 'Copy link'));
  });

test('[PG-21] at 1366 px the Developer panel is beside the controls', async ({
  memberPage: page,
  callApi,
}) => {
  await callApi('POST', '/projects', { name: 'Site' });
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, '/dashboard/playground');
  await button(page, 'Developer').click();
  const panel = page.getByRole('complementary', { name: 'Developer' });
  await expect(panel).toBeVisible();
  await page.getByLabel('URL', { exact: true }).fill('https://example.com');
  await expectReachable(
    button(page, 'Capture Screenshot'),
    button(page, 'Save Settings'),
    button(page, 'Preview'),
    button(page, 'Developer'),
    page.getByLabel('URL', { exact: true }),
  );
  const field = (await page.getByLabel('URL', { exact: true }).boundingBox())!;
  const { x } = (await panel.boundingBox())!;
  expect(field.x + field.width).toBeLessThanOrEqual(x);
});

test('[AK-2, FT-9] all 40 dots of a key are visible, and revealing the key moves no column', async ({
  memberPage: page,
  callApi,
}) => {
  await callApi('POST', '/api-keys', { name: 'nightly', monthlyLimit: null, projectId: null });
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, '/dashboard/api-keys');
  const mask = page.getByText('•'.repeat(40), { exact: true });
  await expect(mask).toBeVisible();
  const { textRight, boxRight } = await mask.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return {
      textRight: range.getBoundingClientRect().right,
      boxRight: element.getBoundingClientRect().right,
    };
  });
  expect(textRight).toBeLessThanOrEqual(boxRight);
  const columns = () =>
    page.getByRole('columnheader').evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, width } = cell.getBoundingClientRect();
        return [left, width];
      }),
    );
  const before = await columns();
  await button(page, 'Reveal nightly').click();
  await expect(page.getByText(/^sk_live_/)).toBeVisible();
  expect(await columns()).toEqual(before);
});

test('[SS-1, FM-2] long URLs stay on one line, truncated in the middle only if they do not fit', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Site',
  });
  const url = `${site.url}/with/a/path`;
  await callApi('POST', '/screenshots/dashboard', { url, project_id: project.id });
  await callApi('POST', '/screenshot-settings', {
    name: 'Room',
    projectId: project.id,
    options: { url, project_id: String(project.id) },
  });
  for (const path of ['/dashboard/saved-settings', '/dashboard/files']) {
    await page.setViewportSize({ width: 1920, height: 900 });
    await open(page, path);
    const source = page.getByTitle(url).first();
    await expect(source).toHaveText(url);
    await expect.poll(() => isCut(source)).toBe(false);
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(() => isCut(source)).toBe(true);
    await expect.poll(() => heightOf(source)).toBeLessThan(24);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => heightOf(source)).toBeLessThan(24);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
});

test('[AK-1, FM-2] at 1280 px the tables of keys, files and saved settings fit without scrolling', async ({
  memberPage: page,
  callApi,
}) => {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'My first project',
  });
  await callApi('POST', '/api-keys', { name: 'Website', monthlyLimit: null, projectId: null });
  await using site = await serveSite();
  await callApi('POST', '/screenshots/dashboard', { url: site.url, project_id: project.id });
  await callApi('POST', '/screenshot-settings', {
    name: 'Hello',
    projectId: project.id,
    options: { url: 'https://example.com/', project_id: String(project.id) },
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const list of ['api-keys', 'files', 'saved-settings']) {
    await open(page, `/dashboard/${list}`);
    const table = page.getByRole('table');
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    const excess = () =>
      table.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth);
    await expect.poll(excess, { message: list }).toBe(0);
  }
});

const heightOf = async (source: Locator) => (await source.boundingBox())?.height ?? 0;

const isCut = (source: Locator) =>
  source.evaluate((element) =>
    [...element.children].some((part) => part.scrollWidth > part.clientWidth),
  );

test('[DX-3] every request of the documentation page succeeds', async ({ page }) => {
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url());
  });
  for (const path of ['/docs', '/docs/errors', '/docs/errors/csrf_failed']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const icon = page.locator('link[rel="icon"]');
    const iconUrl = await icon.evaluate((link: HTMLLinkElement) => link.href);
    expect((await page.request.get(iconUrl)).status()).toBe(200);
  }
  expect(missing).toEqual([]);
});
