import { optionNamesOf, optionRow, type OptionNameOf } from './table.ts';

/** Options by which an API client decides about its response; a link has ways of its own. */
const callerNames = ['cache', 'fresh', 'wait', 'response_type'] as const;
/** Options of files beside the image. */
const fileNames = ['extract', 'slice_height', 'slice_overlap'];
/** Options that every link has. */
const ownNames = ['url', 'file_type'] as const;

/** Option that a link can carry besides its URL and its format. */
export type LinkOptionName = Exclude<
  OptionNameOf<'url'>,
  (typeof callerNames)[number] | (typeof ownNames)[number]
>;

/**
 * Wire names of the options that a link can carry besides its URL and its format: those of one image,
 * and no credentials, which everyone with the link could read.
 */
export const linkOptionNames = optionNamesOf('url').filter((name): name is LinkOptionName => {
  const { isSecret, group } = optionRow(name);
  const others: readonly string[] = [...callerNames, ...fileNames, ...ownNames];
  const isPossible = isSecret !== true && group !== 'delivery' && group !== 'pdf';
  return isPossible && !others.includes(name);
});
