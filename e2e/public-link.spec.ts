import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('[FM-25] a public link shows the image to anyone until it is revoked', async ({
  memberPage: page,
  person,
  product,
  playwright,
}) => {
  await product.fillFiles(person.email, 3);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard/files');
  await page
    .getByRole('button', { name: /^Preview / })
    .first()
    .click();
  const preview = page.getByRole('dialog');
  await preview.getByRole('button', { name: 'Create public link' }).click();
  const copy = preview.getByRole('button', { name: 'Copy public link' });
  for (const width of [360, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    const details = preview.getByRole('complementary', { name: 'Details' });
    const overflow = await details.evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    expect(overflow, `cut off at ${width} px`).toBe(0);
  }
  await expectAccessible(page, 'a preview with a public link');
  await copy.click();
  const publicUrl = await page.evaluate(() => navigator.clipboard.readText());

  // A visitor without a session.
  const visitor = await playwright.request.newContext();
  const seen = await visitor.get(publicUrl);
  expect([seen.status(), seen.headers()['content-type']]).toEqual([200, 'image/png']);
  await preview.getByRole('button', { name: 'Revoke link' }).click();
  await expect(preview.getByRole('button', { name: 'Create public link' })).toBeVisible();
  expect((await visitor.get(publicUrl)).status()).toBe(404);
  await visitor.dispose();
});
