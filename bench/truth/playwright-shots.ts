import { chromium } from 'playwright-core';
import type { PatternProcess, TruthResult, TruthRow } from './pattern-process.ts';

/** States of a page that Playwright waits for before the screenshot. */
export const waitStates = ['load', 'networkidle'] as const;
/** One of the {@link waitStates}. */
export type WaitState = (typeof waitStates)[number];

/** Time after which a screenshot is taken of a page that has not reached its state. Unit: ms. */
const waitTimeoutMs = 10_000;
const screenshotTimeoutMs = 20_000;
const viewport = { width: 1280, height: 800 };

/** Playwright with the browser of our engine. */
export interface PlaywrightShots {
  shoot(row: TruthRow, state: WaitState): Promise<TruthResult>;
  close(): Promise<void>;
}

/** Starts Playwright's browser. */
export async function startPlaywright(process: PatternProcess): Promise<PlaywrightShots> {
  const { path, env } = process.browser;
  const browser = await chromium.launch({ executablePath: path, env });
  const take = async ({ url, mode, options }: TruthRow, state: WaitState): Promise<Buffer> => {
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: options.deviceScaleFactor ?? 1,
      javaScriptEnabled: options.isJavaScriptDisabled !== true,
    });
    try {
      const page = await context.newPage();
      // A page that never reaches the state is captured as it is.
      await page.goto(url, { waitUntil: state, timeout: waitTimeoutMs }).catch(() => undefined);
      return await page.screenshot({
        fullPage: mode === 'fullPage',
        animations: options.areAnimationsDisabled === true ? 'disabled' : 'allow',
        timeout: screenshotTimeoutMs,
      });
    } finally {
      await context.close();
    }
  };
  return {
    async shoot(row, state) {
      const startedMs = performance.now();
      const image = await take(row, state).catch((error: unknown) => String(error));
      const ms = performance.now() - startedMs;
      const findings =
        typeof image === 'string' ? [image.slice(0, 200)] : await process.check(row, image);
      return { ms, findings };
    },
    close: () => browser.close(),
  };
}
