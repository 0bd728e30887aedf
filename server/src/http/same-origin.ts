import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that a request was made by a page of another origin. Programs that are no browsers send
 * neither header and are not judged here. Source: OWASP CSRF cheat sheet, "Fetch metadata", "Verifying origin".
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return false;
  // A person may use another name of this machine than PUBLIC_URL; a hostile page cannot choose the Host header.
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
