import { useRef } from 'react';

/** Time in which a deleted row is removed from its list. Unit: ms. */
const removalMs = 10_000;

/**
 * Tracks the opener of a dialog. When the dialog closes, the focus returns to the opener or, if
 * that is disabled, removed or removed soon after (a deleted row), to the page's heading.
 */
export function useReturnFocus(): { remember: () => void; finalFocus: () => HTMLElement | null } {
  const returnFocus = useRef<Element | null>(null);
  return {
    remember: () => {
      returnFocus.current = document.activeElement;
    },
    finalFocus: () => {
      const { current } = returnFocus;
      if (!(current instanceof HTMLElement && current.isConnected) || current.matches(':disabled'))
        return heading();
      focusHeadingOnRemoval(current);
      return current;
    },
  };
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('h1');
}

/** A list may be read again only after the dialog has closed, and removal leaves the focus on the body. */
function focusHeadingOnRemoval(element: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body) heading()?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), removalMs);
}
