import { expect, test } from './support/story.ts';

const items = [
  ['Overview', '/dashboard'],
  ['Playground', '/dashboard/playground'],
  ['API Keys', '/dashboard/api-keys'],
  ['File Manager', '/dashboard/files'],
  ['Saved Settings', '/dashboard/saved-settings'],
  ['Webhooks', '/dashboard/webhooks'],
  ['Billing', '/dashboard/billing'],
  ['Help', '/dashboard/help'],
  ['Settings', '/dashboard/settings'],
] as const;

test('[SH-1, SH-2, SH-7] the sidebar is 64 units wide, lists nine pages in order, collapses by key or button and remembers its state', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard');
  const sidebar = page.getByRole('complementary').filter({ has: page.getByRole('navigation') });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const width = async () => (await sidebar.boundingBox())?.width;
  await expect(links).toHaveText(items.map(([name]) => name));
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    items.map(([, path]) => path),
  );
  expect(await width()).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBeLessThan(80);
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await page.reload();
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  const files = links.nth(3);
  await expect(files).toHaveAccessibleName('File Manager');
  await files.hover();
  await expect(page.locator('[data-side="right"]').getByText('File Manager')).toBeVisible();
  await page.mouse.move(700, 500);
  await page.keyboard.press('ControlOrMeta+b');
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
  await expect.poll(width).toBe(256);
});

test('[SH-7] on a phone the sidebar is a drawer that traps the focus and closes on navigation', async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'Webhooks' })).toBeVisible();
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab');
    // At both ends of the drawer, the focus passes a guard element before it wraps around.
    await expect
      .poll(() => drawer.evaluate((box) => box.contains(document.activeElement)))
      .toBe(true);
  }
  await drawer.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL('/dashboard/webhooks');
  await expect(drawer).toBeHidden();
});

test('[SH-6] Help opens the help page, and Feature Request the board in a new tab', async ({
  memberPage: page,
}) => {
  await page.goto('/dashboard');
  const header = page.getByRole('banner');
  const board = header.getByRole('link', { name: 'Feature Request' });
  await expect(board).toHaveAttribute('href', 'https://feedback.example.com/board');
  await expect(board).toHaveAttribute('target', '_blank');
  await expect(board).toHaveAttribute('rel', /noopener/);
  await header.getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/help');
});

test('[SH-5] the button reads Signing Out... during sign-out', async ({ memberPage: page }) => {
  await page.goto('/dashboard');
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.innerText.includes('Signing Out...')) window.saidSigningOut = true;
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate('window.saidSigningOut')).toBe(true);
});

test('[SH-9] the user at the foot of the sidebar opens the account menu', async ({
  memberPage: page,
  person,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: person.email }).click();
  const menu = page.getByRole('menu');
  for (const name of [
    'Sessions',
    'Request log',
    'Notifications',
    'Keyboard shortcuts',
    'Docs',
    'Status',
  ])
    await expect(menu.getByRole('menuitem', { name })).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Sessions' }).click();
  await expect(page.getByRole('dialog', { name: 'Sessions' })).toContainText('This device');
});

test('[NT-7] past notifications are listed in the account menu', async ({
  memberPage: page,
  person,
}) => {
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Create Project', exact: true }).click();
  await page.getByLabel('Project Name').fill('Atlas');
  await page.getByLabel('Project Name').press('Enter');
  const toast = page.getByText('Project created successfully', { exact: true });
  await expect(toast).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(toast).toBeHidden();
  await page.getByRole('button', { name: person.email }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
    'Project created successfully',
  );
});
