import type { BatchReceipt } from '@shotwright/contract';
import { newBatchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import type { BatchRequest } from '../batches.api.ts';
import type { UrlList } from './url-list.rules.ts';

/** Returns the request for the pages of a list; null if there are none. */
export function batchRequestOf(input: {
  readonly list: UrlList;
  /** Saved setting with the options of all pages; null: the default ones. */
  readonly settingId: number | null;
  readonly projectId: string;
}): BatchRequest | null {
  const { list, settingId, projectId } = input;
  if (list.pages.length === 0) return null;
  return {
    items: list.pages.map((page) => ({ ...page.options, url: page.url })),
    ...(settingId !== null && { options: { setting_id: settingId } }),
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
