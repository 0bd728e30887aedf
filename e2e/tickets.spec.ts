import type { Page } from '@playwright/test';
import { readMail } from './support/mailbox.ts';
import { readImage } from './support/image.ts';
import { expect, signIn, test } from './support/story.ts';
import { drawPng, openTeamMember, openTicket } from './support/team.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Create Support Ticket' });
const toast = (page: Page, title: string) => page.getByText(title, { exact: true });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function openForm(page: Page) {
  await page.goto('/dashboard/help');
  await page.getByRole('main').getByRole('button', { name: 'Create Ticket' }).click();
  await expect(form(page)).toBeVisible();
  return form(page);
}

test('[HP-1, HP-2, HP-5, HP-9, HP-10, HP-11, HP-17, SF-1, QC-3] a ticket with images receives a live reply, is closed and reopened', async ({
  memberPage: page,
  person,
  product,
  browser,
}) => {
  const dialog = await openForm(page);
  await expect(
    page.getByRole('heading', { name: 'We are sorry that you got trouble', includeHidden: true }),
  ).toBeVisible();
  await dialog.getByLabel('Title *').fill('Screenshot not working on our page');
  await dialog.getByLabel('Description').fill('Since Tuesday.\nIt is blank.');
  const images = [
    await drawPng(page, { name: 'one.png', side: 60, colour: '#cc0000' }),
    await drawPng(page, { name: 'two.png', side: 40, colour: '#00aa00' }),
  ];
  await dialog.getByLabel('Choose files').setInputFiles(images);
  await expect(dialog.getByText('2/3 images uploaded')).toBeVisible();
  await expect(dialog.getByRole('img')).toHaveCount(2);
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  expect((await posted).headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  await expect(toast(page, 'Ticket created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  const mine = row(page, 'Screenshot not working on our ...');
  await expect(mine.getByRole('cell').nth(1)).toContainText('OPEN');
  await expect(mine.getByRole('cell').nth(2)).toContainText('2 file(s)');
  await expect(mine.getByRole('cell').nth(3)).toContainText(
    /[A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d [AP]M/,
  );

  await mine.getByRole('button', { name: /^View details/ }).click();
  const detail = page.getByRole('dialog', { name: /^Ticket #\d+$/ });
  await expect(detail.getByText('No reply yet.')).toBeVisible();
  await expect(detail.getByText('Since Tuesday.\nIt is blank.')).toBeVisible();
  await expect(detail.getByRole('img')).toHaveCount(2);
  const first = detail.getByRole('link', { name: /Attachment 1/ });
  await expect(first).toHaveAttribute('target', '_blank');
  const image = await page.request.get((await first.getAttribute('href'))!);
  expect(image.headers()['x-content-type-options']).toBe('nosniff');
  const facts = await readImage(page, await image.body(), [[5, 5]]);
  expect([facts.width, facts.colours]).toEqual([60, ['#cc0000']]);

  await using team = await openTeamMember(browser, product);
  await team.page.goto('/staff/tickets');
  await row(team.page, person.email).getByRole('link').click();
  await expect(team.page.getByRole('complementary', { name: person.name })).toContainText('Free');
  const reply = team.page.getByRole('textbox', { name: 'Reply' });
  await reply.fill(
    '## Thank you\n\nSet **delay** to `5`:\n\n- once\n- [docs](https://example.com/docs)',
  );
  await team.page.getByRole('combobox', { name: 'and set status to' }).click();
  await team.page.getByRole('option', { name: 'In progress' }).click();
  await team.page.getByRole('button', { name: 'Send reply' }).click();
  await expect(toast(team.page, 'Reply sent')).toBeVisible();

  // The dialog remains open: the page is not reloaded.
  await expect(detail.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 3_000 });
  await expect(detail.getByText('IN PROGRESS')).toBeVisible();
  await expect(detail.getByText('delay')).toHaveCSS('font-weight', '700');
  await expect(detail.getByRole('link', { name: 'docs' })).toHaveAttribute(
    'rel',
    'noopener nofollow',
  );
  await detail.getByLabel('Your reply').fill('It works.');
  await detail.getByRole('button', { name: 'Send reply' }).click();
  await expect(detail.getByText('It works.')).toBeVisible();
  await readMail({
    url: product.url,
    to: person.email,
    pattern: /"Screenshot not working on our page"[^]*\/dashboard\/help\?ticket=\d+/,
  });

  await page.goto('/dashboard/webhooks');
  const help = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Help/ });
  await expect(help).toHaveAccessibleName('Help');
  await reply.fill('Glad to hear it.');
  await team.page.getByRole('combobox', { name: 'and set status to' }).click();
  await team.page.getByRole('option', { name: 'Closed' }).click();
  await team.page.getByRole('button', { name: 'Send reply' }).click();
  await expect(help).toHaveAccessibleName('Help 1 ticket with a new reply', { timeout: 3_000 });
  await help.click();
  await expect(mine.getByRole('cell').nth(1)).toContainText('CLOSED');
  await mine.getByRole('link').click();
  await expect(detail.getByText('Glad to hear it.')).toBeVisible();
  await expect(detail.getByText('This ticket is closed.')).toBeVisible();
  await detail.getByText('Earlier messages (2)').click();
  await expect(detail.getByText('It works.')).toBeVisible();
  await detail.getByRole('button', { name: 'Reopen ticket' }).click();
  await expect(toast(page, 'Ticket reopened')).toBeVisible();
  await expect(detail.getByText('OPEN', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveAccessibleName('Help');
  await team.page.reload();
  await expect(team.page.getByRole('combobox', { name: 'Status', exact: true })).toContainText(
    'Open',
  );
});

test('[HP-13, QC-3] a ticket is deleted after confirmation, and the list is empty again', async ({
  memberPage: page,
  context,
}) => {
  await openTicket(context, { title: 'Not needed' });
  await page.goto('/dashboard/help');
  await page.getByRole('button', { name: 'Delete Not needed' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Are you sure you want to delete this ticket?')).toBeVisible();
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  await question.getByRole('button', { name: 'Delete' }).click();
  expect(new URL((await deleted).url()).pathname).toMatch(/^\/api\/v1\/help\/tickets\/\d+$/);
  await expect(toast(page, 'Ticket deleted successfully!')).toBeVisible();
  await expect(page.getByText('No Support Tickets')).toBeVisible();
});

test('[HP-15] images are dropped and pasted, and the draft is restored after a reload', async ({
  memberPage: page,
}) => {
  const dialog = await openForm(page);
  await dialog.getByLabel('Title *').fill('It is blank');
  await dialog.getByLabel('Description').fill('Since Tuesday.');
  for (const type of ['drop', 'paste'] as const) {
    await dialog.getByLabel('Title *').evaluate(async (field, kind) => {
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext('2d');
      const data = new DataTransfer();
      data.items.add(
        new File([await canvas.convertToBlob()], `${kind}.png`, { type: 'image/png' }),
      );
      const event =
        kind === 'drop'
          ? new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true });
      field.dispatchEvent(event);
    }, type);
  }
  await expect(dialog.getByRole('img', { name: 'drop.png' })).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'paste.png' })).toBeVisible();
  await page.reload();
  const again = await openForm(page);
  await expect(again.getByLabel('Title *')).toHaveValue('It is blank');
  await expect(again.getByLabel('Description')).toHaveValue('Since Tuesday.');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect((await openForm(page)).getByLabel('Title *')).toHaveValue('');
});

test('[HP-14, HP-15] a file that is no image is rejected by its content without losing the form, and a slow upload shows its progress', async ({
  memberPage: page,
  context,
  watch,
}) => {
  watch.expect(/status of 4\d\d/);
  const dialog = await openForm(page);
  await dialog.getByLabel('Title *').fill('It is blank');
  const chooser = dialog.getByLabel('Choose files');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  await chooser.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: html });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(toast(page, 'Error')).toHaveCount(1);
  await expect(dialog.getByLabel('Title *')).toHaveValue('It is blank');
  await dialog.getByRole('button', { name: 'Remove page.png' }).click();

  await chooser.setInputFiles(await drawPng(page, { name: 'noise.png', side: 800 }));
  const network = await context.newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await throttle(300_000);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText(/^Uploading, [1-9]\d? %$/)).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('img', { name: 'noise.png' })).toBeVisible();
  await throttle(-1);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(toast(page, 'Ticket created successfully!')).toBeVisible();
  await expect(row(page, 'It is blank')).toContainText('1 file(s)');
});

test('[HP-16] diagnostic context is shown before it is sent, and staff see exactly that', async ({
  memberPage: page,
  product,
  browser,
}) => {
  await page.goto('/dashboard/webhooks');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Create Ticket' }).click();
  const dialog = form(page);
  await dialog.getByLabel('Title *').fill('With context');
  await dialog.getByLabel('Include details that help us find the cause').check();
  await expect(dialog.getByText('/dashboard/webhooks')).toBeVisible();
  // The plan appears when it is loaded.
  await expect(dialog.getByRole('definition')).toHaveCount(3);
  const shown = await dialog.getByRole('definition').allTextContents();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(row(page, 'With context')).toBeVisible();
  await using team = await openTeamMember(browser, product);
  await team.page.goto('/staff/tickets?search=With+context');
  await row(team.page, 'With context').getByRole('link').click();
  const sent = team.page.getByRole('article').first().getByRole('definition');
  await expect(sent).toHaveText(shown);
});

test('[RL-30] another user’s ticket does not exist', async ({
  memberPage: page,
  browser,
  product,
  watch,
}) => {
  watch.expect(/status of 404/);
  await using other = await browser.newContext({ baseURL: product.url });
  await signIn(other, await product.createPerson());
  const id = await openTicket(other, { title: 'Private' });
  await page.goto(`/dashboard/help?ticket=${String(id)}`);
  await expect(page.getByRole('dialog').getByText('Failed to load the ticket')).toBeVisible();
  await expect(page.getByText('This ticket does not exist.')).toHaveCount(1);
  await expect(page.getByText('Private')).toHaveCount(0);
});
