import type { LayoutGlobals } from './layout.ts';

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
      /** True for an element of a frame, whose rectangle is its visible part. */
      readonly isInFrame?: boolean;
    };

type OwnGlobals = LayoutGlobals & {
  /** Element that was found last. */
  shotwrightElement?: Element | undefined;
};

/**
 * Finds the first visible element for a CSS selector, in open shadow roots if there is none outside, or for an XPath after
 * `xpath=`. Returns its visibility and position, and keeps it for the functions below.
 */
export function findElement(selector: string, isScrolledTo: boolean): FoundElement {
  const own = globalThis as OwnGlobals;
  own.shotwrightElement = undefined;
  const find = (): Element[] => {
    if (selector.startsWith('xpath=')) {
      const type = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
      const result = document.evaluate(selector.slice(6), document, null, type, null);
      const nodes = Array.from({ length: result.snapshotLength }, (_, at) =>
        result.snapshotItem(at),
      );
      return nodes.filter((node) => node instanceof Element);
    }
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      const found = [...root.querySelectorAll(selector)];
      if (found.length > 0) return found;
      for (const { shadowRoot } of root.querySelectorAll('*'))
        if (shadowRoot !== null) roots.push(shadowRoot);
    }
    return [];
  };
  const asSeen = { visibilityProperty: true, opacityProperty: true };
  const isShown = (one: Element): boolean => {
    const { width, height } = one.getBoundingClientRect();
    return width >= 1 && height >= 1 && one.checkVisibility(asSeen);
  };
  let found: Element[];
  try {
    found = find();
  } catch {
    return { kind: 'invalid' };
  }
  const element = found.find((one) => isShown(one)) ?? found[0];
  if (element === undefined) return { kind: 'missing' };
  own.shotwrightElement = element;
  if (isScrolledTo) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }
  const { left, right, top, bottom } = element.getBoundingClientRect();
  // A page that is written from right to left also extends to the left of where it starts.
  const { direction, writingMode } = getComputedStyle(document.body ?? document.documentElement);
  const isLeftward =
    writingMode.endsWith('-rl') || `${writingMode} ${direction}` === 'horizontal-tb rtl';
  const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
  const x = Math.max(isLeftward ? clientWidth - scrollWidth : 0, Math.round(left + scrollX));
  const y = Math.max(0, Math.round(top + scrollY));
  const widthPx = Math.round(right + scrollX) - x;
  const heightPx = Math.round(bottom + scrollY) - y;
  if (!isShown(element) || widthPx < 1 || heightPx < 1) return { kind: 'hidden' };
  const isInView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return { kind: 'shown', x, y, widthPx, heightPx, isInView };
}

/**
 * Hides fixed and sticky elements, open shadow roots included, except those that contain the found element or are
 * contained in it. Returns their number.
 */
export function hideFixedElements(isFoundKept: boolean): number {
  const { shotwrightElement } = globalThis as OwnGlobals;
  const target = isFoundKept ? shotwrightElement : undefined;
  const around = new Set<Node>();
  for (let node: Node | null = target ?? null; node !== null;) {
    around.add(node);
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  const found: HTMLElement[] = [];
  const roots: ParentNode[] = document.body === null ? [] : [document.body];
  for (const root of roots) {
    for (const other of [...root.querySelectorAll('*')].slice(0, 20_000)) {
      if (other.shadowRoot !== null) roots.push(other.shadowRoot);
      if (!/fixed|sticky/.test(getComputedStyle(other).position)) continue;
      const isKept = around.has(other) || target?.contains(other) === true;
      if (!isKept && other instanceof HTMLElement) found.push(other);
    }
  }
  for (const { style } of found) style.setProperty('visibility', 'hidden', 'important');
  return found.length;
}

/**
 * Returns the maximum height of the found element that is hidden by a scrolling or clipping ancestor.
 * Unit: px.
 */
export function clippedHeight(): number {
  const { shotwrightElement: target } = globalThis as OwnGlobals;
  if (target === undefined) return 0;
  const { height } = target.getBoundingClientRect();
  let most = 0;
  for (let node: Node | null = target.parentNode; node !== null;) {
    const isRoot = node === document.body || node === document.documentElement;
    if (node instanceof Element && !isRoot && /auto|scroll/.test(getComputedStyle(node).overflowY))
      most = Math.max(most, height - node.clientHeight);
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return most;
}

/** Lets the boxes around the found element grow with the viewport, as those around an inner scroller do. */
export function growAroundFound(): void {
  const own = globalThis as OwnGlobals;
  const around = own.shotwrightElement?.parentElement;
  if (around) own.shotwrightScroller = around;
}

/** Makes the overflow of ancestors visible that scroll sideways and are narrower than the found element. */
export function showOverflowingSides(): void {
  const { shotwrightElement: target } = globalThis as OwnGlobals;
  const widthPx = target?.getBoundingClientRect().width ?? 0;
  for (let node: Node | null = target?.parentNode ?? null; node !== null;) {
    const isRoot = node === document.body || node === document.documentElement;
    if (node instanceof HTMLElement && !isRoot && node.clientWidth < widthPx - 1) {
      const isScrolled = /auto|scroll/.test(getComputedStyle(node).overflowX);
      if (isScrolled) node.style.setProperty('overflow', 'visible', 'important');
    }
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
}

/**
 * Expands ancestors of the found element to the height of their content, if they are shorter than the element or
 * than `minHeightPx`. CSS pixels.
 */
export function expandAround(minHeightPx: number): void {
  const { shotwrightElement: target } = globalThis as OwnGlobals;
  const heightPx = Math.max(minHeightPx, target?.getBoundingClientRect().height ?? 0);
  for (let node: Node | null = target?.parentNode ?? null; node !== null;) {
    const isRoot = node === document.body || node === document.documentElement;
    if (node instanceof HTMLElement && !isRoot && node.clientHeight < heightPx) {
      const styles = { overflow: 'visible', height: 'auto', 'max-height': 'none' };
      for (const [name, value] of Object.entries(styles))
        node.style.setProperty(name, value, 'important');
    }
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
}

/** Scrolls until the found element is at the top. */
export function scrollToFound(): void {
  (globalThis as OwnGlobals).shotwrightElement?.scrollIntoView({
    block: 'start',
    inline: 'nearest',
    behavior: 'instant',
  });
}

/** Returns true if the element of a frame is visible. */
export function isFrameVisible(owner: Element): boolean {
  const { width, height } = owner.getBoundingClientRect();
  const isSeen = owner.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return isSeen && width >= 1 && height >= 1;
}

/**
 * Enlarges the element of a frame by a width and a height, and stores it as the found element of its document.
 * Values of 0 and below change nothing. CSS pixels.
 */
export function enlargeFrame(owner: Element, extraWidthPx: number, extraHeightPx: number): void {
  (globalThis as OwnGlobals).shotwrightElement = owner;
  if (!(owner instanceof HTMLElement)) return;
  const style = getComputedStyle(owner);
  const isBorderBox = style.boxSizing === 'border-box';
  const sides = [
    { side: 'width', extraPx: extraWidthPx, size: owner.offsetWidth },
    { side: 'height', extraPx: extraHeightPx, size: owner.offsetHeight },
  ] as const;
  for (const { side, extraPx, size } of sides) {
    if (extraPx <= 0) continue;
    const currentPx = isBorderBox ? size : Number.parseFloat(style.getPropertyValue(side));
    for (const name of [side, `min-${side}`, `max-${side}`])
      owner.style.setProperty(name, `${currentPx + extraPx}px`, 'important');
  }
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
