import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { tabTo } from './support/keyboard.ts';
import { serveSite } from './support/site.ts';
import { expect, signIn, test } from './support/story.ts';
import { openTeamMember, openTicket } from './support/team.ts';

const toast = (page: Page, title: string) => page.getByText(title, { exact: true });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const menu = (page: Page) => page.getByRole('button', { name: /Account menu/ });

test('[SF-1] the staff area does not exist for visitors and customers, and staff open it from the menu', async ({
  memberPage: page,
  product,
  browser,
}) => {
  const paths = ['/staff', '/staff/tickets', '/staff/tickets/1', '/staff/coupons', '/staff/news'];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  }
  await page.goto('/dashboard');
  await menu(page).click();
  await expect(page.getByRole('menuitem', { name: /^Docs/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Support team' })).toHaveCount(0);

  await using visitor = await browser.newContext({ baseURL: product.url });
  const visitorPage = await visitor.newPage();
  await visitorPage.goto('/staff/tickets');
  await expect(visitorPage.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();

  await using team = await openTeamMember(browser, product);
  await team.page.goto('/dashboard');
  await menu(team.page).click();
  await team.page.getByRole('menuitem', { name: 'Support team' }).click();
  await expect(team.page).toHaveURL('/staff/tickets');
  await team.page.getByRole('link', { name: 'Back to dashboard' }).click();
  await menu(team.page).click();
  await expect(team.page.getByRole('menuitem', { name: 'Support team' })).toBeVisible();
});

test('[SF-1, RT-13] the queue is filtered by status, plan, age, text and waiting tickets, and the URL stores the filters', async ({
  context,
  person,
  product,
  browser,
}) => {
  await signIn(context, person);
  await openTicket(context, { title: 'Blank pricing page' });
  const second = await openTicket(context, { title: 'Blank start page' });
  await using team = await openTeamMember(browser, product);
  const { page } = team;
  await team.call('POST', `/staff/tickets/${String(second)}/replies`, {
    markdown: 'Hello',
    status: 'CLOSED',
  });
  await page.goto('/staff/tickets');
  await page.getByRole('searchbox').fill('blank');
  await expect(page).toHaveURL('/staff/tickets?search=blank');
  await expect(row(page, 'Blank')).toHaveCount(2);
  await expect(row(page, 'Blank').first()).toContainText('Blank pricing page');
  await page.getByRole('switch', { name: 'Unanswered only' }).click();
  await expect(row(page, 'Blank')).toHaveCount(1);
  await page.getByRole('switch', { name: 'Unanswered only' }).click();
  const choose = async (filter: string, option: string) => {
    await page.getByRole('combobox', { name: filter }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Status', 'Closed');
  await expect(row(page, 'Blank')).toHaveCount(1);
  await expect(row(page, 'Blank')).toContainText('Blank start page');
  await page.reload();
  await expect(row(page, 'Blank')).toHaveCount(1);
  await choose('Plan', 'Free');
  await expect(row(page, 'Blank')).toHaveCount(1);
  await choose('Plan', 'Advanced');
  await expect(page.getByText('No matching tickets')).toBeVisible();
  await choose('Plan', 'Any plan');
  await choose('Age', 'Older than a day');
  await expect(page.getByText('No matching tickets')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/staff/tickets');
  await expect(row(page, 'Blank start page')).toBeVisible();
});

test('[SF-1, SF-2] staff take a ticket, add a note and send a saved reply; the customer sees the reply and never the note', async ({
  memberPage: page,
  context,
  callApi,
  person,
  product,
  browser,
}) => {
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'P',
  });
  const capture = {
    url: `${site.url}?token=secret-of-the-page`,
    element_selector: '#nowhere',
    project_id: project.id,
  };
  const { requestId } = await callApi<{ requestId: string }>(
    'POST',
    '/screenshots/dashboard',
    capture,
  );
  const statusOf = async () =>
    (await callApi<{ status: string }>('GET', `/screenshots/${requestId}`)).status;
  await expect.poll(statusOf, { timeout: 40_000 }).toBe('FAILED');
  await openTicket(context, { title: 'An older one' });
  const id = await openTicket(context, { title: 'Selector not found' });
  await page.goto(`/dashboard/help?ticket=${String(id)}`);
  await expect(page.getByText('No reply yet.')).toBeVisible();

  await using team = await openTeamMember(browser, product);
  const desk = team.page;
  await desk.goto(`/staff/tickets/${String(id)}`);
  const aside = desk.getByRole('complementary', { name: person.name });
  await expect(aside).toContainText(person.email);
  await expect(aside).toContainText('Free');
  await expect(aside).toContainText('100 left of 100');
  await expect(aside.getByRole('list', { name: 'Last captures' })).toContainText(
    'selector_not_found',
  );
  await expect(aside).not.toContainText('secret-of-the-page');
  await expect(aside.getByRole('link', { name: /An older one/ })).toBeVisible();

  await desk.getByRole('button', { name: 'Assign to me' }).click();
  await expect(desk.getByRole('button', { name: 'Unassign' })).toBeVisible();
  await desk.getByRole('tab', { name: 'Internal note' }).click();
  await desk.getByRole('textbox', { name: 'Note' }).fill('Their page has no such element.');
  await desk.getByRole('button', { name: 'Add note' }).click();
  await expect(desk.getByRole('article').filter({ hasText: 'Internal note' })).toContainText(
    'Their page has no such element.',
  );

  await desk.getByRole('tab', { name: 'Reply' }).click();
  const reply = desk.getByRole('textbox', { name: 'Reply', exact: true });
  await reply.fill('Check the **selector**.');
  await desk.getByRole('button', { name: 'Saved replies' }).click();
  const savedReplies = desk.getByRole('dialog', { name: 'Saved replies' });
  await savedReplies.getByLabel('Save this reply as').fill('Selector');
  await savedReplies.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(desk, 'Reply saved')).toBeVisible();
  await savedReplies.getByRole('button', { name: 'Close' }).click();
  await reply.fill('Hello Ada,');
  await desk.getByRole('button', { name: 'Saved replies' }).click();
  await savedReplies.getByRole('button', { name: 'Insert Selector' }).click();
  await expect(reply).toHaveValue('Hello Ada,\n\nCheck the **selector**.');
  await desk.getByRole('button', { name: 'Preview' }).click();
  const preview = desk.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('selector', { exact: true })).toHaveCSS('font-weight', '700');
  await desk.getByRole('button', { name: 'Send reply' }).click();
  await expect(toast(desk, 'Reply sent')).toBeVisible();
  await desk.getByRole('combobox', { name: 'Status', exact: true }).click();
  await desk.getByRole('option', { name: 'In progress' }).click();
  await expect(toast(desk, 'Status updated')).toBeVisible();

  const detail = page.getByRole('dialog');
  await expect(detail.getByText('Hello Ada,')).toBeVisible({ timeout: 3_000 });
  await expect(detail.getByText('IN PROGRESS')).toBeVisible({ timeout: 3_000 });
  await expect(page.getByText('no such element')).toHaveCount(0);
  expect(JSON.stringify(await callApi('GET', `/help/tickets/${String(id)}`))).not.toContain(
    'no such element',
  );
});

test('[AX-1, AX-2, PF-7] the staff pages have no axe violation, work by keyboard and do not scroll sideways', async ({
  context,
  person,
  product,
  browser,
}) => {
  await signIn(context, person);
  await openTicket(context, { title: 'Answered by keyboard', description: 'Please.' });
  await using team = await openTeamMember(browser, product);
  const { page } = team;
  await page.goto('/staff/tickets?search=zzzz');
  await expect(page.getByText('No matching tickets')).toBeVisible();
  await expectAccessible(page, 'no match');
  await page.goto('/staff/tickets?search=by+keyboard');
  await expect(row(page, 'Answered by keyboard')).toBeVisible();
  await expectAccessible(page, 'the queue');
  await tabTo(page, 'Answered by keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Answered by keyboard/ })).toBeVisible();
  await expectAccessible(page, 'a ticket');
  await tabTo(page, 'Reply');
  await page.keyboard.press('Tab');
  await tabTo(page, 'Reply');
  await page.keyboard.type('Done.');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Reply sent')).toBeVisible();
  await page.getByRole('tab', { name: 'Internal note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('A note.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'A note.' })).toBeVisible();
  await expectAccessible(page, 'a ticket with reply and note');
  await page.getByRole('tab', { name: 'Reply' }).click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('```\nvery long line '.padEnd(400, 'x'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' }).locator('pre')).toBeVisible();
  await expectAccessible(page, 'a preview');
  for (const width of [320, 360, 768, 1_366]) {
    await page.setViewportSize({ width, height: 800 });
    const sideways = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(sideways, { message: `at ${String(width)}` }).toBe(0);
  }
  await page.getByRole('button', { name: 'Saved replies' }).click();
  await expect(page.getByRole('dialog', { name: 'Saved replies' })).toBeVisible();
  await expectAccessible(page, 'saved replies');
});
