import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { startDeveloper, type Developer } from './support/developer.ts';
import { withKeyboard, withMouse, type Hands } from './support/hands.ts';
import type { Product } from './support/product.ts';
import { signUp } from './support/sign-up.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';
import { drawPng } from './support/team.ts';

interface Walk {
  readonly page: Page;
  readonly hands: Hands;
  readonly developer: Developer;
  readonly siteUrl: string;
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Returns the key with which the developer's program made its first call. */
async function makeFirstCall({ page, hands, developer, siteUrl }: Walk): Promise<string> {
  await hands.activate(button(page, 'Create project and key'));
  const panel = page.getByRole('dialog', { name: 'Your key: First key' });
  const key = (await panel.getByLabel('API key').textContent()) ?? '';
  await hands.activate(panel.getByRole('button', { name: 'Copy key', exact: true }));
  expect((await developer.capture(key, { url: siteUrl })).status()).toBe(202);
  // A screen reader announces a status.
  const status = panel.getByRole('status').filter({ hasText: 'The first screenshot is ready.' });
  await expect(status.getByRole('img', { name: /^Screenshot of / })).toBeVisible();
  await hands.activate(panel.getByRole('link', { name: 'Add a webhook' }));
  return key;
}

async function addWebhook({ page, hands, developer, siteUrl }: Walk, key: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await hands.activate(button(page, 'Create Webhook').first());
  const dialog = page.getByRole('dialog', { name: 'Create Webhook' });
  await hands.write(dialog.getByLabel('Name', { exact: true }), 'Listener');
  await hands.write(dialog.getByLabel('Webhook URL'), developer.receiver.url);
  await hands.activate(dialog.getByRole('button', { name: 'Create Webhook' }));
  await expect(dialog).toBeHidden();
  await hands.activate(button(page, 'Open Listener'));
  const drawer = page.getByRole('dialog', { name: 'Listener' });
  await hands.activate(drawer.getByRole('tab', { name: 'Signing' }));
  await hands.activate(drawer.getByRole('button', { name: 'Reveal signing secret' }));
  const secret = (await drawer.getByText(/^whsec_/).textContent()) ?? '';
  expect((await developer.capture(key, { url: siteUrl })).status()).toBe(202);
  expect(await developer.verifyWebhook(secret)).toEqual({ own: true, changed: false });
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
}

async function fixFailedCall(walk: Walk, key: string): Promise<void> {
  const { page, hands, developer, siteUrl } = walk;
  expect((await developer.capture(key, { url: siteUrl, fullpage: true })).status()).toBe(400);
  await hands.activate(link(page, 'API Keys').first());
  await hands.activate(link(page, 'Request log'));
  const rowsOf = (status: string) =>
    page.getByRole('row').filter({ has: page.getByText(status, { exact: true }) });
  await hands.activate(rowsOf('400').getByRole('button', { name: /^POST/ }));
  const sheet = page.getByRole('dialog', { name: 'POST /screenshots' });
  await expect(sheet.getByText('Did you mean "full_page"?').first()).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await hands.activate(sheet.getByRole('region', { name: 'validation_failed' }).getByRole('link'));
  const docs = await opened;
  await expect(docs).toHaveURL(/\/docs\/errors\/validation_failed$/);
  await expect(docs.getByRole('heading', { level: 1 })).toContainText('validation_failed');
  await docs.close();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const fixed = await developer.capture(key, { url: siteUrl, full_page: true });
  expect(fixed.status()).toBe(202);
  await expect(rowsOf('202')).toHaveCount(3);
}

/** Walks from sign-up to a fixed call; `program` is the client of the developer's own program. */
async function walkThrough(given: {
  readonly hands: Hands;
  readonly page: Page;
  readonly product: Product;
  readonly program: APIRequestContext;
}): Promise<void> {
  const { page, hands, product, program } = given;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await using site = await serveSite();
  await using developer = await startDeveloper(program);
  const walk = { page, hands, developer, siteUrl: site.url };
  await page.goto('/register');
  await signUp(page, { hands, mailUrl: product.url });
  const key = await makeFirstCall(walk);
  await addWebhook(walk, key);
  await fixFailedCall(walk, key);
  await program.dispose();
}

test('[WT-1] a developer signs up, calls the API, verifies a webhook and fixes a failed call', async ({
  page,
  product,
  playwright,
}) => {
  test.slow();
  const program = await playwright.request.newContext({ baseURL: product.url });
  await walkThrough({ hands: withMouse(page), page, product, program });
});

test('[WT-7] the same with a keyboard and a screen reader alone', async ({
  page,
  product,
  playwright,
}) => {
  test.slow();
  const program = await playwright.request.newContext({ baseURL: product.url });
  await walkThrough({ hands: withKeyboard(page), page, product, program });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('[WT-8] a person signs in, captures a page, previews and downloads it, and sends a ticket with a photo', async ({
    page,
    person,
  }) => {
    await using site = await serveSite();
    const goTo = async (name: string) => {
      await button(page, 'Open menu').tap();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).tap();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    };
    const expectNoOverflow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.goto('/');
    await field(page, 'Email').fill(person.email);
    await field(page, 'Password').fill(person.password);
    await button(page, 'Sign in').tap();
    await expect(page).toHaveURL('/dashboard');
    await expectNoOverflow();
    await page.getByRole('button', { name: 'Create Project', exact: true }).first().tap();
    const project = page.getByRole('dialog', { name: 'Create Project' });
    await project.getByRole('textbox').first().fill('Atlas');
    await project.getByRole('button', { name: 'Create Project' }).tap();
    await expect(page.getByText('Project created successfully', { exact: true })).toBeVisible();

    await goTo('Playground');
    await field(page, 'URL').fill(site.url);
    await button(page, 'Capture Screenshot').tap();
    await expect(page.getByRole('img', { name: `Screenshot of ${site.url}` })).toBeVisible();
    await expectNoOverflow();

    await goTo('File Manager');
    await button(page, `Preview ${site.url}`).tap();
    const preview = page.getByRole('dialog');
    const image = preview.getByRole('img').first();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    const downloading = page.waitForEvent('download');
    await button(page, `Download ${site.url}`).tap();
    const bytes = await readFile(await (await downloading).path());
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    await expectNoOverflow();

    await goTo('Help');
    await page.getByRole('main').getByRole('button', { name: 'Create Ticket' }).tap();
    const form = page.getByRole('dialog', { name: 'Create Support Ticket' });
    await form.getByLabel('Title *').fill('It looks wrong on my phone');
    const photo = await drawPng(page, { name: 'photo.png', side: 400 });
    await form.getByLabel('Choose files').setInputFiles([photo]);
    await expect(form.getByText('1/3 images uploaded')).toBeVisible();
    await form.getByRole('button', { name: 'Submit' }).tap();
    await expect(page.getByText('Ticket created successfully!', { exact: true })).toBeVisible();
    await expect(page.getByText('It looks wrong on my phone').first()).toBeVisible();
    await expectNoOverflow();
  });
});
