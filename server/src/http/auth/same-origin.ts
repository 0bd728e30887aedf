import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns true if the headers show that a page of another origin made the request. Clients other
 * than browsers send neither header and pass. Source: OWASP CSRF cheat sheet, "Fetch metadata",
 * "Verifying origin".
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return false;
  if (site !== undefined && site !== 'none') return true;
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return false;
  // A user may open this machine under another name than PUBLIC_URL; a hostile page cannot choose
  // the Host header.
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  // Over plain HTTP, an attacker on the network can forge a page of our host, except on loopback. A
  // tunnel may add https to a service without it.
  const isDowngrade = !isTrustworthy(origin) && !publicOrigin.startsWith(`${from.protocol}//`);
  return isDowngrade || from.host !== host;
}

/**
 * Returns the message for a rejected write: the page belongs to another site, or was opened at a
 * URL that the service does not know.
 */
export function crossOriginMessage(headers: IncomingHttpHeaders, publicOrigin: string): string {
  const { origin = '' } = headers;
  // Browsers send no fetch metadata over plain http, so a hostile page is indistinguishable from
  // our own page behind a proxy.
  if (headers['sec-fetch-site'] !== undefined || !URL.canParse(origin))
    return 'This request came from another site. Use the dashboard, or an API key.';
  return (
    `This request came from a page at ${new URL(origin).origin}, but the service is at ${publicOrigin}. ` +
    'Open the dashboard there, or set PUBLIC_URL to the URL that users open.'
  );
}

/**
 * Returns true if a page was opened over http although the service uses https: browsers then drop
 * the `Secure` session cookies.
 */
export function losesCookies(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin = '' } = headers;
  if (!publicOrigin.startsWith('https:') || !URL.canParse(origin)) return false;
  return !isTrustworthy(origin);
}

/**
 * Returns true if browsers treat an origin as a secure context. Source: W3C Secure Contexts §3.1.
 */
export function isTrustworthy(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  );
}
