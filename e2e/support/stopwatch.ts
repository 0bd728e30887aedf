import { expect, type Page } from '@playwright/test';

/** One keystroke. Units: ms. */
export interface Keystroke {
  /** From the key until the last change that it made within the window is drawn; undefined when all there stayed the same. */
  readonly resultMs: number | undefined;
  /** What the page's own thread worked for it, whatever else the machine did. */
  readonly workMs: number;
}

/** Longer than any answer to a key, shorter than the rest of typing after which the address follows. */
const quietMs = 200;

/** Presses key by key and takes the time until each key's result stands. */
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

/** When the page on show painted text or pictures for the first time, counted from its navigation's start; ms. */
export function readFirstPaint(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint?.startTime ?? Number.POSITIVE_INFINITY;
  });
}

/** Opens an address afresh; the time until an element stands on the page. Units: ms since the navigation began. */
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

/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
