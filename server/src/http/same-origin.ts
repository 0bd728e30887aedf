import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that a request was made by a page of another origin. Programs that are no browsers send
 * neither header and are not judged here. Source: OWASP CSRF cheat sheet, "Fetch metadata", "Verifying origin".
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return false;
  if (site !== undefined && site !== 'none') return true;
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return false;
  // A person may use another name of this machine than PUBLIC_URL; a hostile page cannot choose the Host header.
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  // An attacker on the network can serve a plain http page of our host, except on loopback. A tunnel may add https.
  const isDowngrade = !isTrustworthy(origin) && !publicOrigin.startsWith(`${from.protocol}//`);
  return isDowngrade || from.host !== host;
}

/** Says why a page may not write: it belongs to another site, or the service does not know the address it was opened at. */
export function elsewhereSentence(headers: IncomingHttpHeaders, publicOrigin: string): string {
  const { origin = '' } = headers;
  // Browsers send no fetch metadata to plain http addresses: a hostile page looks like our own behind a proxy.
  if (headers['sec-fetch-site'] !== undefined || !URL.canParse(origin))
    return 'This request came from another site. Use the dashboard, or an API key.';
  return (
    `This request came from a page at ${new URL(origin).origin}, and the service is at ${publicOrigin}. ` +
    'Open the dashboard there, or set PUBLIC_URL to the address people use.'
  );
}

/** Whether a page was opened over http at a service of https, where the browser drops the Secure cookies of a session. */
export function losesCookies(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin = '' } = headers;
  if (!publicOrigin.startsWith('https:') || !URL.canParse(origin)) return false;
  return !isTrustworthy(origin);
}

/** Whether browsers treat an origin as a secure context. Source: W3C Secure Contexts §3.1. */
export function isTrustworthy(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  );
}
