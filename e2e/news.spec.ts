import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, signIn, test } from './support/story.ts';
import { openTeamMember } from './support/team.ts';

test.use({ settings: { STATUS_URL: '/status' } });

const news = (page: Page) => page.getByRole('region', { name: 'News', exact: true });

test('[SF-6] staff publish a slide, which visitors see on the sign-in page until it is deleted', async ({
  browser,
  page: visitor,
  product,
}) => {
  await visitor.goto('/');
  await expect(news(visitor)).toContainText('First news');
  await using team = await openTeamMember(browser, product);
  const { page } = team;
  await page.goto('/staff/tickets');
  await page.getByRole('link', { name: 'News', exact: true }).click();
  await expect(page.getByText('No slides yet')).toBeVisible();
  await expectAccessible(page, 'empty lists');

  await page.getByRole('button', { name: 'New slide' }).click();
  const dialog = page.getByRole('dialog', { name: 'New slide' });
  await dialog.getByLabel('Title').fill('Faster captures');
  await dialog.getByLabel('Text').fill(`Twice as fast <b>now</b>. ${'long'.repeat(40)}`);
  await dialog.getByLabel('Link').fill('/docs/changelog');
  await dialog.getByLabel('Image').fill('/favicon.svg');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Twice as fast <b>now</b>.');
  await expectAccessible(page, 'slide with preview');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Faster captures' })).toBeVisible();
  await expectAccessible(page, 'list of slides');
  for (const width of [320, 390, 768, 1_366]) {
    await page.setViewportSize({ width, height: 800 });
    const sideways = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(sideways, { message: `at ${String(width)}` }).toBe(0);
  }

  await visitor.reload();
  await expect(news(visitor)).toContainText('Twice as fast <b>now</b>.');
  await expect(news(visitor)).not.toContainText('First news');
  const link = news(visitor).getByRole('link', { name: /^Faster captures/ });
  await expect(link).toHaveAttribute('href', '/docs/changelog');
  const image = visitor.locator('img[src="/favicon.svg"]');
  await expect(image).toHaveJSProperty('complete', true);
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(
    0,
  );

  await page.getByRole('button', { name: 'Delete Faster captures' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No slides yet')).toBeVisible();
  await visitor.reload();
  await expect(news(visitor)).toContainText('First news');
});

test('[SF-6] a published outage is a banner and on the status page until it is resolved; a user can dismiss the banner', async ({
  browser,
  memberPage: member,
  product,
}) => {
  await using team = await openTeamMember(browser, product);
  const { page } = team;
  await page.goto('/staff/news');
  await page.getByRole('button', { name: 'New notice' }).click();
  const dialog = page.getByRole('dialog', { name: 'New notice' });
  await dialog.getByLabel('Title').fill('Captures fail');
  await dialog.getByLabel('Text').fill('We are on it.\nNothing is lost.');
  await expectAccessible(page, 'form of a notice');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { name: 'Captures fail' })).toBeVisible();

  await member.goto('/dashboard');
  const banner = member.getByText('Outage: Captures fail');
  await expect(banner).toBeVisible();
  await expectAccessible(member, 'banner');
  const opened = member.waitForEvent('popup');
  await member.getByRole('link', { name: /^Status page/ }).click();
  const status = await opened;
  await expect(status.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
  await expect(status.getByRole('heading', { name: 'Outage: Captures fail' })).toBeVisible();
  // Without its refresh every 30 seconds, which is in the head.
  await expectAccessible(status, 'status page', 'main');

  await using context = await browser.newContext({ baseURL: product.url });
  await signIn(context, await product.createPerson());
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByText('Outage: Captures fail')).toBeVisible();
  await tabTo(other, 'Dismiss notice');
  await other.keyboard.press('Enter');
  await expect(other.getByText('Outage: Captures fail')).toBeHidden();
  const read = other.waitForResponse('**/status.json');
  await other.reload();
  await read;
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(other.getByText('Outage: Captures fail')).toBeHidden();

  await page.getByRole('button', { name: 'Resolve Captures fail' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await status.reload();
  await expect(status.getByRole('heading', { name: 'Everything works' })).toBeVisible();
  await expect(status.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  await expect(status.getByText(/^Resolved\./)).toBeVisible();
  const again = member.waitForResponse('**/status.json');
  await member.reload();
  await again;
  await expect(member.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(banner).toBeHidden();
});
