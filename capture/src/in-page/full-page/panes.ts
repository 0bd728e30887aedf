import type { LayoutGlobals } from '../layout.ts';

/**
 * Finds boxes beside the inner scroller that scroll on their own, such as the list beside a message, and
 * stores them. They are shown whole with it.
 */
export function findPanes(): void {
  const own = globalThis as LayoutGlobals;
  const { shotwrightScroller: scroller } = own;
  own.shotwrightPanes = [];
  if (scroller === undefined) return;
  const [leastHeightShare, leastWidthPx, tolerancePx] = [0.4, 100, 2];
  const main = scroller.getBoundingClientRect();
  const isPane = (element: Element): boolean => {
    if (element.clientHeight < innerHeight * leastHeightShare) return false;
    if (element.clientWidth < leastWidthPx || element.scrollHeight <= element.clientHeight + 1)
      return false;
    const { left, right, bottom } = element.getBoundingClientRect();
    const isBeside = right <= main.left + tolerancePx || left >= main.right - tolerancePx;
    const isSeen = right > 0 && left < innerWidth && bottom > 0;
    const endsBeside = Math.abs(bottom - main.bottom) <= innerHeight * 0.2;
    return (
      isBeside &&
      isSeen &&
      endsBeside &&
      /auto|scroll|overlay/.test(getComputedStyle(element).overflowY) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  };
  const panes: Element[] = [];
  const collect = (tree: ParentNode): void => {
    for (const element of [...tree.querySelectorAll('*')].slice(0, 20_000)) {
      const isInPane = panes.some((pane) => pane.contains(element));
      if (!isInPane && isPane(element)) panes.push(element);
      if (element.shadowRoot !== null) collect(element.shadowRoot);
    }
  };
  if (document.body !== null) collect(document.body);
  own.shotwrightPanes = panes;
}
