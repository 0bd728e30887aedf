import { createHash } from 'node:crypto';
import { deliveryOptionNames } from '@shotwright/contract';

/** Options that are stored, but do not change the image. */
const ignored: ReadonlySet<string> = new Set([...deliveryOptionNames, 'file_name']);

/**
 * Returns the key by which a capture finds its baseline: the same for captures of one URL whose
 * options lead to the same image of the same page. Secrets count by their masks.
 */
export function matchKeyOf({
  url,
  options,
}: {
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
}): string {
  const kept = Object.entries(options)
    .filter(([name]) => !ignored.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([new URL(url).href, kept]);
  return createHash('sha256').update(text).digest('base64url');
}
