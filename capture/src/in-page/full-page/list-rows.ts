import type { LayoutGlobals } from '../layout.ts';

type OwnGlobals = LayoutGlobals & {
  /** Rows that scripts have removed from lists while the page was scrolled, by list and by place in it. */
  shotwrightRows?: Map<Element, Map<string, HTMLElement>>;
};

/** Collects rows that virtual lists remove because they have left the view. Their own styles place them. */
export function watchRows(): void {
  const maxRows = 5_000;
  const rows: NonNullable<OwnGlobals['shotwrightRows']> = new Map();
  (globalThis as OwnGlobals).shotwrightRows = rows;
  let count = 0;
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes } of records) {
      for (const row of removedNodes) {
        if (!(target instanceof Element && row instanceof HTMLElement)) continue;
        const { top, left, right, transform, translate } = row.style;
        if (count >= maxRows || `${top}${transform}${translate}` === '') continue;
        const list = rows.get(target) ?? new Map<string, HTMLElement>();
        list.set([top, left, right, transform, translate].join(), row);
        rows.set(target, list);
        count += 1;
      }
    }
  });
  observer.observe(document, { subtree: true, childList: true });
}

/**
 * Puts removed rows back into lists that render only one screen of their content, whatever the height of the
 * viewport. Rows below `endPx` of the viewport are left out. Returns the number of rows.
 */
export function restoreRows(endPx: number): number {
  const { shotwrightRows: rows = new Map<Element, Map<string, HTMLElement>>() } =
    globalThis as OwnGlobals;
  const [minGapPx, minShare, middle] = [100, 0.2, 0.5];
  const isIn = (box: DOMRect, { x, y, width, height }: DOMRect): boolean => {
    const [centerX, centerY] = [x + width * middle, y + height * middle];
    const isBeside = centerX < box.left || centerX > box.right;
    return !isBeside && centerY >= box.top && centerY <= box.bottom;
  };
  const missingPx = (boxes: readonly DOMRect[], { top, bottom }: DOMRect): number => {
    let [reachedPx, missing] = [top, 0];
    for (const box of [...boxes].sort((one, other) => one.top - other.top)) {
      if (box.top - reachedPx >= minGapPx) missing += box.top - reachedPx;
      reachedPx = Math.max(reachedPx, box.bottom);
    }
    return missing + (bottom - reachedPx >= minGapPx ? bottom - reachedPx : 0);
  };
  const restore = (list: Element, removed: readonly HTMLElement[]): number => {
    const { x, y, width, height } = list.getBoundingClientRect();
    const area = new DOMRect(x, y, width, Math.min(height, endPx - y));
    const boxes = [...list.children].map((child) => child.getBoundingClientRect());
    const beforePx = missingPx(boxes, area);
    if (beforePx === 0) return 0;
    list.append(...removed);
    const restored = new Set(
      removed.filter((row) => {
        const box = row.getBoundingClientRect();
        const isFree =
          getComputedStyle(row).position === 'absolute' &&
          isIn(area, box) &&
          box.height > 0 &&
          !boxes.some((other) => isIn(other, box) || isIn(box, other));
        if (isFree) boxes.push(box);
        return isFree;
      }),
    );
    // Other boxes that a script removes, such as particles, do not fill what holds them.
    const filled = boxes.slice(list.children.length - removed.length);
    const filledArea = filled.reduce((sum, box) => sum + box.width * box.height, 0);
    const isFilled =
      missingPx(boxes, area) <= beforePx / 2 && filledArea >= beforePx * width * minShare;
    for (const row of removed) if (!isFilled || !restored.has(row)) row.remove();
    return isFilled ? restored.size : 0;
  };
  let count = 0;
  for (const [list, byPlace] of rows) {
    // The rows that were removed last show the latest state.
    const removed = [...byPlace.values()].filter((row) => !row.isConnected).toReversed();
    if (removed.length > 0 && list.isConnected) count += restore(list, removed);
  }
  return count;
}
