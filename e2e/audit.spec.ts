import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[TM-3] [WT-4] a deleted key is found in the audit log, filtered and downloaded', async ({
  memberPage: page,
  callApi,
  person,
}) => {
  const { apiKey } = await callApi<{ apiKey: { id: number } }>('POST', '/api-keys', {
    name: '=Nightly job',
    monthlyLimit: null,
    projectId: null,
  });
  await callApi('DELETE', `/api-keys/${String(apiKey.id)}`);
  await callApi('POST', '/projects', { name: 'Shop' });

  await page.goto('/dashboard');
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Project created.*Shop/ })).toContainText(
    person.email,
  );
  await expectAccessible(page, 'the audit log');

  await page.getByRole('combobox', { name: 'Actions' }).click();
  await page.getByRole('option', { name: 'API keys' }).click();
  await expect(page).toHaveURL(/group=keys/);
  await expect(page.getByRole('row')).toHaveCount(3);
  const deleted = page.getByRole('row', { name: /API key deleted.*=Nightly job/ });
  await expect(deleted).toContainText('127.0.0.0/24');
  await expect(deleted).toContainText('Chrome on');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,'=Nightly job,`);

  await page.getByRole('combobox', { name: 'Actions' }).click();
  await page.getByRole('option', { name: 'Exports' }).click();
  await expect(page.getByRole('row', { name: /Audit log downloaded/ })).toBeVisible();
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No actions match')).toBeVisible();
  await expectAccessible(page, 'a log without matches');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/dashboard\/audit$/);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByText('Audit log downloaded')).toBeVisible();
  await expectAccessible(page, 'the audit log on a phone');
});
