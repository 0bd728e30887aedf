import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import { openTestPage } from './browser-page.ts';

// A minimal server for tests that kill it: starts a browser, blocks a page in it and prints the
// browser's pid.
const pool = createBrowserPool();
const { browser } = await pool.lease();
const page = await openTestPage(browser);
page.evaluate('for (;;) {}').catch(() => undefined);
console.log(browser.pid);
