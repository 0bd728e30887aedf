import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/**
 * Accepts files dropped on `area` or pasted into it; pasted text goes to the focused field. Without
 * an area, files may be dropped anywhere on the page, because the browser would leave the page for
 * a file that is dropped elsewhere. Returns true while files are dragged over the area.
 */
export function useFileDrop(
  onFiles: (files: readonly File[]) => void,
  area?: RefObject<HTMLElement | null>,
): boolean {
  const [isOver, setOver] = useState(false);
  const accept = useEffectEvent((event: Event, files: FileList | undefined) => {
    if (files === undefined || files.length === 0) return;
    // Otherwise the browser would leave the page and open the file.
    event.preventDefault();
    onFiles([...files]);
  });
  useEffect(() => {
    const target = area === undefined ? document.documentElement : area.current;
    if (target === null) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = ({ relatedTarget: into }: DragEvent) => {
      if (!(into instanceof Node) || !target.contains(into)) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      accept(event, event.dataTransfer?.files);
    };
    const onPaste = (event: ClipboardEvent) => {
      // Word processors put an image of the text on the clipboard next to the text.
      if (event.clipboardData?.types.includes('text/plain') === true) return;
      accept(event, event.clipboardData?.files);
    };
    target.addEventListener('dragover', onDragOver, { signal });
    target.addEventListener('dragleave', onDragLeave, { signal });
    target.addEventListener('drop', onDrop, { signal });
    if (area !== undefined) target.addEventListener('paste', onPaste, { signal });
    return () => listeners.abort();
  }, [area]);
  return isOver;
}
