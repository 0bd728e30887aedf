import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { readMail } from './support/mailbox.ts';
import { serveSite } from './support/site.ts';
import { expect, newEmail, test, type CallApi } from './support/story.ts';

const password = 'an unusual pass phrase';

/** Captures a page of the project Shop. */
async function captureShop(callApi: CallApi, url: string): Promise<void> {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Shop',
  });
  await callApi('POST', '/screenshots/dashboard', { url, project_id: project.id });
}

async function openLink(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

/** Invites a new email from the Team page; returns the email and the link that was sent to it. */
async function invite(page: Page, { url, role }: { url: string; role: string }) {
  const to = newEmail();
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  await dialog.getByLabel('Email').fill(to);
  await dialog.getByLabel('Role').click();
  await page.getByRole('option', { name: role }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${to}.`)).toBeVisible();
  const [link] = await readMail({ url, to, pattern: /http\S+\/invite\?token=[\w%.-]+/ });
  return { email: to, link };
}

test('[TM-2] an owner invites a member, changes the role and removes the member', async ({
  memberPage: page,
  browser,
  callApi,
  person,
  product,
}) => {
  await using site = await serveSite();
  await captureShop(callApi, site.url);
  await page.goto('/dashboard/team');
  await expect(page.getByRole('row', { name: person.email })).toContainText('Owner');
  await expectAccessible(page, 'the team of one');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  await dialog.getByLabel('Email').fill('grace at example');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expectAccessible(page, 'the dialog of an invitation');
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { email, link } = await invite(page, { url: product.url, role: 'Developer' });
  const invites = page.getByRole('region', { name: 'Invitations' });
  await expect(invites.getByRole('row', { name: email })).toContainText('Developer');

  const guest = await openLink(browser, link);
  await expect(guest.getByText(/Your role will be Developer/)).toBeVisible();
  await expectAccessible(guest, 'an invitation');
  await guest.getByLabel('First Name').fill('Grace');
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await expect(guest).toHaveURL(/\/dashboard$/);
  await expect(guest.getByRole('link', { name: 'Billing & Usage' })).toHaveCount(0);

  await page.reload();
  const member = page.getByRole('row', { name: email });
  await expect(invites).toHaveCount(0);
  await member.getByRole('combobox', { name: 'Role of Grace' }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(page.getByText('Grace now has the role Viewer.')).toBeVisible();

  await guest.goto('/dashboard/team');
  await expect(guest.getByText(/^Your role is Viewer/)).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Invite member' })).toHaveCount(0);
  await expect(guest.getByRole('link', { name: 'API Keys' })).toHaveCount(0);
  await expectAccessible(guest, 'the team of a viewer');
  await guest.goto('/dashboard/api-keys');
  await expect(guest.getByText('Your role does not include this page')).toBeVisible();
  await guest.goto('/dashboard/files');
  const file = guest.getByRole('row').filter({ hasText: 'Shop' });
  await expect(file.getByRole('button', { name: /^Preview/ })).toBeVisible();
  await expect(file.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await expectAccessible(guest, 'the files of a viewer');

  await member.getByRole('button', { name: 'Actions for Grace' }).click();
  await page.getByRole('menuitem', { name: 'Remove member' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Remove Grace?' });
  await confirmation.getByRole('button', { name: 'Remove member' }).click();
  await expect(page.getByText('Member removed.')).toBeVisible();
  await expect(member).toHaveCount(0);
  await guest.reload();
  await expect(guest).toHaveURL(/\/$/);
  await guest.context().close();
});

test('[TM-2] a user who has an account joins after signing in', async ({
  memberPage: page,
  browser,
  product,
}) => {
  const other = await product.createPerson();
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  await dialog.getByLabel('Email').fill(other.email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const { url } = product;
  const [link] = await readMail({
    url,
    to: other.email,
    pattern: /http\S+\/invite\?token=[\w%.-]+/,
  });
  const guest = await openLink(browser, link);
  await guest.getByRole('link', { name: 'Sign in to join' }).click();
  await guest.getByLabel('Email').fill(other.email);
  await guest.getByLabel('Password', { exact: true }).fill(other.password);
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await guest.getByRole('link', { name: /the invitation/ }).click();
  await guest.getByRole('button', { name: 'Join the organisation' }).click();
  await expect(guest.getByText('Welcome to the team')).toBeVisible();
  await guest.goto('/dashboard/team');
  await expect(guest.getByRole('row', { name: other.email })).toContainText('You');
  await expect(guest.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(3);
  await guest.context().close();
});

test('[TM-2] a link that was used says so', async ({ page, watch }) => {
  watch.expect(/400 .*\/invites\/read/);
  await page.goto('/invite?token=unknown');
  await expect(page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  await expect(page.getByText(/Ask for a new one\.$/)).toBeVisible();
  await expectAccessible(page, 'an invitation that does not work');
});
