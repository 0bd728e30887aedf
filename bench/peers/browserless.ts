import { createSender } from '../server/send.ts';
import type { CaptureJob, Target } from '../target.ts';
import { pngSize, viewport } from '../target.ts';

/** Name of the peer in figures. */
export const browserlessName = 'browserless';

/** Events that a page of browserless may wait for; the first is its fastest. */
export const loadEvents = ['load', 'networkidle0'] as const;
/** One of the {@link loadEvents}. */
export type LoadEvent = (typeof loadEvents)[number];

/** A browserless service of this machine that is already running. */
export interface BrowserlessOptions {
  readonly origin: string;
  /** Its main process, for its CPU time and memory. */
  readonly pid: number;
  readonly waitUntil: LoadEvent;
}

/**
 * Returns browserless as a target of the bench. Its pages of the classes that render after their load event
 * also wait for the mark of these classes, because their images would be empty.
 */
export function createBrowserless({ origin, pid, waitUntil }: BrowserlessOptions): Target {
  const { call } = createSender(new URL('/chromium', origin), {});
  return {
    name: browserlessName,
    rootPids: [pid],
    async capture(job) {
      const startedMs = performance.now();
      const png = await call('POST', '/screenshot', bodyOf(job, waitUntil));
      return { ms: performance.now() - startedMs, bytes: png.length, ...pngSize(png) };
    },
    close: () => Promise.resolve(),
  };
}

function bodyOf({ page, source, isFullPage }: CaptureJob, waitUntil: LoadEvent): object {
  const rendersLate = page === 'app' || page === 'web';
  return {
    ...source,
    gotoOptions: { waitUntil },
    viewport: { width: viewport.widthPx, height: viewport.heightPx, deviceScaleFactor: 1 },
    ...(rendersLate && { waitForSelector: { selector: '[data-ready]' } }),
    options: { type: 'png', fullPage: isFullPage },
  };
}
