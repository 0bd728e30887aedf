import { readMail } from './support/mailbox.ts';
import { callerOf, expect, newEmail, test } from './support/story.ts';
import type { Page } from '@playwright/test';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test('[SI-1, SI-2, SI-5, RT-7, AU-4] email and password sign in, with the password shown on demand', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await email(page).fill(person.email);
  await password(page).fill(person.password);
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  const call = page.waitForRequest('**/api/v1/auth/login');
  await signInButton(page).click();
  expect((await call).method()).toBe('POST');
  expect((await call).postDataJSON()).toEqual({ email: person.email, password: person.password });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible();
  expect(await page.evaluate("localStorage.getItem('isAuthenticated')")).toBe('true');
  expect(JSON.parse(await page.evaluate<string>("localStorage.getItem('user')"))).toMatchObject({
    email: person.email,
  });
});

test('[SI-3] an empty field sends nothing, shows no message and gets the focus', async ({
  page,
}) => {
  await page.goto('/');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await expect(page.locator('form')).toHaveAttribute('novalidate', '');
  const text = await page.locator('body').innerText();
  await signInButton(page).click();
  await expect(email(page)).toBeFocused();
  await email(page).fill('ada@example.com');
  await signInButton(page).click();
  await expect(password(page)).toBeFocused();
  await email(page).fill('   ');
  await password(page).fill('secret');
  await signInButton(page).click();
  await expect(email(page)).toBeFocused();
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
  expect(await page.locator('body').innerText()).toBe(text);
});

test('[SI-6, AU-4] a wrong password is reported, preserves the email and focuses the password', async ({
  page,
  person,
  watch,
}) => {
  watch.expect(/status of 400/);
  await page.goto('/');
  await email(page).fill(person.email);
  await password(page).fill('not the password');
  await signInButton(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Login Failed' });
  await expect(toast).toContainText('Invalid credentials. Please try again.');
  await expect(email(page)).toHaveValue(person.email);
  await expect(password(page)).toBeFocused();
  await expect(page).toHaveURL('/');
});

test('[SI-12] Enter submits, the button shows its busy state under its label, and Caps Lock shows a hint', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await email(page).fill(person.email);
  await password(page).focus();
  await password(page).dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(page.getByText('Caps Lock is on')).toBeVisible();
  await password(page).dispatchEvent('keyup', { key: 'CapsLock', modifierCapsLock: false });
  await expect(page.getByText('Caps Lock is on')).toBeHidden();
  await password(page).fill(person.password);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/auth/login', async (route) => {
    await held.promise;
    await route.continue();
  });
  await password(page).press('Enter');
  await expect(signInButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(signInButton(page).locator('svg')).toBeVisible();
  held.resolve();
  await expect(page).toHaveURL('/dashboard');
});

test('[SI-7, SU-13] sign-in and sign-up link to each other', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByText('Every page, as it looked.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('[SI-8] the side panel shows the next item every five seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByText('First news')).toBeVisible();
  await page.clock.runFor(4_900);
  await expect(page.getByText('First news')).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByText('Second news')).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(page.getByText('First news')).toBeVisible();
});

/** Signs in as a user on the local identity provider's page. */
async function chooseIdentity(page: Page, who: { name: string; email: string }): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(who.name);
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

test('[SI-4, SI-5, SI-14, SU-11, AU-4, RT-7] a test identity signs up, and later signs in', async ({
  page,
}) => {
  const who = { name: 'Grace Brewster Hopper', email: newEmail() };
  await page.goto('/register');
  await expect(page.getByText('Local test identity: for development only.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign up with a test identity' }).click();
  const signUp = page.waitForRequest('**/api/v1/auth/google/signup');
  await chooseIdentity(page, who);
  expect((await signUp).postDataJSON()).toEqual({ code: expect.any(String) });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Welcome to Shotwright!', { exact: true })).toBeVisible();
  await expect(page.getByText('Grace Brewster Hopper')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a test identity' }).click();
  const signIn = page.waitForRequest('**/api/v1/auth/google/login');
  await chooseIdentity(page, who);
  expect((await signIn).postDataJSON()).toEqual({ code: expect.any(String) });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Welcome!', { exact: true })).toBeVisible();
});

test('[SI-6, SU-11] an identity that can neither sign in nor sign up shows an error', async ({
  page,
  person,
  watch,
}) => {
  watch.expect(/status of 4\d\d/);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in with a test identity' }).click();
  await chooseIdentity(page, { name: 'Nobody', email: newEmail() });
  await expect(page.getByRole('alert').filter({ hasText: 'Google Sign-in Failed' })).toBeVisible();
  await page.goto('/register');
  await page.getByRole('button', { name: 'Sign up with a test identity' }).click();
  await chooseIdentity(page, { name: 'Ada', email: person.email });
  await expect(page.getByRole('alert').filter({ hasText: 'Google Sign-up Failed' })).toBeVisible();
});

test('[SI-10] a forgotten password is replaced through the emailed link, which ends all sessions', async ({
  page,
  person,
  product,
  request,
  watch,
}) => {
  const elsewhere = callerOf(request);
  await elsewhere('POST', '/auth/login', { email: person.email, password: person.password });
  const texts: string[] = [];
  for (const recipient of [newEmail(), person.email]) {
    await page.goto('/');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await email(page).fill(recipient);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    texts.push(await page.getByRole('main').innerText());
  }
  expect(texts[0]).toBe(texts[1]);
  const pattern = /https?:\S+\/reset-password\?token=\S+/;
  const [link] = await readMail({ url: product.url, to: person.email, pattern });
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await page.getByLabel('New password').fill('a better secret 9');
  await page.getByLabel('Confirm password').fill('a better secret 9');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL('/');
  expect((await request.get('/api/v1/users/profile')).status()).toBe(401);
  await readMail({ url: product.url, to: person.email, pattern: /password .*changed/i });
  await email(page).fill(person.email);
  await password(page).fill('a better secret 9');
  await signInButton(page).click();
  await expect(page).toHaveURL('/dashboard');
  watch.expect(/status of 4\d\d/);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.goto(link);
  await page.getByLabel('New password').fill('and once more 9');
  await page.getByLabel('Confirm password').fill('and once more 9');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(link);
});
