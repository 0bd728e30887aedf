import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { preparePackagedBrowser, type BrowserExecutable } from './bundled-chromium.ts';

/** Paths to search, in order. For folders of Playwright's cache, the newest build is used. */
const headlessShells = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib64/chromium-browser/headless_shell',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chrome-headless-shell',
];
const fullBrowsers = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/local/bin/chromium',
];

/**
 * Finds a browser: the one at `browserPath`, or the best one available if that is empty. Rejects
 * with a sentence that lists the paths tried and how to install a browser.
 */
export async function resolveExecutable(browserPath: string): Promise<BrowserExecutable> {
  if (browserPath !== '') return findNamed(browserPath);
  const candidates = [
    ...headlessShells,
    ...playwrightBuilds('chromium_headless_shell-'),
    ...playwrightBuilds('chromium-'),
    ...fullBrowsers,
  ];
  const path = candidates.find(isUsable);
  if (path !== undefined) return describe(path);
  try {
    return await preparePackagedBrowser();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `No browser was found. Tried BROWSER_PATH, ${headlessShells[0]}, Playwright's cache, ${fullBrowsers.join(', ')}, ` +
        `and the package @sparticuz/chromium (${why}). Install one, for example: apt-get install chromium-headless-shell.`,
      { cause: error },
    );
  }
}

function findNamed(path: string): BrowserExecutable {
  if (isUsable(path)) return describe(path);
  throw new Error(
    `BROWSER_PATH names ${path}, which is not a program that the browser's user can run.`,
  );
}

function describe(path: string): BrowserExecutable {
  const kind = /headless[-_]shell/.test(path) ? 'headless-shell' : 'chromium';
  return { path, kind, env: {} };
}

/** Lists Playwright's builds, newest first. */
function playwrightBuilds(prefix: string): string[] {
  const cache = join(homedir(), '.cache', 'ms-playwright');
  const folders = list(cache).filter((name) => name.startsWith(prefix));
  const build = (name: string) => Number(name.slice(prefix.length));
  return folders
    .sort((a, b) => build(b) - build(a))
    .flatMap((name) =>
      list(join(cache, name)).flatMap((platform) => [
        join(cache, name, platform, 'chrome-headless-shell'),
        join(cache, name, platform, 'headless_shell'),
        join(cache, name, platform, 'chrome'),
      ]),
    );
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Returns true if the browser's user can execute the file. Root can read everything, but that user
 * cannot, so every parent folder must be accessible to others.
 */
function isUsable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const needed = process.getuid?.() === 0 ? 0o001 : 0o000;
    for (let folder = path; ; folder = dirname(folder)) {
      if ((statSync(folder).mode & needed) !== needed) return false;
      if (folder === dirname(folder)) break;
    }
    return (statSync(path).mode & 0o111) !== 0;
  } catch {
    return false;
  }
}
