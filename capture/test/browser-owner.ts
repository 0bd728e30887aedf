import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import { openTestPage } from './browser-page.ts';

// A server in miniature: starts a browser, freezes a page in it, says the browser's pid, and waits to be killed.
const pool = createBrowserPool();
const { browser } = await pool.lease();
const page = await openTestPage(browser);
page.evaluate('for (;;) {}').catch(() => undefined);
console.log(browser.pid);
