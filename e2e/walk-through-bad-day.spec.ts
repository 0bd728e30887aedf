import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serveReceiver } from './support/receiver.ts';
import { serveSite } from './support/site.ts';
import { callerOf, expect, test } from './support/story.ts';

// A product of its own, because one story kills it.
test.use({ settings: { PRODUCT_NAME: 'Bad Day' } });

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const meter = (page: Page) => page.getByRole('link', { name: /Credits used this cycle/ });
const notifications = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const imageOf = (page: Page, url: string) =>
  page.getByRole('img', { name: `Screenshot of ${url}` });

/** Opens the Playground with a URL, in an account with one project. */
async function openPlayground(page: Page, url: string): Promise<void> {
  await callerOf(page.context().request)('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard/playground');
  await field(page, 'URL').fill(url);
}

test('[WT-9] a server that is killed in the middle of a capture finishes it after its start, for the price of one', async ({
  memberPage: page,
  product,
  watch,
}) => {
  // Names of a lost connection, which depend on what the browser was doing.
  watch.expect(
    /ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_\w+)|status of 5\d\d/,
  );
  await using site = await serveSite();
  await openPlayground(page, site.endlessUrl);
  await button(page, 'Capture Screenshot').click();
  await expect.poll(() => site.requests.length).toBe(1);
  await product.restart();
  await expect(imageOf(page, site.endlessUrl)).toHaveCount(0);
  site.endData();
  await expect(imageOf(page, site.endlessUrl)).toBeVisible();
  await expect(notifications(page).getByText('Error', { exact: true })).toHaveCount(0);
  await expect(meter(page)).toContainText('1 / 100');
  await page.getByRole('link', { name: 'File Manager', exact: true }).click();
  await expect(button(page, `Preview ${site.endlessUrl}`)).toHaveCount(1);
});

test('[WT-9] offline for a minute: a notice and one error, the form stays, and the capture is made afterwards', async ({
  memberPage: page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await using site = await serveSite();
  await page.clock.install();
  await openPlayground(page, site.url);
  await context.setOffline(true);
  const notice = page.getByText('You are offline. This page may be out of date.');
  await expect(notice).toBeVisible();
  await button(page, 'Capture Screenshot').click();
  const error = notifications(page).getByText('Error', { exact: true });
  await expect(error).toHaveCount(1);
  await expect(
    notifications(page).getByText('You are offline. Try again when the connection is back.'),
  ).toHaveCount(1);
  await page.clock.fastForward(60_000);
  await expect(imageOf(page, site.url)).toHaveCount(0);
  expect(site.requests).toHaveLength(0);
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(field(page, 'URL')).toHaveValue(site.url);
  await button(page, 'Capture Screenshot').click();
  await expect(imageOf(page, site.url)).toBeVisible();
  await expect(meter(page)).toContainText('1 / 100');
});

test('[WT-9] a session that expires leads to sign-in with one sentence, and back to the same form', async ({
  memberPage: page,
  person,
  request,
  watch,
}) => {
  watch.expect(/status of 401/);
  await using site = await serveSite();
  await openPlayground(page, site.url);
  const elsewhere = callerOf(request);
  const { email, password } = person;
  await elsewhere('POST', '/auth/login', { email, password });
  await elsewhere('POST', '/auth/sessions/end-all');
  await button(page, 'Capture Screenshot').click();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  await expect(
    page.getByText('Your session has ended. Sign in again to continue.', { exact: true }),
  ).toHaveCount(1);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL('/dashboard');
  expect(site.requests).toHaveLength(0);
  await page.getByText('Continue where you left off').getByRole('link').click();
  await expect(field(page, 'URL')).toHaveValue(site.url);
  await button(page, 'Capture Screenshot').click();
  await expect(imageOf(page, site.url)).toBeVisible();
});

test('[WT-9] a payment provider that is down: its page says so, no plan and no charge, until it is back', async ({
  memberPage: page,
  product,
  watch,
}) => {
  watch.expect(/status of 500 .*dev.payments/);
  await page.goto('/dashboard/billing');
  await expect(button(page, 'Choose Basic')).toBeEnabled();
  // The test provider cannot store its state where a folder is.
  const stateFile = join(product.dataDir, 'test-payments.json');
  await rename(stateFile, `${stateFile}.kept`);
  await mkdir(stateFile);
  await button(page, 'Choose Basic').click();
  await page.waitForURL('**/dev/payments/checkout/*');
  await expect(page.getByText('The test provider could not complete this action.')).toHaveCount(1);
  await page.goBack();
  const plan = page.getByRole('region', { name: 'Current plan' });
  await expect(plan.getByText('Free plan: no subscription needed')).toBeVisible();
  await expect(meter(page)).toContainText('0 / 100');

  await rmdir(stateFile);
  await rename(`${stateFile}.kept`, stateFile);
  await button(page, 'Choose Basic').click();
  await page.waitForURL('**/dev/payments/checkout/*');
  await button(page, /^Pay \$/).click();
  await page.waitForURL('**/dashboard/checkout-success?session_id=*');
  await expect(page.getByText('Basic is active, with 1,000 credits to use.')).toBeVisible();
});

test('[WT-9] a webhook endpoint that is down: the capture is there, the delivery says why it waits, and it arrives once the endpoint is up', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await using receiver = await serveReceiver();
  receiver.response = { status: 503, body: 'closed for repairs' };
  await openPlayground(page, site.url);
  await callApi('POST', '/webhooks', {
    name: 'Listener',
    webhookUrl: receiver.url,
    eventIds: '',
    projectIds: '',
  });
  await button(page, 'Capture Screenshot').click();
  await expect(imageOf(page, site.url)).toBeVisible();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await button(page, 'Open Listener').click();
  const drawer = page.getByRole('dialog', { name: 'Listener' });
  const delivery = drawer.getByRole('button', { name: /Screenshot completed/ });
  await expect(delivery).toContainText(/Attempt 1 of 10/);
  await expect(drawer.getByText('Delivered', { exact: true })).toHaveCount(0);
  await delivery.click();
  await expect(drawer.getByText('closed for repairs').first()).toBeVisible();
  receiver.response = { status: 200, body: 'open again' };
  await drawer.getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(drawer.getByText('Delivered', { exact: true }).first()).toBeVisible();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
});
