import { apiBase } from './client.ts';

/**
 * Returns the path of an image served by the API, relative to the host of this page. The server
 * builds such URLs from PUBLIC_URL, and the dashboard may have been opened at another host; there
 * the content security policy would block the image. Other URLs are returned unchanged.
 */
export function sameOriginUrl(url: string): string {
  if (!URL.canParse(url, location.origin)) return url;
  const { pathname, search } = new URL(url, location.origin);
  return pathname.startsWith(`${apiBase}/`) ? `${pathname}${search}` : url;
}
