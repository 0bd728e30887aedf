import type { Protocol } from 'devtools-protocol';
import type { Browser } from '../browser/browser.ts';
import { majorOf, userAgentOf, versionIn, withToken } from '../browser/browser-identity.ts';
import type { CaptureSpec } from '../capture-spec.ts';

type Brand = Protocol.Emulation.UserAgentBrandVersion;
type Metadata = Protocol.Emulation.UserAgentMetadata;

/** Parts of a spec that decide the user agent. */
type UserAgentSpec = Pick<CaptureSpec, 'emulation'> & {
  readonly viewport: Pick<CaptureSpec['viewport'], 'userAgent'>;
};

/** User agent, languages and client hints of a page, its frames and its workers. */
export type UserAgentOverride = Protocol.Emulation.SetUserAgentOverrideRequest & {
  readonly platform: string;
  readonly acceptLanguage: string;
};

/**
 * Returns the user agent override for the protocol: the caller's own user agent as it is, that of a
 * device, or the browser's without the word "Headless". The latter two name the browser's real
 * version. A Chromium user agent gets matching client hints; others get none, because their browsers
 * send none.
 */
export function userAgentOverride(
  { version: product, identity }: Pick<Browser, 'version' | 'identity'>,
  { viewport, emulation: { userAgent: given, languages } = {} }: UserAgentSpec,
): UserAgentOverride {
  const realVersion = versionIn(product) ?? '0.0.0.0';
  const usual = viewport.userAgent ?? userAgentOf(realVersion);
  const userAgent =
    given ?? usual.replaceAll(/\b(Chrome|Edg)\/[\d.]+/g, `$1/${majorOf(realVersion)}.0.0.0`);
  const platform = platformOf(userAgent);
  const override = {
    userAgent: given ?? withToken(userAgent, identity),
    acceptLanguage: languages ?? identity.languages,
    platform: platform.navigator,
  };
  const named = /\bChrome\/([\d.]+)/.exec(userAgent)?.[1];
  if (named === undefined) return override;

  const version = fullVersion(named, realVersion);
  const major = majorOf(version);
  const names = brandNames(userAgent, given === undefined && viewport.userAgent === undefined);
  const token =
    given === undefined ? /^([^/]+)\/(\d+)([\d.]*)/.exec(identity.userAgentToken ?? '') : null;
  const brandsOf = (isFull: boolean): Brand[] => [
    { brand: 'Not:A-Brand', version: isFull ? '8.0.0.0' : '8' },
    ...names.map((brand) => ({ brand, version: isFull ? version : major })),
    ...(token === null
      ? []
      : [{ brand: token[1] ?? '', version: (token[2] ?? '') + (isFull ? (token[3] ?? '') : '') }]),
  ];
  return {
    ...override,
    userAgentMetadata: {
      brands: brandsOf(false),
      fullVersionList: brandsOf(true),
      fullVersion: version,
      platform: platform.hint,
      platformVersion: platformVersionOf(userAgent),
      model: /Android [\d.]+; ([^;)]+?)(?: Build|\))/.exec(userAgent)?.[1] ?? '',
      wow64: false,
      ...formOf(userAgent),
    },
  };
}

/** Returns the browser's real version if the user agent names its major version. */
function fullVersion(named: string, real: string): string {
  if (majorOf(named) === majorOf(real)) return real;
  return [...named.split('.'), '0', '0', '0'].slice(0, 4).join('.');
}

/** Chromium names itself only; a device has the browser that its user agent names. */
function brandNames(userAgent: string, isOwn: boolean): string[] {
  if (isOwn) return ['Chromium'];
  return ['Chromium', /Edg\//.test(userAgent) ? 'Microsoft Edge' : 'Google Chrome'];
}

function formOf(
  userAgent: string,
): Pick<Metadata, 'mobile' | 'architecture' | 'bitness' | 'formFactors'> {
  const mobile = /Mobile/.test(userAgent);
  if (mobile || /Android/.test(userAgent)) {
    const formFactors = [mobile ? 'Mobile' : 'Tablet'];
    return { mobile, architecture: '', bitness: '', formFactors };
  }
  const architecture = process.arch.startsWith('arm') ? 'arm' : 'x86';
  return { mobile, architecture, bitness: '64', formFactors: ['Desktop'] };
}

/** Returns three numbers, as Chromium does; Linux has no version. */
function platformVersionOf(userAgent: string): string {
  const found = /(?:Android|Mac OS X|Windows NT) ([\d._]+)/.exec(userAgent)?.[1];
  if (found === undefined) return '';
  return [...found.split(/[._]/), '0', '0'].slice(0, 3).join('.');
}

/**
 * Returns the client hints that every request carries, as headers. The protocol's override comes too
 * late for the first request of a page that is opened with its URL.
 */
export function clientHintHeaders({
  userAgentMetadata,
}: UserAgentOverride): Record<string, string> | undefined {
  if (userAgentMetadata === undefined) return undefined;
  const { brands = [], mobile, platform } = userAgentMetadata;
  return {
    'sec-ch-ua': brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', '),
    'sec-ch-ua-mobile': mobile ? '?1' : '?0',
    'sec-ch-ua-platform': `"${platform}"`,
  };
}

/** Returns the values of `navigator.platform` and the platform hint for a user agent. */
function platformOf(userAgent: string): { readonly navigator: string; readonly hint: string } {
  if (/Android/.test(userAgent)) return { navigator: 'Linux armv8l', hint: 'Android' };
  if (/iPhone/.test(userAgent)) return { navigator: 'iPhone', hint: 'iOS' };
  if (/iPad/.test(userAgent)) return { navigator: 'iPad', hint: 'iOS' };
  if (/Mac OS X/.test(userAgent)) return { navigator: 'MacIntel', hint: 'macOS' };
  if (/Windows/.test(userAgent)) return { navigator: 'Win32', hint: 'Windows' };
  return { navigator: 'Linux x86_64', hint: 'Linux' };
}
