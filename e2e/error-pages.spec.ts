import { open } from './support/pages.ts';
import { expect, test } from './support/story.ts';

const addresses = [
  ['a call of the API', '/api/v1/screenshots?limit=3', 'curl', 401],
  ['a link to an image', '/api/v1/take?url=https%3A%2F%2Fexample.com&signature=no', 'shared', 403],
] as const;

for (const [what, path, text, status] of addresses)
  test(`[DX-21, DX-22] the page of ${what} fits a phone and says what it is`, async ({
    page,
    watch,
  }) => {
    watch.expect(new RegExp(`status of ${status}`));
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, path);
    await expect(page.getByRole('main')).toContainText(text);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
