import type { Protocol } from 'devtools-protocol';
import type { Browser } from '../browser/browser.ts';
import { majorOf, userAgentOf, versionIn, withToken } from '../browser/browser-identity.ts';

type Brand = Protocol.Emulation.UserAgentBrandVersion;
type Metadata = Protocol.Emulation.UserAgentMetadata;

/** User agent, languages and client hints of a page, its frames and its workers. */
export type UserAgentOverride = Protocol.Emulation.SetUserAgentOverrideRequest & {
  readonly platform: string;
  readonly acceptLanguage: string;
};

/**
 * Returns the user agent override for the protocol: the user agent of a device, or the browser's own
 * without the word "Headless". A Chromium user agent names the browser's real version and gets
 * matching client hints; others get none, because their browsers send none.
 */
export function userAgentOverride(
  { version: product, identity }: Pick<Browser, 'version' | 'identity'>,
  deviceUserAgent?: string,
): UserAgentOverride {
  const version = versionIn(product) ?? '0.0.0.0';
  const major = majorOf(version);
  const userAgent = (deviceUserAgent ?? userAgentOf(version)).replaceAll(
    /\b(Chrome|Edg)\/[\d.]+/g,
    `$1/${major}.0.0.0`,
  );
  const platform = platformOf(userAgent);
  const override = {
    userAgent: withToken(userAgent, identity),
    acceptLanguage: identity.languages,
    platform: platform.navigator,
  };
  if (!/\bChrome\//.test(userAgent)) return override;

  const names = brandNames(userAgent, deviceUserAgent === undefined);
  const token = /^([^/]+)\/(\d+)([\d.]*)/.exec(identity.userAgentToken ?? '');
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
