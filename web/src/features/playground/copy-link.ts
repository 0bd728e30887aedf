import { writeClipboard } from '../../lib/clipboard.ts';
import { playgroundMessages as messages } from '../../lib/messages/playground.ts';
import { toasts } from '../../lib/toasts.ts';

/** Copies an absolute URL and shows a toast with the result. */
export async function copyLink(url: string): Promise<void> {
  try {
    await writeClipboard(new URL(url, location.origin).href);
    toasts.success({ title: messages.urlCopied });
  } catch {
    toasts.error({ title: 'Error', description: messages.urlCopyFailed });
  }
}
