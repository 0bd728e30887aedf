import type { LayoutGlobals } from './layout.ts';

/** Viewport height and scrollable height of a page. CSS pixels. */
export interface ScrollState {
  readonly viewportPx: number;
  readonly heightPx: number;
}

type OwnGlobals = LayoutGlobals & {
  /** True if the scroller only clips its content, which a script moves. */
  shotwrightIsClipped?: boolean;
};

/**
 * Scrolls the page (or the element that scrolls instead) to `top` without animation, whatever its
 * scroll behaviour.
 */
export function scrollPageTo(top: number): ScrollState {
  const own = globalThis as OwnGlobals;
  const scroller = own.shotwrightScroller ?? document.scrollingElement ?? document.documentElement;
  const all = [scroller, ...(own.shotwrightPanes ?? [])];
  for (const one of all) one.scrollTo({ top, left: 0, behavior: 'instant' });
  const heightPx = Math.max(...all.map(({ scrollHeight }) => scrollHeight));
  return { viewportPx: scroller.clientHeight, heightPx };
}

/** Returns the scroll position of the document. CSS pixels. */
export function scrollPosition(): readonly [x: number, y: number] {
  return [scrollX, scrollY];
}

/** Dispatches a scroll event: scripts see that the page shows another part, as after scrolling. */
export function announceScroll(): void {
  const { shotwrightScroller: scroller, shotwrightPanes: panes = [] } = globalThis as OwnGlobals;
  for (const one of [scroller, ...panes]) one?.dispatchEvent(new Event('scroll'));
  document.dispatchEvent(new Event('scroll', { bubbles: true }));
}

/** Returns true if the page cannot be scrolled sideways, whatever its width. */
export function isCutSideways(): boolean {
  const { documentElement: root, body } = document;
  const { overflowX } = getComputedStyle(root);
  const own =
    overflowX === 'visible' && body !== null ? getComputedStyle(body).overflowX : overflowX;
  return /hidden|clip/.test(own);
}

/**
 * Returns where a page ends that cannot be scrolled down, without the boxes that it places in space, such as the slides
 * of a presentation: a person never sees all of them at once. Null for a page that can be scrolled. Unit: CSS px.
 */
export function lockedEnd(): number | null {
  const { documentElement: root, body } = document;
  const { overflowY } = getComputedStyle(root);
  const own =
    overflowY === 'visible' && body !== null ? getComputedStyle(body).overflowY : overflowY;
  if (!/hidden|clip/.test(own)) return null;
  const placed = new Set<Element | null>();
  let end = (body ?? root).getBoundingClientRect().bottom;
  for (const box of [...document.querySelectorAll('body *')].slice(0, 20_000)) {
    const { position, transform } = getComputedStyle(box);
    const { is2D, a, b, c, d } = new DOMMatrix(transform);
    const isScaled = !is2D || a !== 1 || b !== 0 || c !== 0 || d !== 1;
    const isPlaced = position === 'fixed' || (position === 'absolute' && isScaled);
    if (isPlaced || placed.has(box.parentElement)) placed.add(box);
    else end = Math.max(end, box.getBoundingClientRect().bottom);
  }
  return end + scrollY;
}

/** Resolves after two frames, when elements that entered the viewport have been detected. */
export async function twoFrames(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/**
 * Finds an element that scrolls instead of the document (an application shell, or the body) and
 * stores it. Returns the height of its hidden content in pixels, or 0 if the document itself
 * scrolls.
 */
export function findInnerScroller(): number {
  const own = globalThis as OwnGlobals;
  delete own.shotwrightScroller;
  delete own.shotwrightPanes;
  delete own.shotwrightIsClipped;
  const root = document.scrollingElement ?? document.documentElement;
  // Unless the root element has an overflow of its own, the overflow of the body is the viewport's.
  const isBodyTheViewport = getComputedStyle(document.documentElement).overflowY === 'visible';
  const rootPx = root.scrollHeight - root.clientHeight;
  const leastShare = 0.4;
  const tall: { readonly element: Element; readonly hiddenPx: number }[] = [];
  const elements: Element[] = [];
  const collect = (tree: ParentNode, selector: string): void => {
    for (const element of tree.querySelectorAll(selector)) {
      if (elements.length >= 20_000) return;
      elements.push(element);
      if (element.shadowRoot !== null) collect(element.shadowRoot, '*');
    }
  };
  collect(document, 'body, body *');
  // If the page cannot scroll, a person scrolls the box that covers it, such as a long dialog.
  const { overflowY: rootOverflow } = getComputedStyle(
    isBodyTheViewport ? (document.body ?? root) : root,
  );
  const isLocked = /hidden|clip/.test(rootOverflow);
  const coversLocked = (element: Element): boolean => {
    if (!isLocked || element.scrollHeight - element.clientHeight < innerHeight / 4) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isFull = left <= 1 && top <= 1 && width >= innerWidth - 1 && height >= innerHeight - 1;
    return isFull && element.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2));
  };
  for (const element of elements) {
    const hiddenPx = element.scrollHeight - element.clientHeight;
    if (element.clientHeight < innerHeight * leastShare) continue;
    if (hiddenPx <= rootPx && !coversLocked(element)) continue;
    if (element === root || (element === document.body && isBodyTheViewport)) continue;
    if (!/auto|scroll|overlay/.test(getComputedStyle(element).overflowY)) continue;
    tall.push({ element, hiddenPx });
  }
  const isWide = (widthPx: number): boolean => widthPx >= innerWidth * leastShare;
  const large = tall.filter(({ element }) => isWide(element.clientWidth));
  // Columns beside each other may be narrow, such as those of a board.
  let columnsPx = 0;
  for (const { element } of tall) {
    const { left, right } = element.getBoundingClientRect();
    columnsPx += Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
  }
  const areColumns = tall.length > 1 && isWide(columnsPx);
  const [first, ...others] = large.length === 0 && areColumns ? tall : large;
  if (first === undefined) return 0;
  const found = others.reduce((best, one) => (one.hiddenPx > best.hiddenPx ? one : best), first);
  own.shotwrightScroller = found.element;
  return found.hiddenPx;
}

/**
 * Finds the element that clips a page which scrolls nowhere, because a script moves its content, and
 * stores it like an inner scroller. Returns the height of its hidden content in pixels, or 0.
 */
export function findClippedPage(): number {
  const own = globalThis as OwnGlobals;
  const root = document.scrollingElement ?? document.documentElement;
  const carousels =
    '[class*="swiper" i], [class*="slick" i], [class*="slide" i], [class*="carousel" i], [class*="splide" i]';
  const leastShare = 0.9;
  const minHiddenPx = innerHeight / 2;
  if (root.scrollHeight - root.clientHeight > 1) return 0;
  // Content in the flow, including the overflow of a child that is as tall as the viewport.
  const endOf = (box: Element): number =>
    [...box.children].reduce((end, child) => {
      const { position, overflowY } = getComputedStyle(child);
      if (/absolute|fixed/.test(position)) return end;
      const { bottom, height } = child.getBoundingClientRect();
      const isOverflowing = overflowY === 'visible' && Math.abs(height - innerHeight) <= 1;
      return Math.max(end, bottom, isOverflowing ? endOf(child) : 0);
    }, 0);
  for (const element of [...document.querySelectorAll('body, body *')].slice(0, 2_000)) {
    const { overflowY } = getComputedStyle(element);
    const { top, width, height } = element.getBoundingClientRect();
    const coversView =
      top <= 1 && width >= innerWidth * leastShare && height >= innerHeight * leastShare;
    if (!coversView || !/hidden|clip/.test(overflowY) || element.closest(carousels)) continue;
    const hiddenPx = Math.ceil(endOf(element) - innerHeight);
    if (hiddenPx < minHiddenPx) continue;
    own.shotwrightScroller = element;
    own.shotwrightIsClipped = true;
    return hiddenPx;
  }
  return 0;
}

/** Returns the current height of the inner scroller's hidden content. Unit: px. */
export function hiddenInScroller(): number {
  const {
    shotwrightScroller: scroller,
    shotwrightPanes: panes = [],
    shotwrightIsClipped: isClipped = false,
  } = globalThis as OwnGlobals;
  if (scroller === undefined) return 0;
  const hidden = [scroller, ...panes].map((one) => one.scrollHeight - one.clientHeight);
  if (!isClipped) return Math.max(...hidden);
  const { top } = scroller.getBoundingClientRect();
  return Math.max(0, Math.ceil(top + scroller.scrollHeight) - innerHeight);
}

/** Rows of the viewport in which an inner scroller shows its content. CSS px. */
export interface ScrolledRows {
  readonly topPx: number;
  readonly bottomPx: number;
}

/** Returns the rows of the viewport that change when the page is scrolled; null if the document scrolls. */
export function scrolledRows(): ScrolledRows | null {
  const { shotwrightScroller: scroller } = globalThis as OwnGlobals;
  if (scroller === undefined) return null;
  const topPx = scroller.getBoundingClientRect().top + scroller.clientTop;
  const bottomPx = Math.min(innerHeight, topPx + scroller.clientHeight);
  return { topPx: Math.max(0, topPx), bottomPx };
}

/** Expands the inner scroller, those beside it and all their ancestors to the height of their content. */
export function expandScroller(): void {
  const { shotwrightScroller: scroller, shotwrightPanes: panes = [] } = globalThis as OwnGlobals;
  const nodes: (Node | null)[] = [scroller ?? null, ...panes];
  while (nodes.length > 0) {
    const node = nodes.pop() ?? null;
    if (node instanceof HTMLElement) {
      // The content of a fixed box does not count for the size of the page.
      const isFixed = getComputedStyle(node).position === 'fixed';
      if (isFixed) node.style.setProperty('position', 'absolute', 'important');
      if (isFixed) node.style.setProperty('bottom', 'auto', 'important');
      node.style.setProperty('overflow', 'visible', 'important');
      node.style.setProperty('height', 'auto', 'important');
      node.style.setProperty('max-height', 'none', 'important');
    }
    if (node !== null) nodes.push(node instanceof ShadowRoot ? node.host : node.parentNode);
  }
}
