import { csrf } from '@shotwright/contract';
import { callerOf, expect, signIn, test } from './support/story.ts';

const signedOut = { title: 'Logged Out', text: 'You have been successfully logged out.' };

test('[AU-6, RT-8, SH-5] sign-out sends no API request, clears local data and opens the sign-in page', async ({
  memberPage: page,
  context,
}) => {
  // Requests that the page sends while it loads must not count as requests of the sign-out.
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  await context.addCookies([{ name: 'another', value: 'x', domain: 'localhost', path: '/' }]);
  await page.evaluate("sessionStorage.setItem('loadedSettings', '{}')");
  const calls: string[] = [];
  page.on('request', (request) =>
    calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(signedOut.title, { exact: true })).toBeVisible();
  await expect(page.getByText(signedOut.text, { exact: true })).toBeVisible();
  expect(calls.filter((call) => call.includes('/api/'))).toEqual([]);
  expect(
    await page.evaluate("['isAuthenticated', 'user'].map((name) => localStorage.getItem(name))"),
  ).toEqual([null, null]);
  expect(await page.evaluate("sessionStorage.getItem('loadedSettings')")).toBeNull();
  expect(await page.evaluate('document.cookie')).toBe('');
});

test('[AU-13] after sign-out the old cookies, even both together, return 401', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/dashboard');
  const old = await context.cookies();
  const session = old.find(({ name }) => name === 'shotwright_session');
  const companion = old.find(({ name }) => name === csrf.cookie);
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(companion).toMatchObject({ httpOnly: false, sameSite: 'Lax' });
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  // The cookie of a trusted device is not a session cookie and remains after sign-out.
  const cookieNames = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(cookieNames).toEqual(['shotwright_device']);
  for (const cookies of [[session], [session, companion]]) {
    const cookie = cookies.map((one) => `${one?.name}=${one?.value}`).join('; ');
    const url = new URL('/api/v1/users/profile', page.url());
    const response = await fetch(url, { headers: { cookie } });
    expect(response.status).toBe(401);
  }
});

test('[AU-13] a write without the CSRF header is rejected', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/dashboard');
  const response = await context.request.post('/api/v1/projects', { data: { name: 'Forged' } });
  expect(response.status()).toBe(403);
});

test('[RT-15] after sign-out Back shows no private page', async ({ memberPage: page, person }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'API Keys', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/api-keys');
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(person.email)).toBeHidden();
});

test('[RT-15] Back from another document shows nothing private after sign-out in another tab', async ({
  memberPage: page,
  person,
  context,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText(person.email)).toBeVisible();
  await page.goto('/docs');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByText(person.email)).toBeHidden();
});

test('[AU-14] sign-out in one tab signs the other tab out within a second, and sign-in is detected there', async ({
  memberPage: page,
  context,
  person,
}) => {
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard/settings');
  await expect(other.getByText('Email address cannot be changed')).toBeVisible();
  // A second of the clock passes at most, so that the other tab cannot have waited for a timer.
  await context.clock.install();
  await context.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await context.clock.runFor(1_000);
  await expect(other).toHaveURL('/');
  await context.clock.resume();
  await expect(other.getByText(person.email)).toBeHidden();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(other).toHaveURL('/dashboard');
});

test('[AU-8, RT-8, AU-14] a session ended elsewhere clears the flag and the user, not the loaded settings, and opens sign-in in every tab', async ({
  memberPage: page,
  context,
  request,
  person,
  watch,
}) => {
  watch.expect(/status of 401/);
  await page.goto('/dashboard');
  await expect(page.getByText('Credits Remaining')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/webhooks');
  await page.evaluate("sessionStorage.setItem('loadedSettings', '{}')");
  const elsewhere = callerOf(request);
  await elsewhere('POST', '/auth/login', { email: person.email, password: person.password });
  await elsewhere('POST', '/auth/sessions/end-all');
  await page.goto('/dashboard/settings');
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  expect(
    await page.evaluate("['isAuthenticated', 'user'].map((name) => localStorage.getItem(name))"),
  ).toEqual([null, null]);
  expect(await page.evaluate("sessionStorage.getItem('loadedSettings')")).toBe('{}');
});

test('[AU-10] the theme is light and stored as such, regardless of the system’s preference', async ({
  page,
  context,
  person,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const background = () =>
    page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  await page.goto('/');
  expect(await page.evaluate("localStorage.getItem('theme')")).toBe('light');
  const inTheDark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(inTheDark);
  expect(Math.min(...String(inTheDark).match(/\d+/g)!.slice(0, 3).map(Number))).toBeGreaterThan(
    220,
  );
  await signIn(context, person);
  await page.goto('/dashboard');
  expect(await page.evaluate("localStorage.getItem('theme')")).toBe('light');
});
