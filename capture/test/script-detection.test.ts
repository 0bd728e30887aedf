import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserLease } from '../src/browser/browser.ts';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import { createScriptDetection } from '../src/page/script-detection.ts';
import { openTestPage } from './browser-page.ts';

const pool = createBrowserPool();
let lease: BrowserLease;

beforeAll(async () => {
  lease = await pool.lease();
});
afterAll(() => pool.close());

test.each([
  ['<p>words', true, true, false],
  ['<meta http-equiv=Refresh content=99><p>words', true, true, true],
  ['<video controls></video>', true, false, false],
  ['<marquee>words</marquee>', true, false, false],
  ['<script>1</script>', false, false, false],
  ['<iframe></iframe>', false, false, false],
])(
  'a document is searched for scripts and for what moves or replaces it by itself: %s',
  async (html, ...wanted) => {
    const { session, navigation } = await openTestPage(lease.browser);
    const { frameTree } = await session.send('Page.getFrameTree');
    await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
    const known = Promise.withResolvers<boolean>();
    const detection = createScriptDetection(
      session,
      frameTree.frame.id,
      (_isScriptFree, isRefreshed) => known.resolve(isRefreshed),
    );
    // The events of about:blank have been reported before.
    session.on(detection.handlers);
    await navigation(`data:text/html,<!doctype html>${html}`);
    const isRefreshed = await known.promise;
    const found = [await detection.isScriptFree(), await detection.isStill(), isRefreshed];
    expect(found).toEqual(wanted);
  },
);
