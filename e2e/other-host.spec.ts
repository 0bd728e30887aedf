import { serveSite } from './support/site.ts';
import { callerOf, expect, newEmail, test } from './support/story.ts';
import { watchContext } from './support/watch.ts';

test('[SI-14, FM-1] on another host than that of PUBLIC_URL a test identity signs up, captures and sees the image', async ({
  browser,
  product,
}) => {
  await using site = await serveSite();
  const other = product.url.replace('localhost', '127.0.0.1');
  expect(other).not.toBe(product.url);
  const context = await browser.newContext({ baseURL: other });
  const watch = watchContext(context, other);
  const page = await context.newPage();

  await page.goto('/register');
  await page.getByRole('button', { name: 'Sign up with a test identity' }).click();
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${other}/dashboard`);

  const call = callerOf(context.request);
  const { project } = await call<{ project: { id: number } }>('POST', '/projects', {
    name: 'Site',
  });
  await call('POST', '/screenshots/dashboard', { url: site.url, project_id: project.id });
  await page.goto('/dashboard/files');
  await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 45_000 });
  await page.getByRole('button', { name: /^Preview / }).click();
  const image = page.getByRole('dialog').getByRole('img');
  await expect
    .poll(() => image.first().evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  expect(watch.problems()).toEqual([]);
  await context.close();
});
