import { expect, type Page } from '@playwright/test';

/** One keystroke. Units: ms. */
export interface Keystroke {
  /**
   * Time from the key press until its last visible change within the window is painted; undefined
   * if nothing changed.
   */
  readonly resultMs: number | undefined;
  /** CPU time of the page's main thread, independent of other load on the machine. */
  readonly workMs: number;
}

/**
 * Longer than any reaction to a key, shorter than the pause in typing after which the URL is
 * updated.
 */
const quietMs = 200;

/** Presses the keys one by one; measures the time until each key's result is painted. */
export async function timeKeystrokes(page: Page, keys: readonly string[]): Promise<Keystroke[]> {
  await page.evaluate(`
    window.lastChange = 0;
    window.lastKey = 0;
    addEventListener('keydown', ({ timeStamp }) => { window.lastKey = timeStamp; }, true);
    // A frame is drawn between its callbacks and the next task; this one goes before what waits already.
    const afterFrame = () => scheduler.postTask(() => { window.lastChange = performance.now(); }, { priority: 'user-blocking' });
    const isInView = (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    };
    const wordsInView = (node) => node.nodeType === Node.TEXT_NODE ? [node.data]
      : isInView(node) ? [...node.childNodes].flatMap(wordsInView) : [];
    const read = () => JSON.stringify(wordsInView(main));
    const main = document.querySelector('main');
    let seen = read();
    window.stopwatch?.disconnect();
    window.stopwatch = new MutationObserver(() => requestAnimationFrame(() => {
      // What stands below the window's edge nobody waits for.
      const words = read();
      if (words !== seen) afterFrame();
      seen = words;
    }));
    window.stopwatch.observe(main, { childList: true, subtree: true, characterData: true });`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const strokes: Keystroke[] = [];
  for (const key of keys) {
    const before = await workMs();
    await page.keyboard.press(key);
    await page.waitForTimeout(quietMs);
    const resultMs = await page.evaluate<number>('window.lastChange - window.lastKey');
    strokes.push({
      resultMs: resultMs > 0 ? resultMs : undefined,
      workMs: (await workMs()) - before,
    });
  }
  await session.detach();
  return strokes;
}

/**
 * Returns the time of the page's first contentful paint, counted from the start of its navigation.
 * Unit: ms.
 */
export function readFirstPaint(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint?.startTime ?? Number.POSITIVE_INFINITY;
  });
}

/**
 * Opens a URL in a new document; returns the time until an element is on the page. Unit: ms since
 * the navigation started.
 */
export async function timeFirstSight(page: Page, path: string, selector: string): Promise<number> {
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.firstSight = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto(path);
  const seen = () => page.evaluate<number>('window.firstSight ?? 0');
  await expect.poll(seen, { timeout: 20_000, intervals: [100] }).toBeGreaterThan(0);
  return seen();
}

/** Returns the value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
