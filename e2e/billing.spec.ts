import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { readMail } from './support/mailbox.ts';
import { serveSite } from './support/site.ts';
import { callerOf, expect, signIn, test, type CallApi } from './support/story.ts';

const billing = '/dashboard/billing';
const current = (page: Page) => page.getByRole('region', { name: 'Current plan' });
const card = (page: Page, plan: string) => page.getByRole('listitem', { name: plan, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Returns the plan and the credits as stored by the server. */
async function stateOf(
  callApi: CallApi,
): Promise<{ plan: string; status: string; credits: number }> {
  const { subscriptionPlan } = await callApi<{
    subscriptionPlan: { status: string; plan: { name: string } };
  }>('GET', '/subscriptions/status');
  const { credits } = await callApi<{ credits: number }>('GET', '/dashboards/overview');
  return { plan: subscriptionPlan.plan.name, status: subscriptionPlan.status, credits };
}

/** Buys a plan with its card's button on the hosted test page; ends on the success page. */
async function buy(page: Page, plan: string): Promise<string> {
  await page.goto(billing);
  await page.getByRole('button', { name: `Choose ${plan}` }).click();
  await page.waitForURL('**/dev/payments/checkout/*');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/dashboard/checkout-success?session_id=*');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  return new URL(page.url()).searchParams.get('session_id') ?? '';
}

test('[BP-1, BP-4, BP-8, BP-11, CS-1, CS-2, CS-3, CS-4, CS-5, QC-4] Basic is bought on the hosted page: it is active with 1,000 credits, confirmed by email', async ({
  memberPage: page,
  callApi,
  person,
  product,
}) => {
  test.slow();
  await page.goto(billing);
  await expect(current(page).getByText('INACTIVE', { exact: true })).toBeVisible();
  await expect(current(page).getByText('Free plan: no subscription needed')).toBeVisible();
  await expect(card(page, 'Free').getByRole('button', { name: 'Current plan' })).toBeDisabled();
  await page.getByRole('radio', { name: /^Annual Get up to 2 months free/ }).check();
  await expect(card(page, 'Basic').getByText('1 month free')).toBeVisible();
  await expect(card(page, 'Advanced').getByText('2 months free')).toBeVisible();
  await page.getByRole('radio', { name: 'Monthly' }).check();
  const request = page.waitForRequest('**/subscriptions/create-checkout-session');
  const sessionId = await buy(page, 'Basic');
  expect((await request).postDataJSON()).toEqual({
    newPlanId: 2,
    successUrl: `${product.url}/dashboard/checkout-success`,
    cancelUrl: `${product.url}/dashboard/checkout-cancel?plan=2`,
  });
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(
    page.getByText('Thank you for your subscription. Your plan has been activated successfully.'),
  ).toBeVisible();
  await expect(page.getByText(`Transaction ID: ${sessionId.slice(-8)}`)).toBeVisible();
  await expect(page.getByText('Basic is active, with 1,000 credits to use.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Credits used this cycle/ })).toContainText(
    '0 / 1,000',
  );
  await expect(page.getByRole('link', { name: /^support@|@/ })).toHaveAttribute('href', /^mailto:/);
  await readMail({
    url: product.url,
    to: person.email,
    pattern: /Thank you for your payment of \$9\b.* Your Basic plan .* is active/,
  });
  expect(await stateOf(callApi)).toEqual({ plan: 'Basic', status: 'ACTIVE', credits: 1_000 });
  await page.getByRole('link', { name: 'View Billing Details' }).click();
  await expect(page).toHaveURL(billing);
  await expect(current(page).getByText('ACTIVE', { exact: true })).toBeVisible();
  await expect(card(page, 'Basic').getByRole('button', { name: 'Current plan' })).toBeDisabled();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await expect(page.getByRole('cell', { name: '$9.00' })).toBeVisible();
});

test('[CC-1, CC-2, CC-3, CC-4] a declined card and an expired checkout cost nothing and return to the chosen plan', async ({
  memberPage: page,
  callApi,
  watch,
}) => {
  test.slow();
  watch.expect(/status of 402/);
  await page.goto(`${billing}?cycle=annual`);
  await page.getByRole('button', { name: 'Choose Advanced' }).click();
  await page.waitForURL('**/dev/payments/checkout/*');
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
  await expect(page.getByRole('alert')).toContainText('declined');
  await page.getByRole('link', { name: 'Back without paying' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  await expect(
    page.getByText(
      'Your payment was cancelled or failed to process. No charges have been made to your account.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happened?' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, 'a cancelled payment');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('radio', { name: /^Annual/ })).toBeChecked();
  await page.getByRole('button', { name: 'Choose Advanced' }).click();
  await page.waitForURL('**/dev/payments/checkout/*');
  watch.expect(/status of 410/);
  await page.getByRole('button', { name: 'Let this page expire' }).click();
  await expect(page.getByRole('heading', { name: 'This page has expired' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(await stateOf(callApi)).toEqual({ plan: 'Free', status: 'INACTIVE', credits: 100 });
});

test('[BP-12, BP-6] a plan is upgraded after its price is shown, cancelled with a reason and resumed', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await buy(page, 'Basic');
  await page.goto(billing);
  await page.getByRole('button', { name: 'Upgrade to Advanced' }).click();
  const upgrade = dialog(page, 'Change to Advanced, monthly');
  await expect(upgrade.getByText('immediately')).toBeVisible();
  await expect(upgrade.getByText('$29 each month')).toBeVisible();
  await expectAccessible(page, 'the price of a change');
  await upgrade.getByRole('button', { name: /^Pay \$\d+(\.\d\d)? and change$/ }).click();
  await expect(page.getByText('Advanced, monthly is active.')).toBeVisible();
  await expect(upgrade).toBeHidden();
  await expect(current(page).getByText('Advanced', { exact: true })).toBeVisible();
  expect(await stateOf(callApi)).toEqual({ plan: 'Advanced', status: 'ACTIVE', credits: 5_000 });

  await page.getByRole('button', { name: 'Downgrade to Basic' }).click();
  const downgrade = dialog(page, 'Change to Basic, monthly');
  await expect(downgrade.getByText('nothing', { exact: true })).toBeVisible();
  await downgrade.getByRole('button', { name: 'Change plan' }).click();
  await expect(current(page).getByText(/^Changes to Basic, monthly on /)).toBeVisible();
  await expect(card(page, 'Basic').getByRole('button', { name: /^Starts on / })).toBeDisabled();
  await page.getByRole('button', { name: 'Keep Advanced' }).click();
  await expect(current(page).getByText(/^Renews on /)).toBeVisible();

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  const cancel = dialog(page, 'Cancel Advanced');
  await cancel.getByRole('radio', { name: 'A feature is missing' }).check();
  await expectAccessible(page, 'Cancel Advanced');
  await cancel.getByRole('button', { name: 'Cancel Advanced' }).click();
  await expect(current(page).getByText('CANCELLED', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Current plan' })).toHaveCount(0);
  expect(await stateOf(callApi)).toEqual({ plan: 'Advanced', status: 'CANCELLED', credits: 5_000 });
  await expectAccessible(page, 'a cancelled plan');
  await current(page).getByRole('button', { name: 'Resume plan' }).click();
  await expect(current(page).getByText('ACTIVE', { exact: true })).toBeVisible();
  await expect(card(page, 'Advanced').getByRole('button', { name: 'Current plan' })).toBeDisabled();
});

test('[BP-12] payment method and invoices open at the provider', async ({ memberPage: page }) => {
  test.slow();
  await buy(page, 'Basic');
  await page.goto(`${billing}?tab=invoices`);
  const view = page.getByRole('link', { name: /^View invoice/ });
  await expect(view).toHaveAttribute('target', '_blank');
  await page.getByRole('button', { name: 'Payment method' }).click();
  await page.waitForURL('**/dev/payments/portal/*');
  await page.getByRole('link', { name: /^Back to/ }).click();
  await expect(page).toHaveURL(billing);
  await expect(page.getByRole('button', { name: 'Payment method' })).toBeEnabled();
});

test('[CS-5] another user’s session, or none, changes nothing', async ({
  memberPage: page,
  callApi,
  browser,
  product,
  watch,
}) => {
  test.slow();
  watch.expect(/status of 404/);
  await using others = await browser.newContext({ baseURL: product.url });
  await signIn(others, await product.createPerson());
  const foreign = await callerOf(others.request)<{ sessionId: string }>(
    'POST',
    '/subscriptions/create-checkout-session',
    {
      newPlanId: 2,
      successUrl: `${product.url}/dashboard/checkout-success`,
      cancelUrl: `${product.url}/dashboard/checkout-cancel`,
    },
  );
  for (const sessionId of [foreign.sessionId, 'cs_test_invented0']) {
    await page.goto(`/dashboard/checkout-success?session_id=${sessionId}`);
    await expect(page.getByText('Not confirmed', { exact: true })).toBeVisible();
    expect(await stateOf(callApi)).toEqual({ plan: 'Free', status: 'INACTIVE', credits: 100 });
  }
});

test('[BP-14] usage of the cycle shows meters, days, projects, keys, the ledger and its CSV', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  await callApi('POST', '/screenshots/dashboard', {
    url: site.url,
    project_id: project.id,
    file_type: 'png',
    full_page: 'false',
    disable_animations: 'false',
    disable_javascript: 'false',
    retina: 'true',
    width: 800,
    height: 600,
  });
  const used = () =>
    callApi<{ creditsUsed: number }>('GET', '/credits/usage').then((usage) => usage.creditsUsed);
  await expect.poll(used).toBe(2);
  await page.goto(`${billing}?tab=usage`);
  await expect(page.getByText('98 left')).toBeVisible();
  await expect(page.getByText(/^2 of 100 used/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'By project' })).toContainText('Atlas');
  await expect(page.getByRole('region', { name: 'By API key' })).toContainText('Dashboard');
  await expect(page.getByRole('figure')).toContainText('2 credits over 1 day');
  const ledger = page.getByRole('table', { name: 'Credit ledger' });
  await expect(ledger.getByRole('row', { name: /Capture.*−2/ })).toBeVisible();
  await expect(ledger.getByRole('row', { name: /Grant.*\+100/ })).toBeVisible();
  await expectAccessible(page, 'usage as a chart');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expectAccessible(page, 'usage as a table');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('credit-ledger.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines.length).toBeGreaterThanOrEqual(3);
});

test('[AX-1, AX-2] plans work by keyboard alone and have no axe violation', async ({
  memberPage: page,
}) => {
  test.slow();
  await page.goto(billing);
  await expect(card(page, 'Free')).toBeVisible();
  await expectAccessible(page, 'plans of a Free account');
  for (const tab of ['usage', 'invoices']) {
    await page.goto(`${billing}?tab=${tab}`);
    await expect(
      page.getByText(/^No (entries|invoices) yet$|^Credit ledger$/).first(),
    ).toBeVisible();
    await expectAccessible(page, `${tab} of a Free account`);
  }
  await page.goto(billing);
  await page.getByRole('radio', { name: 'Monthly' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Annual/ })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose Basic' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dev/payments/checkout/*');
  await expectAccessible(page, 'the hosted test page');
  await page.getByRole('button', { name: /^Pay \$99/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a payment that succeeded');
  await page.getByRole('link', { name: 'View Billing Details' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel plan' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep plan' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeFocused();
});
