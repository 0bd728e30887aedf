import { captureLimits } from '@shotwright/contract';
import { htmlEditorMessages as messages } from '../../../lib/messages/playground.ts';
import { toasts } from '../../../lib/toasts.ts';

/**
 * Returns the text of the selected file; returns undefined and shows a toast if the file cannot be
 * used as HTML.
 */
export async function readHtmlFile(file: File): Promise<string | undefined> {
  if (!/\.(html?|xhtml|txt)$/i.test(file.name) && !file.type.startsWith('text/'))
    return fail(messages.fileNotHtml);
  if (file.size > captureLimits.htmlBytes) return fail(messages.fileTooLarge);
  try {
    return await file.text();
  } catch {
    return fail(messages.fileUnreadable);
  }
}

function fail(description: string): undefined {
  toasts.error({ title: 'Error', description });
}
