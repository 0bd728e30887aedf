/** Result of a selector. Rectangles in CSS pixels of the page. */
export type FoundElement =
  | { readonly kind: 'invalid' | 'missing' | 'hidden' }
  | {
      readonly kind: 'shown';
      readonly x: number;
      readonly y: number;
      readonly widthPx: number;
      readonly heightPx: number;
      readonly isInView: boolean;
    };

/**
 * Finds the first element for a CSS selector or an XPath after `xpath=`. Returns its visibility and
 * position.
 */
export function findElement(selector: string, isScrolledTo: boolean): FoundElement {
  let element: Element | null;
  try {
    if (selector.startsWith('xpath=')) {
      const type = XPathResult.FIRST_ORDERED_NODE_TYPE;
      const found = document.evaluate(selector.slice(6), document, null, type, null);
      element = found.singleNodeValue instanceof Element ? found.singleNodeValue : null;
    } else {
      element = document.querySelector(selector);
    }
  } catch {
    return { kind: 'invalid' };
  }
  if (element === null) return { kind: 'missing' };
  if (isScrolledTo) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = Math.max(0, Math.round(left + scrollX));
  const y = Math.max(0, Math.round(top + scrollY));
  const widthPx = Math.round(right + scrollX) - x;
  const heightPx = Math.round(bottom + scrollY) - y;
  const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  if (!isSeen || widthPx < 1 || heightPx < 1) return { kind: 'hidden' };
  const isInView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return { kind: 'shown', x, y, widthPx, heightPx, isInView };
}

/**
 * Hides fixed and sticky elements that neither contain the target element nor are contained in it.
 */
export function hideFixedElements(selector: string): void {
  const type = XPathResult.FIRST_ORDERED_NODE_TYPE;
  const target = selector.startsWith('xpath=')
    ? document.evaluate(selector.slice(6), document, null, type, null).singleNodeValue
    : document.querySelector(selector);
  for (const other of [...document.querySelectorAll('body *')].slice(0, 20_000)) {
    if (!/fixed|sticky/.test(getComputedStyle(other).position)) continue;
    if (target === null || other.contains(target) || target.contains(other)) continue;
    if (other instanceof HTMLElement) {
      other.style.setProperty('visibility', 'hidden', 'important');
    }
  }
}

/** Hides all fixed and sticky elements. Returns their number. */
export function hideStickyElements(): number {
  const found = [...document.querySelectorAll('body *')]
    .slice(0, 20_000)
    .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position));
  for (const element of found) {
    if (element instanceof HTMLElement) {
      element.style.setProperty('visibility', 'hidden', 'important');
    }
  }
  return found.length;
}

/**
 * Returns the maximum height of the element that is hidden by a scrolling or clipping ancestor.
 * Unit: px.
 */
export function clippedHeight(selector: string): number {
  const type = XPathResult.FIRST_ORDERED_NODE_TYPE;
  const target = selector.startsWith('xpath=')
    ? document.evaluate(selector.slice(6), document, null, type, null).singleNodeValue
    : document.querySelector(selector);
  if (!(target instanceof Element)) return 0;
  const { height } = target.getBoundingClientRect();
  let most = 0;
  for (let around = target.parentElement; around !== null; around = around.parentElement) {
    const isRoot = around === document.body || around === document.documentElement;
    if (isRoot || !/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
    most = Math.max(most, height - around.clientHeight);
  }
  return most;
}

/** Returns true if the element of a frame is visible. */
export function isFrameVisible(owner: Element): boolean {
  const { width, height } = owner.getBoundingClientRect();
  const isSeen = owner.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return isSeen && width >= 1 && height >= 1;
}

/** Returns the size of the viewport of a frame. CSS pixels. */
export function viewportSize(): readonly [widthPx: number, heightPx: number] {
  return [innerWidth, innerHeight];
}

/** Returns the element that lies above a frame at a position, as `div.overlay`; null if none does. */
export function coverOfFrame(x: number, y: number): string | null {
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  if (hit === null || /^(?:iframe|frame|object|embed)$/.test(hit.localName)) return null;
  const id = hit.id === '' ? '' : `#${hit.id}`;
  const name = hit.classList[0] === undefined ? '' : `.${hit.classList[0]}`;
  return `${hit.localName}${id}${name}`.slice(0, 100);
}
