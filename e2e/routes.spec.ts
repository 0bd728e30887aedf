import { expect, test } from './support/story.ts';

const privatePages = [
  ['/dashboard', 'Overview'],
  ['/dashboard/playground', 'Playground'],
  ['/dashboard/api-keys', 'API Keys'],
  ['/dashboard/files', 'File Manager'],
  ['/dashboard/batches', 'Batches'],
  ['/dashboard/batches/new', 'New batch'],
  ['/dashboard/baselines', 'Baselines'],
  ['/dashboard/schedules', 'Schedules'],
  ['/dashboard/team', 'Team'],
  ['/dashboard/audit', 'Audit log'],
  ['/dashboard/reports', 'Reports'],
  ['/dashboard/reports/new', 'New report'],
  ['/dashboard/compare', 'Compare captures'],
  ['/dashboard/saved-settings', 'Saved Settings'],
  ['/dashboard/webhooks', 'Webhooks'],
  ['/dashboard/billing', 'Billing & Plans'],
  ['/dashboard/checkout-success', 'Payment Successful!'],
  ['/dashboard/checkout-cancel', 'Payment Cancelled'],
  ['/dashboard/settings', 'Settings'],
  ['/dashboard/privacy', 'Privacy'],
  ['/dashboard/help', 'We are sorry that you got trouble'],
] as const;
const publicPages = [
  ['/', 'Sign in'],
  ['/register', 'Create your account'],
] as const;

test('[RT-1, RT-2, RT-10, PF-6] every private path opens its page inside the shell, also after a reload', async ({
  memberPage: page,
}) => {
  for (const [path, heading] of privatePages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('[RT-1, RT-10, PF-6] the public paths open their pages, also after a reload', async ({
  page,
}) => {
  for (const [path, heading] of publicPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  }
});

test('[RT-5] a visitor who opens a private page is redirected to sign-in', async ({ page }) => {
  for (const [path] of privatePages) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  }
});

test('[RT-4, SI-9] a signed-in user who opens sign-in or sign-up is redirected to the dashboard', async ({
  memberPage: page,
}) => {
  for (const [path] of publicPages) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  }
});

const unknown = ['/nowhere', '/dashboard/nowhere', '/dashboard/files/7', '/register/now'];

test('[RT-3, NF-1, NF-2] an unknown path shows visitors a 404 page with a link home', async ({
  page,
  watch,
}) => {
  watch.expect(/status of 404/);
  for (const path of unknown) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('[RT-3, NF-1, NF-2] an unknown path shows signed-in users a 404 page with a search and a link to the dashboard', async ({
  memberPage: page,
  watch,
}) => {
  watch.expect(/status of 404/);
  for (const path of unknown) {
    await page.goto(path);
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Search pages, files and actions' }).click();
  await page.getByRole('combobox').fill('webhooks');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/webhooks');
  await page.goto('/dashbord');
  await page.getByRole('link', { name: '/dashboard', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('[RT-10] an unknown API path returns 404 as JSON, not the dashboard', async ({ request }) => {
  const response = await request.get('/api/v1/nowhere', { headers: { accept: 'text/html' } });
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ status: 'error', statusCode: 404 });
});

test('[RT-12] each page has its own title and focuses its heading, and Back restores the scroll position', async ({
  memberPage: page,
}) => {
  // The page is taller than the viewport by at least this much, even while parts of it load.
  const scrolledPx = 200;
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('Overview · Shotwright');
  await expect(page.getByRole('heading', { name: 'Recent captures' })).toBeVisible();
  await page.mouse.wheel(0, scrolledPx);
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolledPx);
  const titles = new Set<string>();
  for (const name of [
    'Playground',
    'API Keys',
    'File Manager',
    'Webhooks',
    'Billing',
    'Settings',
  ]) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    titles.add(await page.title());
  }
  expect(titles.size).toBe(6);
  expect([...titles].every((title) => title.endsWith(' · Shotwright'))).toBe(true);
  for (let step = 0; step < 6; step += 1) await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolledPx);
});

test('[PF-5] the mouse on a sidebar item, or its focus, loads the code and the first data of its page', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const load = async (path: RegExp, act: () => Promise<void>) => {
    const data = page.waitForResponse((response) => path.test(response.url()));
    const code = page.waitForResponse((response) => /\/assets\/.*\.js$/.test(response.url()));
    await act();
    await Promise.all([data, code]);
  };
  const item = (name: string) => page.getByRole('link', { name, exact: true });
  await load(/\/webhooks\b/, () => item('Webhooks').hover());
  await load(/\/projects\/files\b/, () => item('File Manager').focus());
  await page.waitForLoadState('networkidle');
  requests.length = 0;
  await item('Webhooks').click();
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  expect(requests.filter((path) => path.startsWith('/assets/'))).toEqual([]);
  expect(requests.filter((path) => path.endsWith('/webhooks'))).toEqual([]);
});
