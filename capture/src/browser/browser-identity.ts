import { execFile } from 'node:child_process';
import type { BrowserExecutable } from './bundled-chromium.ts';

/** Identity that a browser shows to sites. */
export interface BrowserIdentity {
  /** Languages in order of preference, separated by commas: `de-DE,de,en`. */
  readonly languages: string;
  /** Product that is appended to every user agent: `Example/1.0 (+https://example.com/bot)`. */
  readonly userAgentToken?: string;
  /** Value of `navigator.webdriver`. */
  readonly isWebdriver: boolean;
}

/** Identity that applies unless the engine receives another. */
export const defaultIdentity: BrowserIdentity = { languages: 'en-US,en', isWebdriver: true };

const versionTimeoutMs = 5_000;
const platforms: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
  win32: 'Windows NT 10.0; Win64; x64',
};
const versions = new Map<string, Promise<string | undefined>>();

/** Returns the version in a text such as `HeadlessChrome/156.0.8078.79`; undefined if none. */
export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+\.\d+/.exec(text)?.[0];
}

/**
 * Returns the version that an executable prints; undefined if it prints none in time. It runs once
 * for each path.
 */
export function readVersion({ path, env }: BrowserExecutable): Promise<string | undefined> {
  const known = versions.get(path);
  if (known !== undefined) return known;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const options = { env: { ...env }, timeout: versionTimeoutMs, killSignal: 'SIGKILL' } as const;
  execFile(path, ['--version'], options, (_, stdout) => resolve(versionIn(stdout)));
  versions.set(path, promise);
  return promise;
}

/**
 * Returns the user agent of Chromium on this system, without the word "Headless". Like a visitor's
 * browser it names the major version only; the full one is a client hint.
 */
export function userAgentOf(version: string): string {
  const platform = platforms[process.platform] ?? 'X11; Linux x86_64';
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorOf(version)}.0.0.0 Safari/537.36`;
}

/** Returns a user agent with the product token, if there is one. */
export function withToken(userAgent: string, { userAgentToken }: BrowserIdentity): string {
  return userAgentToken === undefined ? userAgent : `${userAgent} ${userAgentToken}`;
}

/** Returns the first part of a version. */
export function majorOf(version: string): string {
  return version.split('.', 1)[0] ?? '';
}

/**
 * Returns the flags that apply an identity where no setting of a target does: to requests for the
 * scripts of service workers.
 */
export function identityFlags(identity: BrowserIdentity, version: string | undefined): string[] {
  return [
    `--accept-lang=${identity.languages}`,
    ...(version === undefined ? [] : [`--user-agent=${withToken(userAgentOf(version), identity)}`]),
    ...(identity.isWebdriver ? [] : ['--disable-blink-features=AutomationControlled']),
  ];
}
