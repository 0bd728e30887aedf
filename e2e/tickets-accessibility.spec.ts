import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/story.ts';
import { drawPng, openTeamMember, openTicket } from './support/team.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Create Support Ticket' });
const toast = (page: Page, title: string) => page.getByText(title, { exact: true });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test('[AX-2] writing, reading and deleting a ticket work by keyboard alone', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard/help');
  await tabTo(page, 'Create Ticket');
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('Title *')).toBeFocused();
  await page.keyboard.type('By keyboard');
  await tabTo(page, 'Choose files');
  await tabTo(page, 'Submit');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Ticket created successfully!')).toBeVisible();
  await expect(form(page)).toBeHidden();
  await tabTo(page, 'View details of By keyboard');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog', { name: /^Ticket #/ });
  await expect(detail.getByText('No reply yet.')).toBeVisible();
  await tabTo(page, 'Your reply');
  await page.keyboard.type('More about it.');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Reply sent')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await tabTo(page, 'Delete By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await tabTo(page, 'Delete');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Support Tickets')).toBeVisible();
});

test('[AX-1] Help has no axe violation: empty, filled in, rejected, in the list, in the details', async ({
  memberPage: page,
  context,
  browser,
  product,
}) => {
  await page.goto('/dashboard/help');
  await page.getByRole('main').getByRole('button', { name: 'Create Ticket' }).click();
  const dialog = form(page);
  await expectAccessible(page, 'an empty form');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(toast(page, 'Title is required').first()).toBeVisible();
  const images = await Promise.all(
    ['a.png', 'b.png', 'c.png', 'd.png'].map((name) =>
      drawPng(page, { name, side: 30, colour: '#336699' }),
    ),
  );
  await dialog.getByLabel('Choose files').setInputFiles(images);
  await expect(dialog.getByText('You can upload a maximum of 3 images.')).toBeVisible();
  await expectAccessible(page, 'a refused form');
  await dialog.getByLabel('Choose files').setInputFiles(images.slice(1));
  await dialog.getByLabel('Include details').check();
  await expectAccessible(page, 'a full form');
  await dialog.getByLabel('Title *').fill('It is blank');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(row(page, 'It is blank')).toBeVisible();
  await openTicket(context, { title: 'Another' });
  await using team = await openTeamMember(browser, product);
  const { tickets } = await team.call<{ tickets: { id: number }[] }>(
    'GET',
    '/staff/tickets?search=Another',
  );
  const markdown =
    '# One\n\n### Three\n\n```\nnpm start -- --with a very long line that scrolls sideways in its box\n```';
  await team.call('POST', `/staff/tickets/${String(tickets[0]?.id)}/replies`, {
    markdown,
    status: 'CLOSED',
  });
  await page.reload();
  await expectAccessible(page, 'the list');
  await row(page, 'Another').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Three' })).toBeVisible();
  await expectAccessible(page, 'a closed ticket with a reply');
  await page.keyboard.press('Escape');
  await row(page, 'It is blank').getByRole('link').click();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(3);
  await expectAccessible(page, 'an open ticket with images');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page, 'an open ticket on a phone');
});
