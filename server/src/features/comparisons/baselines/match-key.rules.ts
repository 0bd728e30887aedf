import { createHash } from 'node:crypto';
import { captureOptionNames, deliveryOptionNames, optionRow } from '@shotwright/contract';

/** Names of the options that change the image, in alphabetical order. */
const imageOptionNames = captureOptionNames
  .filter((name) => !new Set<string>([...deliveryOptionNames, 'file_name']).has(name))
  .toSorted();

/**
 * Returns the key by which a capture finds its baseline: the same for captures of one URL whose
 * options lead to the same image of the same page. Secrets count by their masks. Defaults are left
 * out, so that options of later releases do not change the key.
 */
export function matchKeyOf({
  url,
  options,
}: {
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
}): string {
  const changed = imageOptionNames
    .map((name) => [name, options[name] ?? optionRow(name).default] as const)
    .filter(([name, value]) => value !== optionRow(name).default);
  const text = JSON.stringify([new URL(url).href, changed]);
  return createHash('sha256').update(text).digest('base64url');
}
