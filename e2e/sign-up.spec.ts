import type { Page } from '@playwright/test';
import { readMail } from './support/mailbox.ts';
import { expect, newEmail, test } from './support/story.ts';

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const verify = (page: Page) => page.getByRole('button', { name: 'Verify Account' });
const digit = (page: Page, nth: number) =>
  label(page, nth === 1 ? 'Verification code' : `Digit ${nth} of 6`).and(page.getByRole('textbox'));
const ada = { firstName: 'Ada', lastName: 'King Lovelace', password: 'engine no. 1' };

async function fillDetails(page: Page, email: string): Promise<void> {
  await label(page, 'First name').fill(ada.firstName);
  await label(page, 'Last name').fill(ada.lastName);
  await label(page, 'Email').fill(email);
  await label(page, 'Password').fill(ada.password);
  await label(page, 'Confirm password').fill(ada.password);
}

async function passBotCheck(page: Page): Promise<void> {
  await page.getByLabel('I am not a robot').click();
  await expect(page.getByText('Checked', { exact: true })).toBeVisible();
}

/** Submits the first step with valid details. */
async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await fillDetails(page, email);
  await passBotCheck(page);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(verify(page)).toBeVisible();
}

const readCode = async (url: string, to: string) =>
  (await readMail({ url, to, pattern: /\b\d{6}\b/ }))[0];

async function pasteCode(page: Page, code: string): Promise<void> {
  await digit(page, 1).focus();
  await digit(page, 1).evaluate((box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    box.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, code);
}

test('[SU-1, SU-2, SU-5, SU-6, SU-9, SU-14, SU-18, RT-7, AU-4] a new user reaches the dashboard within a minute through form, bot check and the code from the local mailbox', async ({
  page,
  product,
  context,
}) => {
  const email = newEmail();
  const began = Date.now();
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps.first()).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('button', { name: 'Sign up with a test identity' })).toBeVisible();
  await fillDetails(page, email);
  await passBotCheck(page);
  const sent = page.waitForRequest('**/api/v1/auth/verify-email');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ email, captchaToken: expect.any(String) });
  await expect(page.getByText('Verification Code Sent', { exact: true })).toBeVisible();
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the local mailbox' }).click();
  const mailbox = await opened;
  await mailbox.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
  const code = /\b\d{6}\b/.exec(await mailbox.locator('pre').innerText())?.[0] ?? '';
  await mailbox.close();

  await expect(verify(page)).toBeDisabled();
  await digit(page, 1).pressSequentially(code.slice(0, 5));
  await expect(verify(page)).toBeDisabled();
  await digit(page, 6).pressSequentially(code.slice(5));
  const created = page.waitForRequest('**/api/v1/auth/signup');
  await verify(page).click();
  expect((await created).postDataJSON()).toEqual({ ...ada, email, otp: code });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Welcome to Shotwright!', { exact: true })).toBeVisible();
  await expect(page.getByText('Ada King Lovelace')).toBeVisible();
  expect(Date.now() - began).toBeLessThan(60_000);
  expect(await readCode(product.url, email)).toBe(code);
});

test('[SU-3] every invalid field is reported beside it, and the first gets the focus', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  for (const text of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
    'Please complete the captcha verification',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(label(page, 'First name')).toBeFocused();
  await label(page, 'First name').fill('Ada');
  await label(page, 'Last name').fill('King');
  await label(page, 'Email').fill('ada at example');
  await label(page, 'Password').fill('1234567');
  await label(page, 'Confirm password').fill('12345678');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  for (const text of [
    'Please enter a valid email address',
    'Password must be at least 8 characters',
    'Passwords do not match',
    'Please complete the captcha verification',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(label(page, 'Email')).toBeFocused();
  await expect(label(page, 'Email')).toHaveValue('ada at example');
  await expect(page).toHaveURL('/register');
});

test('[SU-5, SU-14] a code that could not be sent preserves the step and the input and requires the bot check again', async ({
  page,
  watch,
}) => {
  watch.expect(/status of 503/);
  await page.goto('/register');
  await fillDetails(page, newEmail());
  await passBotCheck(page);
  await page.route('**/api/v1/auth/verify-email', (route) =>
    route.fulfill({ status: 503, body: '' }),
  );
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Email Verification Failed' }),
  ).toBeVisible();
  await expect(label(page, 'Password')).toHaveValue(ada.password);
  await expect(page.getByLabel('I am not a robot')).not.toBeChecked();
  await expect(verify(page)).toBeHidden();
});

test('[SU-7, SU-9, SU-15] a code with a letter is rejected without a request, a wrong one stays editable, and a pasted valid one creates the account', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(/status of 4\d\d/);
  const email = newEmail();
  await requestCode(page, email);
  await expect(digit(page, 1)).toBeFocused();
  await expect(digit(page, 1)).toHaveAttribute('inputmode', 'numeric');
  await expect(digit(page, 1)).toHaveAttribute('autocomplete', 'one-time-code');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await pasteCode(page, '12345a');
  await verify(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Invalid code' });
  await expect(toast).toContainText('Please enter the complete 6-digit verification code');
  expect(calls).toEqual([]);
  await digit(page, 6).focus();
  await page.keyboard.press('Backspace');
  await expect(digit(page, 6)).toHaveValue('');
  await page.keyboard.press('Backspace');
  await expect(digit(page, 5)).toHaveValue('');

  const code = await readCode(product.url, email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await pasteCode(page, wrong);
  await verify(page).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Account Creation Failed' }),
  ).toBeVisible();
  await expect(digit(page, 6)).toHaveValue(wrong.slice(5));
  await expect(digit(page, 6)).toBeEditable();
  await pasteCode(page, code);
  await verify(page).click();
  await expect(page).toHaveURL('/dashboard');
});

test('[SU-10] Back to account details preserves the input except the confirmed password', async ({
  page,
}) => {
  const email = newEmail();
  await requestCode(page, email);
  await page.getByRole('button', { name: 'Back to account details' }).click();
  await expect(label(page, 'First name')).toHaveValue(ada.firstName);
  await expect(label(page, 'Last name')).toHaveValue(ada.lastName);
  await expect(label(page, 'Email')).toHaveValue(email);
  await expect(label(page, 'Password')).toHaveValue(ada.password);
  await expect(label(page, 'Confirm password')).toHaveValue('');
});

test('[SU-15] the code counts down from ten minutes, and another is sent after thirty seconds without a bot check', async ({
  page,
  product,
}) => {
  const email = newEmail();
  await page.clock.install();
  await requestCode(page, email);
  const first = await readCode(product.url, email);
  await expect(page.getByText(/The code expires in (10:00|9:5\d)\./)).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled();
  await page.clock.runFor(31_000);
  await expect(page.getByText(/The code expires in 9:[12]\d\./)).toBeVisible();
  await page.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect(page.getByText('Verification Code Sent', { exact: true }).last()).toBeVisible();
  await expect.poll(() => readCode(product.url, email)).not.toBe(first);
});

test('[SU-17] fulfilled password rules are ticked, and a taken email offers to sign in', async ({
  page,
  product,
  person,
  watch,
}) => {
  watch.expect(/status of 409/);
  await page.goto('/register');
  const rules = page.getByRole('list', { name: 'Password rules' });
  await label(page, 'Password').fill('1234567');
  await expect(rules).toContainText('At least 8 characters: not met yet');
  await label(page, 'Password').fill('12345678');
  await expect(rules).toContainText('At least 8 characters: met');
  await expect(rules).toContainText('Both passwords match: not met yet');
  await label(page, 'Confirm password').fill('12345678');
  await expect(rules).toContainText('Both passwords match: met');
  await fillDetails(page, person.email);
  await passBotCheck(page);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await pasteCode(page, await readCode(product.url, person.email));
  await verify(page).click();
  await expect(page.getByText('An account with this email already exists.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Sign in instead.' }).click();
  await expect(page).toHaveURL('/');
});

test('[SU-13] a signed-in user does not see the sign-up page', async ({ memberPage: page }) => {
  await page.goto('/register');
  await expect(page).toHaveURL('/dashboard');
});
