import { withMouse } from './support/hands.ts';
import { signUp } from './support/sign-up.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

test('[SU-19, DX-1, OV-15] the first image is on screen under a minute after Create account, two clicks after verification', async ({
  page,
  product,
}) => {
  await using site = await serveSite();
  // The sample page is on the internet, which a test machine may not have; all other requests are
  // real.
  await page.route('**/api/v1/screenshots', (route) =>
    route.continue({ postData: JSON.stringify({ url: site.url }) }),
  );
  const began = Date.now();
  await page.goto('/register');
  await signUp(page, { hands: withMouse(page), mailUrl: product.url });

  const firstCall = page.getByRole('region', { name: 'Your first API call' });
  await firstCall.getByRole('button', { name: 'Create project and key' }).click();
  const panel = page.getByRole('dialog', { name: 'Your key: First key' });
  await panel.getByRole('button', { name: 'Run it for me' }).click();
  await expect(panel.getByText('The first screenshot is ready.')).toBeVisible();
  const image = panel.getByRole('img', { name: /^Screenshot of / });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  expect(Date.now() - began).toBeLessThan(60_000);
  await expect(panel.getByText(/^\d+\.\d\ds · 1 credit$/)).toBeVisible();
  await panel.getByRole('button', { name: 'Copy key' }).click();
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(firstCall).toHaveCount(0);
});
