import { extensionOf } from '@shotwright/contract';

/**
 * Returns the name of a stored image: the page's host, or `html`, and the time of the request in
 * UTC.
 */
export function fileNameOf(input: {
  readonly url: string | null;
  readonly createdAt: Date;
  readonly contentType: string;
}): string {
  const host = input.url === null ? 'html' : new URL(input.url).hostname.replace(/^www\./, '');
  const plainHost = host
    .replace(/[^\w.]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  const time = input.createdAt
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[:-]/g, '')
    .replace('T', '-');
  return `${plainHost}-${time}.${extensionOf(input.contentType)}`;
}
