import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the path of the headless shell used for the baseline. Throws a sentence if there is none.
 */
export function findHeadlessShell(): string {
  const cached = globSync('chromium_headless_shell-*/*/{chrome-headless-shell,headless_shell}', {
    cwd: join(homedir(), '.cache', 'ms-playwright'),
  }).map((path) => join(homedir(), '.cache', 'ms-playwright', path));
  const candidates = [
    process.env.BROWSER_PATH ?? '',
    '/usr/lib/chromium/chromium-headless-shell',
    ...cached,
  ];
  const found = candidates.find((path) => path !== '' && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'The bench needs a headless shell: apt-get install chromium-headless-shell, or name one in BROWSER_PATH.',
  );
}
