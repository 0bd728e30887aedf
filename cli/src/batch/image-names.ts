import { createHash } from 'node:crypto';
import type { CaptureOptions } from '@shotwright/sdk';

const longestSlug = 80;
const digestLength = 8;

/**
 * Returns the name of an image, without its ending: the host and the path of the page, and a digest
 * of the URL and the options. Other options have other names, so that they replace no image.
 */
export function imageNameOf(options: CaptureOptions & { readonly url: string }): string {
  const { url } = options;
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: url };
  const slug = `${host}${pathname}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  const sorted = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
  return `${slug || 'page'}-${digest.slice(0, digestLength)}`;
}

/** Returns the URLs of a text: one a line, without empty lines, comments (#) and repeats. */
export function urlsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))];
}
