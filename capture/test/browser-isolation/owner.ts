import { detectIsolation } from '../../src/browser/isolation/detect-isolation.ts';
import { createBrowserPool } from '../../src/browser/pool/browser-pool.ts';
import { openTestPage } from '../browser-page.ts';

// A server of the user it is started as: starts two isolated browsers with a page each, prints one line, and waits to be killed.
const { isolation } = await detectIsolation('required');
const pool = createBrowserPool({ isolation, concurrency: 2 });
const [one, other] = [(await pool.lease()).browser, (await pool.lease()).browser];
await Promise.all([openTestPage(one), openTestPage(other)]);
const port = (await one.openListener?.())?.port;
console.log(JSON.stringify({ isolation, pids: [one.pid, other.pid], port }));
