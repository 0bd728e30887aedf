import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Marks controls that notifications must not cover. */
export const keepClear = { 'data-keep-clear': '' } as const;

/** What of an element's box is needed here. Units: CSS px from the top left of the window. */
type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * How far notifications at the bottom of the window have to be raised so that they cover none of the boxes; 0 where the window
 * is too low for that. Units: CSS px.
 */
export function liftOver(
  toasts: Pick<DOMRect, 'left' | 'right' | 'height'>,
  boxes: readonly Box[],
  windowHeight: number,
): number {
  const inTheWay = boxes
    .filter(({ left, right }) => left < toasts.right && right > toasts.left)
    .toSorted((a, b) => b.bottom - a.bottom);
  let bottom = windowHeight;
  for (const box of inTheWay)
    if (box.top < bottom && box.bottom > bottom - toasts.height) bottom = box.top;
  return bottom < toasts.height ? 0 : windowHeight - bottom;
}

/** Follows the marked controls while notifications are shown, and answers {@link liftOver}. */
export function useLift(list: RefObject<HTMLElement | null>, shown: number): number {
  const [lift, setLift] = useState(0);
  const place = useCallback(() => {
    if (list.current === null) return;
    const boxes = Array.from(document.querySelectorAll('[data-keep-clear]'), (element) =>
      element.getBoundingClientRect(),
    );
    setLift(liftOver(list.current.getBoundingClientRect(), boxes, window.innerHeight));
  }, [list]);
  useLayoutEffect(() => {
    if (shown === 0) return undefined;
    // Before the browser paints what has been added.
    const frame = requestAnimationFrame(place);
    const options = { passive: true, capture: true };
    const changes = new MutationObserver(place);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', place, options);
    window.addEventListener('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      window.removeEventListener('scroll', place, options);
      window.removeEventListener('resize', place);
    };
  }, [place, shown]);
  return lift;
}
