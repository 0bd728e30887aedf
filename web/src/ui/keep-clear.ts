import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Marks controls that toasts must not cover. */
export const keepClear = { 'data-keep-clear': '' } as const;

/** Edges of an element. Units: CSS px from the top left of the window. */
type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * Returns the offset by which toasts at the bottom of the window must be raised to cover none of
 * the boxes; 0 if the window is too low for that. Units: CSS px.
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

/** Tracks the marked controls while toasts are shown and returns the result of {@link liftOver}. */
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
    // Runs before the browser paints added elements.
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
