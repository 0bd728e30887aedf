import type { Protocol } from 'devtools-protocol';

/**
 * Returns the user agent override for the protocol. Chromium's user agents also get matching client
 * hints; others get none, because their browsers send none.
 */
export function userAgentOverride(
  userAgent: string,
): Protocol.Emulation.SetUserAgentOverrideRequest {
  const platform = platformOf(userAgent);
  const version = /(?:Chrome|CriOS)\/(\d+)([\d.]*)/.exec(userAgent);
  const isChromium = version !== null && !/iPhone|iPad/.test(userAgent);
  if (!isChromium) return { userAgent, platform: platform.navigator };

  const [, major = '0', rest = ''] = version;
  const name = /Edg\//.test(userAgent) ? 'Microsoft Edge' : 'Google Chrome';
  const brandsOf = (shown: string): Protocol.Emulation.UserAgentBrandVersion[] => [
    { brand: 'Not)A;Brand', version: shown === major ? '8' : '8.0.0.0' },
    { brand: 'Chromium', version: shown },
    { brand: name, version: shown },
  ];
  const isMobile = /Mobile/.test(userAgent);
  return {
    userAgent,
    platform: platform.navigator,
    userAgentMetadata: {
      brands: brandsOf(major),
      fullVersionList: brandsOf(major + rest),
      platform: platform.hint,
      platformVersion: /(?:Android|Mac OS X|Windows NT) ([\d._]+)/.exec(userAgent)?.[1] ?? '',
      architecture: isMobile ? '' : 'x86',
      model: /Android [\d.]+; ([^;)]+?)(?: Build|\))/.exec(userAgent)?.[1] ?? '',
      mobile: isMobile,
    },
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
