import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';
import { drawPng, openTeamMember } from './support/team.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const meter = (page: Page) => page.getByRole('link', { name: /Credits used this cycle/ });
/** Time after which the staff area reads its data again. */
const rereadMs = 15_000;
const title = 'My captures are blank';

/** The user sends a ticket with an image, and leaves it open. */
async function sendTicket(page: Page): Promise<void> {
  await page.goto('/dashboard/help');
  await page.getByRole('main').getByRole('button', { name: 'Create Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'Create Support Ticket' });
  await form.getByLabel('Title *').fill(title);
  await form.getByLabel('Description').fill('All since Tuesday, as in the image.');
  const image = await drawPng(page, { name: 'blank.png', side: 120, colour: '#cc0000' });
  await form.getByLabel('Choose files').setInputFiles([image]);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: title });
  await row.getByRole('button', { name: /^View details/ }).click();
  await expect(ticket(page).getByText('No reply yet.')).toBeVisible();
}

const ticket = (page: Page) => page.getByRole('dialog', { name: /^Ticket #\d+$/ });

async function reply(desk: Page, text: string): Promise<void> {
  await desk.getByRole('textbox', { name: 'Reply', exact: true }).fill(text);
  await button(desk, 'Send reply').click();
  await expect(desk.getByText('Reply sent', { exact: true }).first()).toBeVisible();
}

/** Creates a coupon on the page of coupons, which is open afterwards. */
async function createCoupon(desk: Page, code: string): Promise<void> {
  await desk.getByRole('link', { name: 'Coupons' }).click();
  await button(desk, 'Create coupons').first().click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Credits', { exact: true }).fill('250');
  await dialog.getByLabel(/^Code/).fill(code);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByRole('row').filter({ hasText: code })).toContainText('250 credits');
}

test('[WT-5] staff receive a ticket with an image, reply live and create a coupon, which the user redeems for credits', async ({
  memberPage: page,
  person,
  product,
  browser,
}) => {
  await using team = await openTeamMember(browser, product);
  const desk = team.page;
  await desk.clock.install();
  await desk.goto('/staff/tickets');
  await expect(desk.getByRole('searchbox')).toBeVisible();

  await sendTicket(page);
  const arrived = desk.getByRole('row').filter({ hasText: person.email });
  await expect(arrived).toHaveCount(0);
  await desk.clock.fastForward(rereadMs);
  await arrived.getByRole('link').click();
  const image = desk.getByRole('article').getByRole('img').first();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  const customer = desk.getByRole('complementary', { name: person.name });
  await expect(customer).toContainText('100 left of 100');

  await reply(desk, 'Sorry for that. It works again, and we **owe you** something.');
  await expect(ticket(page).getByText('owe you')).toBeVisible({ timeout: 3_000 });
  const code = `SORRY-${randomUUID().slice(0, 8).toUpperCase()}`;
  const address = desk.url();
  await createCoupon(desk, code);
  await desk.goto(address);
  const link = `/dashboard/settings?tab=coupon&code=${code}`;
  await reply(desk, `[Redeem 250 credits](${product.url}${link})`);

  const offer = ticket(page).getByRole('link', { name: 'Redeem 250 credits' });
  await expect(offer).toBeVisible({ timeout: 3_000 });
  const opened = page.context().waitForEvent('page');
  await offer.click();
  const settings = await opened;
  await expect(field(settings, 'Coupon code')).toHaveValue(code);
  await expect(meter(settings)).toContainText('0 / 100');
  await button(settings, 'Redeem').click();
  await expect(settings.getByText('Coupon Redeemed Successfully!', { exact: true })).toBeVisible();
  await expect(meter(settings)).toContainText('0 / 350');
  await expect(settings.getByText('Your credits: 350')).toBeVisible();
  await desk.clock.fastForward(rereadMs);
  await expect(customer).toContainText('350 left of 350');
});
