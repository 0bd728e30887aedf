import { expect, type Locator, type Page } from '@playwright/test';

/** Ways in which a person operates a page. */
export interface Hands {
  /** Presses a button, follows a link, checks a box or chooses a tab. */
  activate(target: Locator): Promise<void>;
  /** Types a text into a field. */
  write(target: Locator, text: string): Promise<void>;
}

/** Returns the hands of a person with a mouse. */
export function withMouse(page: Page): Hands {
  return {
    activate: (target) => target.click(),
    write: async (target, text) => {
      await target.click();
      await page.keyboard.type(text);
    },
  };
}

/**
 * Returns the hands of a person with a keyboard alone. Every element that receives the focus on the
 * way must have an outline, be in the viewport, and have a name for a screen reader.
 */
export function withKeyboard(page: Page): Hands {
  return {
    activate: async (target) => {
      const role = await target.getAttribute('role');
      if (role === 'tab') {
        await tabUntilFocused(page, page.getByRole('tab', { selected: true }));
        for (let press = 0; press < 9 && !(await isFocused(target)); press += 1)
          await page.keyboard.press('ArrowRight');
        expect(await isFocused(target), 'the arrow keys reach the tab').toBe(true);
        await page.keyboard.press('Enter');
        return;
      }
      await tabUntilFocused(page, target);
      const isBox = role === 'checkbox' || (await target.getAttribute('type')) === 'checkbox';
      await page.keyboard.press(isBox ? 'Space' : 'Enter');
    },
    write: async (target, text) => {
      await tabUntilFocused(page, target);
      await page.keyboard.type(text);
    },
  };
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

async function tabUntilFocused(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < 80 && !(await isFocused(target)); press += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    expect(await focused.evaluate(hasOutline), await focused.ariaSnapshot()).toBe(true);
    await expect(focused).toBeInViewport();
    expect(await focused.ariaSnapshot(), 'named for a screen reader').toMatch(/".+"|: .+/);
  }
  expect(await isFocused(target), `Tab comes to ${String(target)}`).toBe(true);
}

/** True for an element that is outlined itself, or by the field around it. */
function hasOutline(focused: Element): boolean {
  let element: Element | null = focused;
  for (let level = 0; element && level < 4; level += 1) {
    if (getComputedStyle(element).outlineStyle !== 'none') return true;
    element = element.parentElement;
  }
  return false;
}
