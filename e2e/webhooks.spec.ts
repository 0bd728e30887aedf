import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { serveReceiver } from './support/receiver.ts';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

interface Project {
  readonly project: { readonly id: number };
}

const createProject = (callApi: CallApi, name: string) =>
  callApi<Project>('POST', '/projects', { name }).then(({ project }) => project.id);
const openCreate = async (page: Page) => {
  await page.getByRole('button', { name: 'Create Webhook' }).first().click();
  return page.getByRole('dialog', { name: 'Create Webhook' });
};
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

test('[WH-1, WH-2, WH-3, WH-5, WH-6, WH-7, WH-12, QC-4] a webhook is tested with a sample, created for one project, disabled, enabled and deleted', async ({
  memberPage: page,
  callApi,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await using receiver = await serveReceiver();
  const atlas = await createProject(callApi, 'Atlas');
  await createProject(callApi, 'Borealis');
  await page.goto('/dashboard/webhooks');
  await expectAccessible(page, 'no webhooks');
  const dialog = await openCreate(page);
  await dialog.getByLabel('Name', { exact: true }).fill('  Listener ');
  await dialog.getByLabel('Webhook URL').fill(` ${receiver.url} `);

  receiver.response = { status: 500, body: 'it <b>broke</b>' };
  const sampled = page.waitForRequest('**/api/v1/webhooks/sample');
  await dialog.getByRole('button', { name: 'Send Sample' }).click();
  expect((await sampled).postDataJSON()).toMatchObject({ webhookUrl: receiver.url });
  await expect(dialog.getByText(/^Your endpoint answered 500 .*in \d+ ms$/)).toBeVisible();
  await expect(dialog.getByText('it <b>broke</b>')).toBeVisible();
  receiver.response = { status: 200, body: 'fine' };
  await dialog.getByRole('button', { name: 'Send Sample' }).click();
  await expect(toast(page, 'Sample webhook sent successfully')).toBeVisible();
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
    'webhook.test',
    'webhook.test',
  ]);

  await dialog.getByRole('combobox', { name: 'Projects' }).click();
  await page.getByRole('option', { name: 'Atlas' }).click();
  await page.keyboard.press('Escape');
  const created = page.waitForRequest(
    (one) => one.method() === 'POST' && one.url().endsWith('/api/v1/webhooks'),
  );
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  expect((await created).postDataJSON()).toEqual({
    name: 'Listener',
    webhookUrl: receiver.url,
    eventIds: '',
    projectIds: String(atlas),
  });
  await expect(toast(page, 'Webhook created successfully')).toBeVisible();

  const row = page.getByRole('row').filter({ hasText: 'Listener' });
  for (const name of ['Name', 'URL', 'Projects', 'Status', 'Created'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached();
  await expect(row.getByRole('code')).toHaveText(`${receiver.url.slice(0, 40)}...`);
  await row.getByRole('code').hover();
  await expect(page.getByText(receiver.url, { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Copy the URL of Listener' }).click();
  await expect(toast(page, 'URL copied to clipboard')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(receiver.url);
  await expect(row).toContainText('Atlas');
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  await expectAccessible(page, 'one webhook');

  for (const [status, badge] of [
    [false, 'Inactive'],
    [true, 'Active'],
  ] as const) {
    const switched = page.waitForRequest('**/api/v1/webhooks/status');
    await row.getByRole('switch').click();
    expect((await switched).postDataJSON()).toEqual({
      webhookId: expect.any(Number),
      status,
    });
    await expect(toast(page, 'Webhook status updated successfully').last()).toBeVisible();
    await expect(row.getByText(badge, { exact: true })).toBeVisible();
  }

  await row.getByRole('button', { name: 'Delete Listener' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Delete webhook' });
  await expect(sure).toContainText(
    'Are you sure you want to delete "Listener"? This action cannot be undone.',
  );
  const deleted = page.waitForRequest((one) => one.method() === 'DELETE');
  await sure.getByRole('button', { name: 'Delete', exact: true }).click();
  expect(new URL((await deleted).url()).pathname).toMatch(/^\/api\/v1\/webhooks\/\d+$/);
  await expect(toast(page, 'Webhook deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('[WH-1, WH-11] a finished capture is delivered to a webhook, and the delivery appears live, can be read and sent again', async ({
  memberPage: page,
  callApi,
}) => {
  await using receiver = await serveReceiver();
  await using site = await serveSite();
  receiver.response = { status: 503, body: 'not now' };
  const atlas = await createProject(callApi, 'Atlas');
  await callApi('POST', '/webhooks', {
    name: 'Listener',
    webhookUrl: receiver.url,
    eventIds: '',
    projectIds: '',
  });
  await page.goto('/dashboard/webhooks');
  await expect(page.getByRole('row').filter({ hasText: 'Listener' })).toContainText('All Projects');
  await page.getByRole('button', { name: 'Open Listener' }).click();
  const drawer = page.getByRole('dialog', { name: 'Listener' });
  await expect(drawer.getByText('No deliveries yet')).toBeVisible();
  await expectAccessible(page, 'drawer without deliveries');

  await callApi('POST', '/screenshots/dashboard', { url: site.url, project_id: atlas });
  const delivery = drawer.getByRole('button', { name: /Screenshot completed/ });
  await expect(delivery).toBeVisible();
  await expect(delivery).toContainText(/Attempt \d+ of 10/);
  await delivery.click();
  await expect(drawer.getByText('not now')).toBeVisible();
  await expect(drawer.getByText(/webhook-signature/).first()).toBeVisible();
  await expectAccessible(page, 'a delivery');
  receiver.response = { status: 200, body: 'thank you' };
  await drawer.getByRole('button', { name: 'Resend', exact: true }).click();
  // The scheduled attempt may get its response at the same moment.
  await expect(drawer.getByText('thank you').first()).toBeVisible();
  await expect(drawer.getByText('Delivered', { exact: true }).first()).toBeVisible();
  const [first, ...others] = receiver.received;
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) {
    expect(other.body).toBe(first!.body);
    expect(other.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  }
});

test('[WH-11] the signing secret is revealed and rotated, and verification code is shown in six languages', async ({
  memberPage: page,
  callApi,
}) => {
  const { secret } = await callApi<{ secret: string }>('POST', '/webhooks', {
    name: 'Listener',
    webhookUrl: 'https://example.com/hook',
    eventIds: '',
    projectIds: '',
  });
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: 'Open Listener' }).click();
  const drawer = page.getByRole('dialog', { name: 'Listener' });
  await drawer.getByRole('tab', { name: 'Signing' }).click();
  await expect(drawer.getByText(secret)).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Reveal signing secret' }).click();
  await expect(drawer.getByText(secret)).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Language' }).click();
  await expect(page.getByRole('option')).toHaveCount(6);
  await page.getByRole('option', { name: 'Python' }).click();
  await expect(drawer.getByText('import hmac', { exact: false }).first()).toBeVisible();
  await expectAccessible(page, 'signing');
  await drawer.getByRole('button', { name: 'Rotate Secret' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /Rotate/ }));
  await question.getByRole('button', { name: 'Rotate Secret' }).click();
  await expect(toast(page, 'Signing secret rotated')).toBeVisible();
  await expect(drawer.getByText(secret)).toHaveCount(0);
  await expect(drawer.getByText(/The previous secret also signs until/)).toBeVisible();
});
