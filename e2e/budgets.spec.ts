import { expectAccessible } from './support/axe.ts';
import { readMail } from './support/mailbox.ts';
import { serveSite } from './support/site.ts';
import { expect, newEmail, test } from './support/story.ts';

test('[TM-4] a project gets a budget, a colleague and the owner are alerted by email, and the limit holds until it is raised', async ({
  memberPage: page,
  callApi,
  browser,
  person,
  product,
}) => {
  test.slow();
  await using site = await serveSite();
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  const colleague = newEmail();
  await callApi('POST', '/team/invites', { email: colleague, role: 'billing' });
  const { url } = product;
  const [link] = await readMail({
    url,
    to: colleague,
    pattern: /http\S+\/invite\?token=[\w%.-]+/,
  });
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await guest.getByLabel('First Name').fill('Grace');
  await guest.getByLabel('Password', { exact: true }).fill('an unusual pass phrase');
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await expect(guest).toHaveURL(/\/dashboard$/);
  await expect(guest.getByRole('button', { name: 'Budget of Atlas' })).toHaveCount(0);

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Budget of Atlas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Budget of Atlas' });
  await expect(dialog.getByText('0 credits')).toBeVisible();
  await expect(dialog.getByLabel('Monthly credit limit')).toBeFocused();
  await dialog.getByLabel('Monthly credit limit').fill('2');
  await dialog.getByLabel('Send an email at').fill('50, 100');
  await dialog.getByRole('combobox', { name: 'Recipients' }).click();
  await page.getByRole('option', { name: 'Grace' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'the dialog of a budget');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Budget saved')).toBeVisible();
  const row = page.getByRole('row', { name: /Atlas/ });
  await expect(row).toContainText('0 of 2 credits');

  const capture = (path: string) =>
    callApi('POST', '/screenshots/dashboard', { url: site.url + path, project_id: project.id });
  await capture('/1');
  for (const to of [person.email, colleague]) {
    const [half] = await readMail({
      url,
      to,
      pattern: /The project "Atlas" has used 1 of 2 credits[^]*http\S+\/dashboard\b/,
    });
    expect(half).toContain('When the limit is used up, its new captures are rejected.');
  }
  await capture('/2');
  await readMail({ url, to: colleague, pattern: /has used 2 of 2 credits[^]*Until then/ });

  const key = await callApi<{ apiKey: { key: string } }>('POST', '/api-keys', {
    name: 'nightly',
    monthlyLimit: null,
    projectId: project.id,
  });
  const byKey = () =>
    fetch(`${url}/api/v1/screenshots`, {
      method: 'POST',
      headers: { 'x-api-key': key.apiKey.key, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.url}/3` }),
    });
  const rejected = await byKey();
  expect([rejected.status, (await rejected.json()).code]).toEqual([
    402,
    'project_monthly_limit_reached',
  ]);
  await page.reload();
  await expect(row).toContainText('2 of 2 credits');
  await expectAccessible(page, 'a project at its limit');
  await row.getByRole('button', { name: 'Budget of Atlas' }).press('Enter');
  await expect(dialog.getByText(/^100 % used\. Resets/)).toBeVisible();
  await dialog.getByLabel('Monthly credit limit').fill('10');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('2 of 10 credits');
  expect((await byKey()).status).toBe(202);

  await guest.reload();
  await expect(guest.getByRole('row', { name: /Atlas/ })).toContainText('3 of 10 credits');
  await context.close();
});
