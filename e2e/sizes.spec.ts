import type { Page } from '@playwright/test';
import { fill, open, privatePages, publicPages } from './support/pages.ts';
import { expect, test } from './support/story.ts';

const sizes = [
  [360, 740],
  [768, 1_024],
  [1_366, 768],
  [2_560, 1_080],
] as const;

/**
 * Fails with the elements that make the page scroll sideways, and with controls that are truncated.
 */
async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const sticksOut = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const scrolling = '[class*=overflow-x], [class*=sr-only], [href="#main"]';
      const out = (element: Element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && element.checkVisibility() && (left < -1 || right > clientWidth + 1);
      };
      const controls = [...document.querySelectorAll('a, button, input')].filter(
        (control) => out(control) && control.closest(scrolling) === null,
      );
      const wide =
        scrollWidth > clientWidth ? [...document.querySelectorAll('body *')].filter(out) : [];
      return [...controls, ...wide.slice(-3)].map((element) => element.outerHTML.slice(0, 160));
    });
  // The sidebar collapses with a delay.
  await expect.poll(sticksOut, { message: state }).toEqual([]);
}

test('[PF-7] no page scrolls sideways or truncates a control on phone, tablet, laptop and ultra-wide screens', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await fill(callApi);
  for (const path of privatePages) {
    await open(page, path);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await expectNoSidewaysScroll(page, `${path} at ${width}`);
    }
  }
});

test('[AX-10] at 320 px, equal to 400 % zoom, no public or private page scrolls in both directions', async ({
  memberPage: page,
  callApi,
  browser,
  product,
}) => {
  await fill(callApi);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of privatePages) {
    await open(page, path);
    await expectNoSidewaysScroll(page, path);
  }
  await using visitor = await browser.newContext({ baseURL: product.url });
  const visitorPage = await visitor.newPage();
  await visitorPage.setViewportSize({ width: 320, height: 640 });
  for (const path of publicPages) {
    await open(visitorPage, path);
    await expectNoSidewaysScroll(visitorPage, path);
  }
});

test('[AX-10] at twice the text size nothing is truncated or scrolls in both directions', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await fill(callApi);
  for (const path of privatePages) {
    await open(page, path);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await expectNoSidewaysScroll(page, path);
  }
});

test('[AX-10] with forced colours every control has an edge or an underline, and with reduced motion nothing moves', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await fill(callApi);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const path of privatePages) {
    await open(page, path);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > 1)
        .map((one) => (one as CSSAnimation).animationName),
    );
    expect(moving, `${path} moves`).toEqual([]);
    const edgeless = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'input:not([type=radio], [type=file], [aria-hidden=true]), [role=switch], textarea',
        ),
      ]
        .filter((field) => field.checkVisibility())
        .filter((field) => {
          const { borderStyle, outlineStyle } = getComputedStyle(field);
          return borderStyle === 'none' && outlineStyle === 'none';
        })
        .map((field) => field.outerHTML.slice(0, 160)),
    );
    expect(edgeless, `${path} has fields without an edge`).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const outline = await page
      .locator(':focus')
      .evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline, path).not.toBe('none');
  }
});

test('[PF-7] a project with a name of 60 characters widens neither the playground nor its menu on a phone', async ({
  memberPage: page,
  callApi,
}) => {
  const name = 'Quarterly marketing campaign for the northern harbour shops!';
  await callApi('POST', '/projects', { name });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard/playground');
  const project = page.getByRole('combobox', { name: 'Project' });
  await expect(project).toContainText(name);
  await expectNoSidewaysScroll(page, 'closed');
  await project.click();
  await expect(page.getByRole('option', { name })).toBeVisible();
  await expectNoSidewaysScroll(page, 'open');
});
