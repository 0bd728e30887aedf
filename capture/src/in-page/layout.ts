/** Positions and sizes in layout, without transforms. CSS pixels. */
export interface Boxes {
  readonly lefts: readonly number[];
  readonly tops: readonly number[];
  readonly widths: readonly number[];
  readonly heights: readonly number[];
}

/** Layout of a page in the viewport of the capture, scrolled to the top. */
export interface Layout {
  readonly viewportPx: number;
  /** In document order; lists that belong to them have the same indexes. */
  readonly elements: readonly HTMLElement[];
  readonly indexes: ReadonlyMap<Element, number>;
  /** All elements of the document at that time. */
  readonly known: WeakSet<Element>;
  readonly boxes: Boxes;
  readonly positions: readonly string[];
  /** Properties that may depend on the height of the viewport, and their values. */
  readonly properties: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** Heights of the rows of grids. */
  readonly rows: ReadonlyMap<HTMLElement, string>;
  /** Returns the boxes as they are now. */
  measure(): Boxes;
}

/** Elements that have a part of their own when the viewport grows. */
export interface LayoutRoles {
  /** The inner scroller and those beside it, their ancestors, fixed boxes that hold the whole page or are behind it. */
  readonly growing: ReadonlySet<Element>;
  /** Boxes beside the inner scroller and as tall as the element they follow. */
  readonly beside: ReadonlyMap<Element, Element>;
  /** Boxes whose content is laid out only near the viewport, and their ancestors. */
  readonly flexible: ReadonlySet<Element>;
  /** Sticky boxes that a person sees at the bottom of the first viewport. */
  readonly stuck: ReadonlySet<Element>;
  /** Translucent boxes in front of the page, and what holds them. */
  readonly masks: ReadonlySet<HTMLElement>;
}

/** Globals that these functions share. */
export type LayoutGlobals = typeof globalThis & {
  /** The element that scrolls instead of the document, once found. */
  shotwrightScroller?: Element;
  /** Boxes beside the inner scroller that scroll on their own. */
  shotwrightPanes?: readonly Element[];
  /** Fixed boxes behind the content that are visible along the whole page, and their descendants that cover the viewport. */
  shotwrightLayers?: readonly HTMLElement[];
  /** Fixed boxes behind the content that only the end of the page reveals. */
  shotwrightFooters?: readonly HTMLElement[];
  /** Shadow roots that scripts cannot reach, by their hosts. */
  shotwrightClosedRoots?: WeakMap<Element, ShadowRoot>;
  shotwrightLayout?: Layout;
  shotwrightRoles?: LayoutRoles;
};

/** Records the layout of the page, so that it can be preserved in a taller viewport. */
export function recordLayout(): void {
  const elements: HTMLElement[] = [document.documentElement];
  const { shotwrightClosedRoots: closedRoots } = globalThis as LayoutGlobals;
  const collect = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      if (elements.length >= 15_000) return;
      if (element instanceof HTMLElement) elements.push(element);
      const inner = element.shadowRoot ?? closedRoots?.get(element);
      if (inner !== undefined) collect(inner);
    }
  };
  if (document.body !== null) elements.push(document.body);
  if (document.body !== null) collect(document.body);
  const indexes = new Map<Element, number>(elements.map((element, index) => [element, index]));
  const roundingPx = 1;
  const exact = (size: number, rounded: number): number =>
    Math.abs(size - rounded) < roundingPx ? size : rounded;
  const measure = (): Boxes => {
    const [lefts, tops, widths, heights]: [number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
    ];
    for (const element of elements) {
      const around = element.offsetParent;
      const base = around === null ? -1 : (indexes.get(around) ?? -1);
      lefts.push((lefts[base] ?? 0) + (around?.clientLeft ?? 0) + element.offsetLeft);
      tops.push((tops[base] ?? 0) + (around?.clientTop ?? 0) + element.offsetTop);
      const { width, height } = element.getBoundingClientRect();
      widths.push(exact(width, element.offsetWidth));
      heights.push(exact(height, element.offsetHeight));
    }
    return { lefts, tops, widths, heights };
  };
  const properties = ['padding-top', 'padding-bottom', 'margin-top', 'margin-bottom'];
  properties.push('row-gap', 'font-size');
  const styles = elements.map((element) => getComputedStyle(element));
  const rows = new Map<HTMLElement, string>();
  for (const [index, element] of elements.entries()) {
    const { display, gridTemplateRows } = styles[index] ?? {};
    if (display?.includes('grid') && gridTemplateRows) rows.set(element, gridTemplateRows);
  }
  (globalThis as LayoutGlobals).shotwrightLayout = {
    viewportPx: innerHeight,
    elements,
    indexes,
    known: new WeakSet(document.querySelectorAll('*')),
    boxes: measure(),
    positions: styles.map(({ position }) => position),
    properties,
    rows,
    values: styles.map((style) => properties.map((name) => style.getPropertyValue(name))),
    measure,
  };
}

/**
 * Finds the elements that have a part of their own when the viewport grows. Returns true if the
 * layout may rightly change, because the page lays parts out only near the viewport.
 */
export function recordLayoutRoles(): boolean {
  const own = globalThis as LayoutGlobals;
  const { shotwrightScroller: scroller, shotwrightPanes: panes = [] } = own;
  const layout = own.shotwrightLayout;
  const growing = new Set<Element>();
  const flexible = new Set<Element>();
  const stuck = new Set<Element>();
  if (layout === undefined) return false;
  const { elements, positions, viewportPx } = layout;
  for (const one of [scroller, ...panes]) {
    let node: Node | null = one ?? null;
    while (node !== null) {
      if (node instanceof Element) growing.add(node);
      node = node instanceof ShadowRoot ? node.host : node.parentNode;
    }
  }
  const { shotwrightLayers: layers = [], shotwrightFooters: footers = [] } = own;
  const backdrops = new Set<Element>([...layers, ...footers]);
  for (const [index, element] of elements.entries()) {
    const style = getComputedStyle(element);
    if (style.contentVisibility === 'auto') {
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        flexible.add(one);
      }
    }
    const holdsPage = (): boolean =>
      element.querySelectorAll('*').length > elements.length * 0.6 &&
      element.scrollHeight > viewportPx * 1.5;
    const isBehind = backdrops.has(element);
    if (isBehind || (positions[index] === 'fixed' && holdsPage())) growing.add(element);
    if (positions[index] !== 'sticky' || style.bottom === 'auto') continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (hit !== null && element.contains(hit)) stuck.add(element);
  }
  own.shotwrightRoles = { growing, beside: new Map(), flexible, stuck, masks: new Set() };
  const timelines = document.getAnimations().map(({ timeline }) => timeline);
  return (
    flexible.size > 0 || timelines.some((one) => one !== null && !(one instanceof DocumentTimeline))
  );
}

/**
 * Finds boxes beside the inner scroller that end where it ends, such as a side navigation. They
 * grow with it, because a person never sees an end of them.
 */
export function recordNeighbours(): void {
  const { shotwrightLayout: layout, shotwrightRoles: roles } = globalThis as LayoutGlobals;
  const scroller = (globalThis as LayoutGlobals).shotwrightScroller;
  if (layout === undefined || roles === undefined || scroller === undefined) return;
  const beside = new Map<Element, Element>();
  const tolerancePx = 2;
  const isBeside = (one: DOMRect, other: DOMRect): boolean =>
    one.height > 0 &&
    (one.right <= other.left + tolerancePx || one.left >= other.right - tolerancePx);
  const endsWith = (one: DOMRect, other: DOMRect): boolean =>
    Math.abs(one.top - other.top) <= tolerancePx &&
    Math.abs(one.bottom - other.bottom) <= tolerancePx;
  const pane = scroller.getBoundingClientRect();
  for (const follower of roles.growing) {
    const rect = follower.getBoundingClientRect();
    for (const element of follower.parentElement?.children ?? []) {
      const other = element.getBoundingClientRect();
      if (!roles.growing.has(element) && isBeside(other, rect) && endsWith(other, rect)) {
        beside.set(element, follower);
      }
    }
  }
  for (const [index, element] of layout.elements.entries()) {
    if (layout.positions[index] !== 'fixed' || roles.growing.has(element)) continue;
    const rect = element.getBoundingClientRect();
    const reachesEnd = Math.abs(rect.bottom - layout.viewportPx) <= tolerancePx;
    const isTall = rect.height >= pane.height - tolerancePx;
    if (reachesEnd && isTall && isBeside(rect, pane)) beside.set(element, scroller);
  }
  (globalThis as LayoutGlobals).shotwrightRoles = { ...roles, beside };
}

/**
 * Clips fixed boxes at the end of the first viewport, because a taller one would show what is parked
 * below it, such as a banner that slides in later.
 */
export function clipFixedBoxes(): void {
  const { shotwrightLayout: layout, shotwrightRoles: roles } = globalThis as LayoutGlobals;
  if (layout === undefined || roles === undefined) return;
  for (const [index, element] of layout.elements.entries()) {
    if (layout.positions[index] !== 'fixed' || roles.growing.has(element)) continue;
    // A transformed ancestor holds a fixed box, which then scrolls with the page.
    const isHeld = element.offsetParent !== null || getComputedStyle(element).clipPath !== 'none';
    const belowPx = element.getBoundingClientRect().bottom - layout.viewportPx;
    if (isHeld || belowPx < 1) continue;
    element.style.setProperty('clip-path', `inset(-100vmax -100vmax ${belowPx}px)`, 'important');
  }
}
