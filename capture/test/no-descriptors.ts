import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from '../src/browser/launch-browser.ts';

// A minimal server without free file descriptors: prints why the browser does not start, and keeps
// running.
const hasRoom = (): boolean => {
  try {
    return openSync('/dev/null', 'r') > 0;
  } catch {
    return false;
  }
};
while (hasRoom());
const found = { path: '/bin/false', kind: 'chromium', env: {} } as const;
const why = await launchBrowser({ found, sandbox: 'on' }).catch((error: unknown) =>
  String(Object(error).message),
);
await sleep(10);
console.log(why);
