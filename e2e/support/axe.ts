import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails if axe finds a violation of WCAG 2.2 A or AA on the page as it is now. `state` names this
 * state in the failure; `within` selects the part to check of a long page.
 */
export async function expectAccessible(page: Page, state: string, within = 'html'): Promise<void> {
  // Checks the final colours: waits for running animations to finish.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => {})))`);
  const { violations } = await new AxeBuilder({ page }).include(within).withTags(rules).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' ')}`,
  );
  expect(found, state).toEqual([]);
}
