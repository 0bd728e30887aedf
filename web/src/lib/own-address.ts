import { apiBase } from './api-client.ts';

/**
 * The path of an image the API serves, on the host this page was opened at. The server writes such URLs with PUBLIC_URL, and
 * a person may have opened the dashboard at another address: there the content security policy would block the image. Other
 * URLs stay as they are.
 */
export function ownAddress(url: string): string {
  if (!URL.canParse(url, location.origin)) return url;
  const { pathname, search } = new URL(url, location.origin);
  return pathname.startsWith(`${apiBase}/`) ? `${pathname}${search}` : url;
}
