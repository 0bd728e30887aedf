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
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  // Over plain HTTP anybody on the way can make a page of our host. A tunnel may add https to a service without it.
  const isDowngrade = from.protocol !== 'https:' && !publicOrigin.startsWith(`${from.protocol}//`);
  return isDowngrade || from.host !== host;
}
