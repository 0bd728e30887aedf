import { expect, type Page } from '@playwright/test';

/**
 * Presses Tab until `name` has the focus; every element focused on the way must have an outline and
 * be in the viewport.
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline, await focused.innerText()).not.toBe('none');
    await expect(focused).toBeInViewport();
    const label = await focused.evaluate(
      (element) =>
        element.getAttribute('aria-label') ??
        document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.innerText ??
        (element as HTMLInputElement).labels?.[0]?.innerText ??
        (element as HTMLElement).innerText,
    );
    if (typeof name === 'string' ? label.trim() === name : name.test(label)) return;
  }
  throw new Error(`Tab never came to ${String(name)}`);
}

/** Presses a key often; returns the names of controls that something covered when they were focused. */
export async function coveredAfter(page: Page, key: string, presses: number): Promise<string[]> {
  const covered: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return undefined;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const isSeen = [0.1, 0.5, 0.9].some((part) => {
        const shown = document.elementFromPoint(left + width / 2, top + height * part);
        const label = shown?.closest('label');
        return focused.contains(shown) || shown?.contains(focused) || label?.contains(focused);
      });
      return isSeen ? undefined : (focused.getAttribute('aria-label') ?? focused.textContent);
    });
    if (name !== undefined) covered.push(name);
  }
  return covered;
}
