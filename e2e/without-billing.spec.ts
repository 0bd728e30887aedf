import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { open } from './support/pages.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';
import { openTeamMember, openTicket } from './support/team.ts';

test.use({ settings: { BILLING: 'off' } });

/** Fails on any word about billing that is visible or read by a screen reader. */
async function expectNoBilling(page: Page, where: string): Promise<void> {
  const words = /credit|billing|\bplans?\b|coupon|upgrade|\bcharged?\b|\bcosts?\b/i;
  const names = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-label], [title]')].map(
      (one) => `${one.getAttribute('aria-label') ?? ''} ${one.getAttribute('title') ?? ''}`,
    ),
  );
  const text = `${await page.locator('body').innerText()}\n${names.join('\n')}`
    // Field names in a sample request.
    .replaceAll(/"credits\w+"/g, '');
  expect(words.exec(text)?.[0], `${where}: a word of billing`).toBeUndefined();
}

test('with BILLING=off no page mentions billing, from the Overview to a screenshot, its file, its key and the settings', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Atlas' });
  await callApi('POST', '/api-keys', { name: 'nightly', monthlyLimit: 10, projectId: null });
  await open(page, '/dashboard/playground');
  await page.getByLabel('URL', { exact: true }).fill(site.url);
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  const image = page.getByRole('img', { name: `Screenshot of ${site.url}` });
  await expect(image).toBeVisible();
  await expect(page.getByText(/Screenshot request submitted successfully!/).first()).toBeVisible();
  await expectNoBilling(page, 'playground');
  await expectAccessible(page, 'playground without billing');

  await page.getByRole('button', { name: 'More options' }).click();
  const search = page.getByRole('searchbox', { name: /options/ });
  await search.fill('fail');
  await expect(page.getByText('Statuses of the page that make the capture fail.')).toBeVisible();
  await expectNoBilling(page, 'options');
  await search.fill('');
  await page.getByLabel('URL', { exact: true }).fill(`${site.url}/`);
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByLabel(/^Target element selector/).fill('#nowhere');
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  await expect(page.getByText(/#nowhere/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 45_000 });
  await expectNoBilling(page, 'failed capture');

  await open(page, '/dashboard');
  await expect(page.getByText('Captures per day')).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveCount(8);
  await expectNoBilling(page, 'overview');
  await expectAccessible(page, 'overview without billing');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expectNoBilling(page, 'table of captures');

  await open(page, '/dashboard/files');
  await page
    .getByRole('button', { name: /^Preview/ })
    .last()
    .click();
  await expect(page.getByText('Request ID', { exact: true })).toBeVisible();
  await expectNoBilling(page, 'file');

  for (const path of ['api-keys', 'requests', 'saved-settings', 'webhooks', 'settings', 'help']) {
    await open(page, `/dashboard/${path}`);
    await expectNoBilling(page, path);
  }
  await open(page, '/dashboard/api-keys');
  await page.getByRole('button', { name: 'Create New Key' }).click();
  await expect(page.getByLabel(/^Monthly limit/)).toBeVisible();
  await expectNoBilling(page, 'new key');

  for (const path of ['billing', 'checkout-success?session_id=cs_1', 'checkout-cancel']) {
    await page.goto(`/dashboard/${path}`);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await open(page, '/dashboard/settings?tab=coupon&code=SPRING');
  await expect(page.getByLabel('First name')).toBeVisible();
  await expectNoBilling(page, 'settings at the address of coupons');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBilling(page, 'command palette');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBilling(page, 'shortcuts');
});

test('with BILLING=off staff see tickets and customers, and no coupons or plans', async ({
  browser,
  context,
  product,
  memberPage: page,
}) => {
  const id = await openTicket(context, { title: 'A question' });
  await open(page, '/dashboard/help');
  await expectNoBilling(page, 'help');
  await using member = await openTeamMember(browser, product);
  for (const path of ['/staff/tickets', `/staff/tickets/${id}`]) {
    await open(member.page, path);
    await expectNoBilling(member.page, path);
  }
  await expect(member.page.getByText('Ada Story').first()).toBeVisible();
  await member.page.goto('/staff/coupons');
  await expect(member.page).toHaveURL(/\/staff\/tickets$/);
});
