import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from '../src/browser/launch-browser.ts';

// A server in miniature that may open no more files: prints why no browser starts, and lives on.
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
