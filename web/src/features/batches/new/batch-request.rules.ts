import type { BatchReceipt, SavedSetting } from '@shotwright/contract';
import { secretMask } from '@shotwright/contract/paths';
import { captureRequest } from '../../../lib/api/curl.ts';
import { newBatchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import type { BatchRequest } from '../batches.api.ts';
import type { UrlList } from './url-list.rules.ts';

/** Options of a saved setting that a batch can use. */
export interface BatchOptions {
  readonly options: Readonly<Record<string, unknown>>;
  /** Options that are left out, because the dashboard has their values only masked. */
  readonly secretNames: readonly string[];
}

const ownOptions: readonly string[] = ['url', 'html', 'project_id'];

/** Returns the options of a setting for all pages of a batch. */
export function batchOptionsOf(setting: SavedSetting | undefined): BatchOptions {
  const { body } = captureRequest(setting?.options ?? {});
  const given = Object.entries(body).filter(([name]) => !ownOptions.includes(name));
  return {
    options: Object.fromEntries(given.filter((option) => !isMasked(option))),
    secretNames: given.filter(isMasked).map(([name]) => name),
  };
}

function isMasked([, value]: readonly [string, unknown]): boolean {
  return String(value).includes(secretMask);
}

/** Returns the request for the pages of a list; null if there are none. */
export function batchRequestOf(input: {
  readonly list: UrlList;
  readonly options: BatchOptions['options'];
  readonly projectId: string;
}): BatchRequest | null {
  const { list, options, projectId } = input;
  if (list.pages.length === 0) return null;
  return {
    items: list.pages.map((page) => ({ ...page.options, url: page.url })),
    options: { ...options },
    ...(projectId !== '' && { project_id: Number(projectId) }),
  };
}

/** Returns the reasons for which lines are left out, in the order of the lines. */
export function leftOutLines(
  list: UrlList,
  invalid: BatchReceipt['invalid'],
): readonly { readonly line: number; readonly reason: string }[] {
  const rejected = invalid.map(({ index, message }) => ({
    line: list.pages[index]?.line ?? index + 1,
    reason: message,
  }));
  const unread = list.invalid.map(({ line, text }) => ({ line, reason: messages.noUrl(text) }));
  return [...unread, ...rejected].sort((one, other) => one.line - other.line);
}
