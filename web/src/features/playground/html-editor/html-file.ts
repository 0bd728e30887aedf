import { captureLimits } from '@shotwright/contract';
import { useEffect, useEffectEvent, useState } from 'react';
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

/**
 * Accepts files that are dropped anywhere on the page, because a file dropped outside the drop zone
 * would replace the page. Returns true while a file is dragged over the page.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const listeners = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      window.addEventListener(type, react, { signal: listeners.signal });
    listen('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      take(file);
    });
    return () => listeners.abort();
  }, []);
  return isOver;
}
