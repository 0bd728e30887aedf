import { useRef } from 'react';

/** Where the focus goes when a dialog closes: to what opened it or, if that is gone or disabled by now, to the page's heading. */
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
