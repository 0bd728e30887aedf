import { completeUrl } from '../../../lib/complete-url.ts';

// Same pattern as the server uses for ALLOW_PRIVATE_TARGETS; any other entry is a network or an IP.
const hostAndPortPattern = /^(?:\[[^\]]+\]|[^:/[\]\s]+):\d{1,5}$/;

/** Problems of a URL that are detected without the server. */
export type UrlProblem = 'unreadable' | 'scheme' | 'credentials' | 'private';

/**
 * Returns the first problem of a URL, or undefined if there is none. `privateTargets`: entries from
 * the configuration. The server makes the final decision about private hosts.
 */
export function findUrlProblem(
  typed: string,
  { privateTargets = [] }: { readonly privateTargets?: readonly string[] } = {},
): UrlProblem | undefined {
  const text = completeUrl(typed);
  if (text === '') return undefined;
  const scheme = text.slice(0, text.indexOf(':')).toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return 'scheme';
  if (!URL.canParse(text)) return 'unreadable';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (!isPrivateHost(url.hostname)) return undefined;
  return privateTargets.some((target) => mayAllow(target, url)) ? undefined : 'private';
}

/** True if a configuration entry allows the target, or might: a host name can resolve to any IP. */
function mayAllow(target: string, { hostname, port, protocol }: URL): boolean {
  if (hostAndPortPattern.test(target)) {
    const usualPort = protocol === 'https:' ? '443' : '80';
    return target.toLowerCase() === `${hostname}:${port === '' ? usualPort : port}`;
  }
  const [network = '', bits = '32'] = target.split('/');
  const isV6 = network.includes(':');
  if (hostname.startsWith('[')) return isV6;
  if (!isV4(hostname)) return true;
  if (isV6) return false;
  const outside = 2 ** (32 - Number(bits));
  return Math.floor(numberOfV4(network) / outside) === Math.floor(numberOfV4(hostname) / outside);
}

function isV4(host: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host);
}

function numberOfV4(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host === 'localhost' || /\.(localhost|local|internal|home\.arpa)$/.test(host)) return true;
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1));
  return isV4(host) && isPrivateV4(host.split('.').map(Number));
}

// RFC 1918, 1122, 3927 and 6598.
function isPrivateV4([a = 0, b = 0]: readonly number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168)
  );
}

// RFC 4193 and 4291: loopback, unspecified, unique local, link local.
function isPrivateV6(address: string): boolean {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped) {
    const high = Number.parseInt(mapped[1] ?? '0', 16);
    return isPrivateV4([high >> 8, high & 255]);
  }
  return address === '::1' || address === '::' || /^(f[cd]|fe[89ab])/.test(address);
}
