import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/story.ts';

const pages = [
  '/dashboard',
  '/dashboard/playground',
  '/dashboard/api-keys',
  '/dashboard/files',
  '/dashboard/batches/new',
  '/dashboard/compare',
  '/dashboard/saved-settings',
  '/dashboard/webhooks',
  '/dashboard/billing',
  '/dashboard/settings',
  '/dashboard/help',
];

/**
 * Returns the controls smaller than `leastPx`; links within a sentence are exempt, as in WCAG
 * 2.5.8, and so are elements for screen readers only.
 */
async function tooSmall(page: Page, leastPx: number): Promise<string[]> {
  // oxlint-disable unicorn/consistent-function-scoping -- runs inside the page, without access to
  // outer variables
  return page.evaluate((least) => {
    const isInSentence = (element: Element) =>
      element.tagName === 'A' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    const areaOf = (element: Element) => {
      const label = element instanceof HTMLInputElement ? element.closest('label') : null;
      return (label ?? element).getBoundingClientRect();
    };
    return [...document.querySelectorAll('a[href], button, input, [role=switch], [role=tab]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.getAttribute('aria-hidden') !== 'true')
      .filter((element) => !element.matches('[class*=sr-only], [href="#main"]'))
      .filter((element) => !isInSentence(element))
      .filter((element) => {
        const { width, height } = areaOf(element);
        return width > 1 && (width < least - 0.5 || height < least - 0.5);
      })
      .map((element) => {
        const { width, height } = areaOf(element);
        return `${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 140)}`;
      });
  }, leastPx);
  // oxlint-enable unicorn/consistent-function-scoping
}

test('[AX-3] every target measures 24 px for a mouse and 44 px for touch', async ({
  memberPage: page,
  callApi,
  browser,
  product,
  person,
}) => {
  test.slow();
  for (const name of ['One', 'Two', 'Three', 'Four']) await callApi('POST', '/projects', { name });
  await callApi('POST', '/api-keys', { name: 'nightly', monthlyLimit: 10, projectId: null });
  await callApi('POST', '/webhooks', {
    name: 'Listener',
    webhookUrl: 'https://example.com/hook',
    eventIds: '',
    projectIds: '',
  });
  await using phone = await browser.newContext({
    baseURL: product.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  await signIn(phone, person);
  const touchPage = await phone.newPage();
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect.soft(await tooSmall(page, 24), `${path} by mouse`).toEqual([]);
    await touchPage.goto(path, { waitUntil: 'networkidle' });
    expect.soft(await tooSmall(touchPage, 44), `${path} by touch`).toEqual([]);
  }
});
