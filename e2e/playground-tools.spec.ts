import { expectAccessible } from './support/axe.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

test('[PG-39] the cURL command of the Developer panel, copied with its key, fills an empty form that captures', async ({
  memberPage: page,
  callApi,
  context,
  watch,
}) => {
  // A rejected option.
  watch.expect(/400 .*\/screenshots\/estimate/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Atlas' });
  const { apiKey } = await callApi<{ apiKey: { key: string } }>('POST', '/api-keys', {
    name: 'CI',
  });
  await page.goto('/dashboard/playground');
  await page.getByLabel('URL', { exact: true }).fill(site.url);
  await page.getByLabel('Width').fill('320');
  await page.getByLabel('Height').fill('200');
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByLabel(/^Custom CSS/).fill(`#red { content: "it's" }`);
  await page.getByRole('button', { name: 'Developer' }).click();
  await page.getByRole('tab', { name: 'cURL' }).click();
  await page.getByRole('button', { name: 'Copy cURL' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(apiKey.key);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue('');

  await page.getByRole('button', { name: 'Import cURL or JSON' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a request' });
  await expect(dialog.getByLabel('Request')).toBeFocused();
  await dialog.getByLabel('Request').fill(command.replace('"width": 320', '"width": 3'));
  await expect(dialog.getByLabel('Request')).not.toHaveValue(new RegExp(apiKey.key));
  await expect(dialog.getByRole('region', { name: 'Not applied' })).toContainText(
    'width must be a whole number from 100 to 7680.',
  );
  await expectAccessible(page, 'import');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await dialog.getByLabel('Request').fill(command);
  await expect(dialog.getByRole('region', { name: 'Not applied' })).toBeHidden();
  await expect(dialog.getByRole('region', { name: 'Options to apply' })).toContainText('width320');
  await dialog.getByRole('button', { name: /^Apply \d+ options$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import cURL or JSON' })).toBeFocused();

  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  const image = page.getByRole('img', { name: `Screenshot of ${site.url}` });
  await expect(image).toHaveJSProperty('naturalWidth', 320);
  expect(sent.join('\n')).toContain(`it's`);
  expect(sent.join('\n')).not.toContain(apiKey.key);
});

test('[PG-38] a preset sets the size, and the list of the last capture names the element that the next one captures', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard/playground');
  await page.getByLabel('URL', { exact: true }).fill(site.url);
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: /^Social card/ }).click();
  await expect(page.getByLabel('Width')).toHaveValue('1200');
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByRole('button', { name: 'Choose an element' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose an element' });
  await expectAccessible(page, 'before the list');
  await dialog.getByRole('button', { name: 'Capture and list elements' }).click();
  const element = dialog.getByRole('button', { name: /^#red/ });
  await expect(element).toHaveText('#red120 × 80');
  await expectAccessible(page, 'elements');
  await element.click();
  await expect(page.getByLabel(/^Target element selector/)).toHaveValue('#red');
  await expect(page.getByRole('button', { name: 'Choose an element' })).toBeFocused();
  // The list came from an ordinary capture, of the whole viewport.
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const image = page.getByRole('img', { name: `Screenshot of ${site.url}` });
  await expect(image).toHaveJSProperty('naturalWidth', 1200);
  await page.getByRole('button', { name: 'Capture Screenshot' }).click();
  await expect(image).toHaveJSProperty('naturalWidth', 120);
  await expect(image).toHaveJSProperty('naturalHeight', 80);
});

test('[PG-37] captures of the tab are listed beside the form, a click restores one, and two are compared', async ({
  memberPage: page,
  callApi,
}) => {
  await using site = await serveSite();
  await callApi('POST', '/projects', { name: 'Atlas' });
  await page.goto('/dashboard/playground');
  const url = page.getByLabel('URL', { exact: true });
  const width = page.getByLabel('Width');
  const history = page.getByRole('region', { name: 'This session' });
  const restore = history.getByRole('button', { name: /^Restore the options of/ });
  await url.fill(site.url);
  for (const [count, size] of ['320', '400'].entries()) {
    await width.fill(size);
    await page.getByRole('button', { name: 'Capture Screenshot' }).click();
    await expect(restore).toHaveCount(count + 1);
  }
  await expect(restore.first().locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await page.reload();
  await expect(restore).toHaveCount(2);
  await expect(width).toHaveValue('400');
  await restore.last().click();
  await expect(width).toHaveValue('320');
  await expectAccessible(page, 'history');
  for (const box of await history.getByRole('checkbox').all()) await box.check();
  await history.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/\/dashboard\/compare\?a=.+&b=.+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
