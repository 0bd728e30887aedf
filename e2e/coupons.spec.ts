import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, signIn, test, type CallApi } from './support/story.ts';
import type { Product } from './support/product.ts';

const newCode = () => `STORY-${randomUUID().slice(0, 8).toUpperCase()}`;
const field = (page: Page) => page.getByLabel('Coupon code');
const redeem = (page: Page) => page.getByRole('button', { name: 'Redeem', exact: true });
const meter = (page: Page) => page.getByRole('link', { name: /Credits used this cycle/ });
const toast = (page: Page, title: string) => page.getByText(title, { exact: true });

async function mint(product: Product, ...terms: string[]): Promise<string> {
  const code = newCode();
  await product.admin('coupon', 'create', '--code', code, ...terms);
  return code;
}

/** Returns a function that returns the meter's texts since this call. */
async function rememberMeter(page: Page): Promise<() => Promise<string[]>> {
  await meter(page).evaluate((link) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenByMeter: seen });
    const record = () => seen.push(link.textContent.replace(/^.*: /, ''));
    new MutationObserver(record).observe(link, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { seenByMeter: string[] }).seenByMeter);
}

test('[ST-7, ST-8, ST-11, ST-12, QC-3] a coupon opened by its link is redeemed by one click, and the credits appear without a reload', async ({
  memberPage: page,
  product,
  watch,
}) => {
  watch.expect(/status of 4\d\d/);
  const code = await mint(product, '--credits', '1000');
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(`/dashboard/settings?tab=coupon&code=${code.toLowerCase()}`);
  await expect(field(page)).toHaveValue(code.toLowerCase());
  await expect(meter(page)).toContainText('0 / 100');
  for (const step of [
    'Enter the code.',
    'Click Redeem.',
    'Credits or discounts apply immediately.',
    'Each coupon can be used once per account.',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: step })).toBeVisible();
  await expect(page.getByText('Your credits: 100')).toBeVisible();
  expect(requests.filter((request) => request.method() === 'POST')).toEqual([]);
  await expectAccessible(page, 'coupon prefilled');

  // Both queries are fresh for minutes by now: only a change makes them refetch.
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
  await page.getByRole('tab', { name: 'Redeem Coupon' }).click();
  await field(page).fill(` ${code.toLowerCase()}  `);
  const seen = await rememberMeter(page);
  const posted = page.waitForRequest('**/api/v1/offers/redeem');
  const figures = page.waitForRequest('**/api/v1/dashboards/overview');
  await redeem(page).click();
  expect((await posted).postDataJSON()).toEqual({ code });
  await figures;
  await expect(toast(page, 'Coupon Redeemed Successfully!')).toBeVisible();
  const sentence = '1,000 credits were added. You now have 1,100 credits.';
  await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  await expect(meter(page)).toContainText('0 / 1,100');
  await expect(page.getByText('Your credits: 1,100')).toBeVisible();
  await expect(field(page)).toHaveValue('');
  const between = (await seen()).map((text) => Number(text.split('/')[1]?.replace(/\D/g, '')));
  expect(between.some((total) => total > 100 && total < 1_100)).toBe(true);
  expect(between).toEqual(between.toSorted((a, b) => a - b));
  await expectAccessible(page, 'coupon redeemed');

  await field(page).fill(`  ${code.toLowerCase()} `);
  await redeem(page).click();
  const again = 'You have already redeemed this coupon. Each coupon can be used once per account.';
  await expect(toast(page, 'Redemption Failed')).toHaveCount(1);
  await expect(page.getByRole('main').getByText(again)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAccessibleDescription(again);
  await expectAccessible(page, 'coupon refused');
  await field(page).fill('NO-SUCH-CODE');
  await expect(page.getByRole('main').getByText(again)).toBeHidden();
  await field(page).press('Enter');
  await expect(
    page.getByRole('main').getByText('No coupon has this code. Check the spelling.'),
  ).toBeVisible();
  await expect(meter(page)).toContainText('0 / 1,100');
  const profile = page.waitForRequest('**/api/v1/users/profile');
  await page.getByRole('tab', { name: 'Profile' }).click();
  await profile;
});

test('[ST-8] an empty code is reported at the field and in one toast, and nothing is sent', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard/settings?tab=coupon');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await field(page).fill('   ');
  await redeem(page).click();
  await expect(toast(page, 'Invalid Coupon')).toHaveCount(1);
  await expect(page.getByRole('main').getByText('Please enter a valid coupon code.')).toBeVisible();
  expect(requests.filter((url) => url.includes('/offers/'))).toEqual([]);
});

test('[ST-11] each redemption error has its own message, and after ten attempts the message names the waiting time', async ({
  memberPage: page,
  product,
  watch,
}) => {
  watch.expect(/status of 4\d\d/);
  const [expired, early, single] = [
    await mint(product, '--credits', '5', '--expires', '2020-06-01T12:00:00Z'),
    await mint(product, '--credits', '5', '--starts', '2099-06-01T12:00:00Z'),
    await mint(product, '--credits', '5', '--max-uses', '1'),
  ];
  const other = await product.createPerson();
  const context = await page.context().browser()!.newContext({ baseURL: product.url });
  await signIn(context, other);
  const visitorPage = await context.newPage();
  await visitorPage.goto(`/dashboard/settings?tab=coupon&code=${single}`);
  await redeem(visitorPage).click();
  await expect(toast(visitorPage, 'Coupon Redeemed Successfully!')).toBeVisible();
  await context.close();

  await page.goto('/dashboard/settings?tab=coupon');
  const tryCode = async (code: string, sentence: string) => {
    await field(page).fill(code);
    await redeem(page).click();
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  };
  await tryCode(expired, 'This coupon expired on 1 June 2020 at 12:00 UTC.');
  await tryCode(early, 'This coupon is valid from 1 June 2099 at 12:00 UTC.');
  await tryCode(single, 'This coupon has reached its redemption limit.');
  for (let n = 0; n < 7; n += 1)
    await tryCode(newCode(), 'No coupon has this code. Check the spelling.');
  const wait = 'You can try 10 codes per hour. Try again in 60 minutes.';
  await tryCode(newCode(), wait);
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText(wait)).toHaveCount(1);
});

test('[WT-6] as credits run out the meter turns amber and red and captures are rejected, until a coupon adds credits; input is preserved', async ({
  memberPage: page,
  callApi,
  product,
  watch,
}) => {
  watch.expect(/status of 402/);
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  await page.goto('/dashboard/playground');
  const ring = (tone: string) => meter(page).locator(`.stroke-${tone}`);
  await expect(ring('green')).toBeVisible();
  await spend(callApi, { projectId: project.id, expensive: 25 });
  await expect(meter(page)).toContainText('75 / 100');
  await expect(ring('amber')).toBeVisible();
  await spend(callApi, { projectId: project.id, expensive: 7 });
  await expect(meter(page)).toContainText('96 / 100');
  await expect(ring('red')).toBeVisible();
  await spend(callApi, { projectId: project.id, expensive: 1, cheap: 1 });
  await expect(meter(page)).toContainText('100 / 100');

  const urlField = page.getByLabel('URL', { exact: true });
  await urlField.fill(site.url);
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  const rejection =
    'You have used all your credits for this cycle. Upgrade your plan or redeem a coupon.';
  await expect(page.getByText(rejection).first()).toBeVisible();

  const code = await mint(product, '--credits', '50');
  await page.getByRole('main').getByRole('link', { name: 'Redeem coupon' }).first().click();
  await field(page).fill(code);
  await redeem(page).click();
  await expect(meter(page)).toContainText('100 / 150');
  await page.goBack();
  await expect(urlField).toHaveValue(site.url);
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  await expect(meter(page)).toContainText('101 / 150');
});

/** Takes and settles captures: those counted by `expensive` cost 3 credits each, those by `cheap` 1. */
async function spend(
  callApi: CallApi,
  { projectId, expensive, cheap = 0 }: { projectId: number; expensive: number; cheap?: number },
): Promise<void> {
  const html = '<p>Spent</p>';
  const small = { html, project_id: projectId, width: 100, height: 100 };
  const bodies = [
    ...Array.from({ length: expensive }, () => ({ ...small, full_page: true, retina: true })),
    ...Array.from({ length: cheap }, () => small),
  ];
  await Promise.all(bodies.map((body) => callApi('POST', '/html-to-image/dashboard', body)));
}

test('[SF-3] staff create a coupon and a batch, see who redeemed and disable them; for others the page does not exist', async ({
  memberPage: page,
  context,
  person,
  product,
  watch,
}) => {
  watch.expect(/status of 4\d\d/);
  await page.goto('/staff/coupons');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await product.admin('user', 'grant-staff', '--email', person.email);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coupons', exact: true })).toBeVisible();
  const code = newCode();
  const dialog = page.getByRole('dialog');
  const open = page.getByRole('button', { name: 'Create coupons' }).first();

  await open.click();
  await dialog.getByLabel('Credits', { exact: true }).fill('0');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 1,000,000.')).toBeVisible();
  await expect(dialog.getByLabel('Credits', { exact: true })).toBeFocused();
  await expectAccessible(page, 'create coupons');
  await dialog.getByLabel('Credits', { exact: true }).fill('25');
  await dialog.getByLabel(/^Code/).fill(code.toLowerCase());
  await dialog.getByLabel(/^Note/).fill('For the story');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: code });
  for (const fact of ['25 credits', 'Always', 'Active', person.email, 'For the story'])
    await expect(row).toContainText(fact);

  await open.click();
  await dialog.getByLabel(/^Code/).fill(code);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByText('Another coupon has this code.')).toBeVisible();
  await dialog.getByText('Batch', { exact: true }).click();
  await dialog.getByLabel('Number of codes').fill('30');
  await dialog.getByLabel(/^Prefix/).fill('fair');
  await dialog.getByRole('button', { name: 'Create 30 codes' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^coupons-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(31);
  expect(lines[1]).toMatch(/^FAIR-\w{4}-\w{4}-\w{4},credits,100,,,,1$/);
  await expectAccessible(page, 'batch ready');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('searchbox').fill('story');
  await expect(page.getByRole('row').filter({ hasText: 'FAIR-' })).toHaveCount(0);
  await expect(row).toBeVisible();
  await page.getByRole('searchbox').fill('nothing has this');
  await expect(page.getByText('No matching coupons')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expectAccessible(page, 'coupons');

  const settings = await context.newPage();
  await settings.goto(`/dashboard/settings?tab=coupon&code=${code}`);
  await redeem(settings).click();
  await expect(toast(settings, 'Coupon Redeemed Successfully!')).toBeVisible();
  await page.reload();
  await page.getByRole('searchbox').fill(code);
  await row.getByRole('button', { name: `Redemptions of ${code}` }).click();
  await expect(dialog.getByText('Redeemed by 1 account.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText(person.email);
  await expectAccessible(page, 'redemptions');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('button', { name: `Disable ${code}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await expect(row.getByRole('button', { name: `Disable ${code}` })).toBeDisabled();
});
