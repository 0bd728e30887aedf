import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

test('[AK-9] for a new user one click creates project and key, and the panel shows the first request with its image', async ({
  memberPage: page,
  product,
  playwright,
}) => {
  const began = Date.now();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'API Keys', exact: true }).first().click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create project and key' }).click();
  const panel = page.getByRole('dialog', { name: 'Your key: First key' });
  const key = (await panel.getByLabel('API key').textContent()) ?? '';
  await expect(panel.getByText(`x-api-key: ${key}`)).toBeVisible();
  await expect(panel.getByText('Waiting for the first request…')).toBeVisible();

  // A separate client without the session's cookies, and a page that needs no internet.
  await using site = await serveSite();
  const program = await playwright.request.newContext({ baseURL: product.url });
  const accepted = await program.post('/api/v1/screenshots', {
    headers: { 'x-api-key': key },
    data: { url: site.url },
  });
  expect(accepted.status(), await accepted.text()).toBe(202);
  await program.dispose();

  await expect(panel.getByText('The first screenshot is ready.')).toBeVisible();
  await expect(panel.getByText(/^\d+\.\d\ds · \d+ credits?$/)).toBeVisible();
  const image = panel.getByRole('img', { name: /^Screenshot of / });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  expect(Date.now() - began).toBeLessThan(60_000);
  await expect(panel.getByRole('link', { name: 'Add a webhook' })).toBeVisible();
  await panel.getByRole('button', { name: 'Done' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close without copying the key?' });
  await question.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('row', { name: /First key/ })).toContainText('First project');
});
