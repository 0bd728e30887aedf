import { expectAccessible } from './support/axe.ts';
import { tabTo } from './support/keyboard.ts';
import { fill, open, privatePages, publicPages } from './support/pages.ts';
import { expect, test } from './support/story.ts';

test('[AX-1] the public pages have no axe violation', async ({ page, watch }) => {
  // One of them is the page of an unknown path.
  watch.expect(/status of 404/);
  for (const path of publicPages) {
    await open(page, path);
    await expectAccessible(page, path);
  }
  await open(page, '/register');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectAccessible(page, '/register with errors');
});

test('[AX-1] the private pages, with data in the lists, have no axe violation', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await fill(callApi);
  for (const path of privatePages) {
    await open(page, path);
    await expectAccessible(page, path);
  }
});

test('[AX-1] the dialogs and menus of the shell and the Overview have no axe violation', async ({
  memberPage: page,
  callApi,
  person,
}) => {
  test.slow();
  await open(page, '/dashboard');
  await expectAccessible(page, 'an empty Overview');
  await fill(callApi);
  await open(page, '/dashboard');
  await page.getByRole('button', { name: 'Create Project', exact: true }).click();
  await page.getByLabel('Project Name').fill('One');
  await expectAccessible(page, 'Create Project');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  await expectAccessible(page, 'Discard changes?');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole('alertdialog', { name: 'Delete project' })).toBeVisible();
  await expectAccessible(page, 'Delete project');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Project deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expectAccessible(page, 'a notification');
  const menu = page.getByRole('button', { name: person.email });
  await menu.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the account menu');
  for (const name of ['Sessions', 'Notifications', 'Keyboard shortcuts']) {
    if (!(await page.getByRole('menu').isVisible())) await menu.click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'the Overview on a phone');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page, 'the drawer');
});

test('[AX-1] the dialogs of playground, keys and webhooks have no axe violation', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await fill(callApi);
  const dialogOf = async (path: string, button: string, dialog: string) => {
    await open(page, path);
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectAccessible(page, dialog);
  };
  await dialogOf('/dashboard/api-keys', 'Create New Key', 'Create New API Key');
  await page.getByLabel('Name', { exact: true }).fill('second');
  await page.getByRole('button', { name: 'Create Key' }).click();
  await expect(page.getByRole('dialog', { name: 'Your key: second' })).toBeVisible();
  await expectAccessible(page, 'a new key');
  await dialogOf('/dashboard/webhooks', 'Create Webhook', 'Create Webhook');
  await open(page, '/dashboard/playground');
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByRole('button', { name: 'Developer' }).click();
  await expect(page.getByRole('complementary', { name: 'Developer' })).toBeVisible();
  await expectAccessible(page, 'Advanced Options and Developer');
  await open(page, '/dashboard/playground');
  await page.getByRole('radio', { name: 'HTML Code' }).check();
  await page.getByRole('button', { name: 'Write HTML' }).click();
  await expect(page.getByRole('dialog', { name: 'HTML Code Editor' })).toBeVisible();
  await expectAccessible(page, 'HTML Code Editor');
});

test('[AX-5] every page starts with a skip link and has one h1, headings without gaps, and landmarks', async ({
  memberPage: page,
}) => {
  for (const path of privatePages) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    expect(levels[0], path).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0), `${path}: ${levels.join(' ')}`).toBeLessThanOrEqual(
        1,
      );
    for (const landmark of ['main', 'banner', 'navigation'] as const)
      await expect(page.getByRole(landmark).first()).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('[AX-2] sign-in, creating and deleting a project, and sign-out work by keyboard alone, with the focus always visible', async ({
  page,
  person,
}) => {
  await page.goto('/');
  await tabTo(page, 'Email');
  await page.keyboard.type(person.email);
  await tabTo(page, 'Password');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('No projects yet')).toBeVisible();
  await tabTo(page, 'Create Project');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Project Name')).toBeFocused();
  await page.keyboard.type('Atlas');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Project created successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Create Project' })).toBeHidden();
  await tabTo(page, 'Delete Atlas');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await tabTo(page, 'Delete');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Project deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await tabTo(page, 'Sign Out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('[AX-8] password and code fields are labelled for password managers and accept pasted text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const purpose = (label: string) =>
    page.getByLabel(label, { exact: true }).getAttribute('autocomplete');
  await page.goto('/');
  expect([await purpose('Email'), await purpose('Password')]).toEqual([
    'username',
    'current-password',
  ]);
  await page.evaluate("navigator.clipboard.writeText('pasted secret')");
  const password = page.getByLabel('Password', { exact: true });
  await password.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(password).toHaveValue('pasted secret');
  await page.goto('/register');
  expect([
    await purpose('Email'),
    await purpose('Password'),
    await purpose('Confirm password'),
  ]).toEqual(['username', 'new-password', 'new-password']);
});

test('[AX-11] help is at the same place on every page', async ({ memberPage: page }) => {
  const places = new Set<string>();
  for (const path of privatePages) {
    await open(page, path);
    const help = page.getByRole('banner').getByRole('link', { name: 'Help', exact: true });
    places.add(JSON.stringify(await help.boundingBox()));
  }
  expect([...places]).toHaveLength(1);
});
