import { useState, type ClipboardEvent, type DragEvent } from 'react';

/**
 * Handlers that accept files dropped on an element or pasted into it; pasted text goes to the
 * focused field. `isOver`: files are dragged over the element.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const into = event.relatedTarget;
      if (!(into instanceof Node) || !event.currentTarget.contains(into)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      onFiles(files);
    },
    onPaste: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData;
      // Word processors put an image of the text on the clipboard next to the text.
      if (files.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      onFiles([...files]);
    },
  };
  return { isOver, handlers };
}
