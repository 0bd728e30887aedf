import { useRef } from 'react';

/**
 * Tracks the opener of a dialog. When the dialog closes, the focus returns to the opener or, if
 * that is removed or disabled, to the page's heading.
 */
export function useOpener(): { remember: () => void; finalFocus: () => HTMLElement | null } {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    finalFocus: () =>
      opener.current instanceof HTMLElement &&
      opener.current.isConnected &&
      !opener.current.matches(':disabled')
        ? opener.current
        : document.querySelector<HTMLElement>('h1'),
  };
}
