import { detectIsolation } from '../../src/browser/isolation/detect-isolation.ts';
import { createBrowserPool } from '../../src/browser/pool/browser-pool.ts';

// A server of the user it is started as: starts two isolated browsers, prints one line, and waits to be killed.
const { isolation } = await detectIsolation('required');
const pool = createBrowserPool({ isolation, concurrency: 2 });
const [one, other] = [(await pool.lease()).browser, (await pool.lease()).browser];
const port = (await one.openListener?.())?.port;
console.log(JSON.stringify({ isolation, pids: [one.pid, other.pid], port }));
