import type { LayoutGlobals } from './layout.ts';

/**
 * Restores the recorded size of every element whose size has changed, except those that grow with
 * the viewport or have new content. Returns the number of changes.
 */
export function pinSizes(): number {
  const { shotwrightLayout: layout, shotwrightRoles: roles } = globalThis as LayoutGlobals;
  if (layout === undefined || roles === undefined) return 0;
  const { elements, known, boxes, positions, properties, values } = layout;
  const { flexible, growing, beside, masks } = roles;
  const loose = new Set<Element>([...flexible, ...growing, ...beside.keys(), ...masks]);
  for (const element of document.querySelectorAll('body *')) {
    if (known.has(element)) continue;
    let around = element.parentElement;
    for (; around !== null && !loose.has(around); around = around.parentElement) loose.add(around);
  }
  const now = layout.measure();
  const changes: (() => void)[] = [];
  const differs = (list: keyof typeof boxes, index: number): boolean =>
    Math.abs((now[list][index] ?? 0) - (boxes[list][index] ?? 0)) >= 0.6;
  for (const [index, element] of elements.entries()) {
    if (loose.has(element) || !element.isConnected) continue;
    const isResized = differs('heights', index) || differs('widths', index);
    if (!isResized && !differs('tops', index)) continue;
    const style = getComputedStyle(element);
    const set = (name: string, value: string): void => {
      changes.push(() => element.style.setProperty(name, value, 'important'));
    };
    for (const [at, name] of properties.entries()) {
      const value = values[index]?.[at] ?? '';
      if (style.getPropertyValue(name) !== value) set(name, value);
    }
    if (!isResized || style.display === 'inline' || style.display === 'none') continue;
    const isBorderBox = style.boxSizing === 'border-box';
    const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const recorded = (at: number): number => Number.parseFloat(values[index]?.[at] ?? '') || 0;
    const around = {
      height: recorded(0) + recorded(1) + px('border-top-width') + px('border-bottom-width'),
      width:
        px('padding-left') +
        px('padding-right') +
        px('border-left-width') +
        px('border-right-width'),
    };
    for (const side of ['height', 'width'] as const) {
      const list = side === 'height' ? 'heights' : 'widths';
      const size = boxes[list][index] ?? 0;
      // A fixed box without a size, such as a bar of the scroll position, has none at the top.
      const isEmpty = size <= 0 && positions[index] !== 'fixed';
      if (isEmpty || !differs(list, index)) continue;
      const value = `${Math.max(0, isBorderBox ? size : size - around[side])}px`;
      for (const name of [side, `min-${side}`, `max-${side}`]) set(name, value);
    }
  }
  for (const change of changes) change();
  return changes.length;
}

/** Restores the recorded heights of the rows of grids without new content. Returns the number of changes. */
export function pinRows(): number {
  const { shotwrightLayout: layout, shotwrightRoles: roles } = globalThis as LayoutGlobals;
  if (layout === undefined || roles === undefined) return 0;
  const changed = [...layout.rows].filter(([grid, rows]) => {
    const isLoose = roles.growing.has(grid) || roles.flexible.has(grid) || roles.beside.has(grid);
    if (isLoose || getComputedStyle(grid).gridTemplateRows === rows) return false;
    return [...grid.querySelectorAll('*')].every((element) => layout.known.has(element));
  });
  for (const [grid, rows] of changed)
    grid.style.setProperty('grid-template-rows', rows, 'important');
  return changed.length;
}

/**
 * Moves fixed, absolute and sticky boxes, and what stands in a layer, such as the title of an
 * opening screen, back to where the first viewport has them. Returns the number of changes.
 */
export function pinPositions(): number {
  const own = globalThis as LayoutGlobals;
  const { shotwrightLayout: layout, shotwrightRoles: roles } = own;
  const layers = new Set<Element | null>(own.shotwrightLayers);
  if (layout === undefined || roles === undefined) return 0;
  const { elements, indexes, boxes, positions } = layout;
  const now = layout.measure();
  const sides = [
    { list: 'tops', start: 'top', end: 'bottom' },
    { list: 'lefts', start: 'left', end: 'right' },
  ] as const;
  const changes: (() => void)[] = [];
  for (const [index, element] of elements.entries()) {
    const position = positions[index];
    const isSticky = position === 'sticky' && roles.stuck.has(element);
    // A script that places a box by its style has placed it for the taller viewport.
    const isAbsolute = position === 'absolute' && element.style.top === '';
    const isInLayer =
      layers.has(element.parentElement) && (position === 'static' || position === 'relative');
    if (position !== 'fixed' && !isAbsolute && !isSticky && !isInLayer) continue;
    if (roles.growing.has(element) || roles.beside.has(element)) continue;
    if (!element.isConnected || (now.heights[index] ?? 0) === 0) continue;
    const parent = position === 'fixed' ? null : element.parentElement;
    const around = parent === null ? undefined : indexes.get(parent);
    const style = getComputedStyle(element);
    const isStuck = style.position === 'sticky';
    for (const { list, start, end } of sides) {
      const shiftOf = (at: number): number => (now[list][at] ?? 0) - (boxes[list][at] ?? 0);
      const shift = shiftOf(index) - (around === undefined ? 0 : shiftOf(around));
      if (Math.abs(shift) < 1) continue;
      const px = isStuck ? 0 : Number.parseFloat(style.getPropertyValue(start)) || 0;
      changes.push(() => {
        if (isStuck || isInLayer) element.style.setProperty('position', 'relative', 'important');
        element.style.setProperty(start, `${px - shift}px`, 'important');
        element.style.setProperty(end, 'auto', 'important');
      });
    }
  }
  for (const change of changes) change();
  return changes.length;
}

/**
 * Extends boxes beside the inner scroller to its end. Their content stays where it is: a
 * transparent border lets the background show below it.
 */
export function extendNeighbours(): void {
  const { shotwrightLayout: layout, shotwrightRoles: roles } = globalThis as LayoutGlobals;
  if (layout === undefined || roles === undefined) return;
  for (const [element, follower] of roles.beside) {
    const index = layout.indexes.get(element);
    const followed = layout.indexes.get(follower);
    if (index === undefined || followed === undefined || !(element instanceof HTMLElement))
      continue;
    const heightPx = layout.boxes.heights[index] ?? 0;
    const grownPx = follower.clientHeight - (layout.boxes.heights[followed] ?? 0);
    const style = getComputedStyle(element);
    const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const paddings = px('padding-top') + px('padding-bottom') + px('border-top-width');
    const isBorderBox = style.boxSizing === 'border-box';
    const size = isBorderBox ? heightPx + grownPx : heightPx - paddings;
    for (const name of ['height', 'min-height', 'max-height']) {
      element.style.setProperty(name, `${Math.max(0, size)}px`, 'important');
    }
    element.style.setProperty('border-bottom', `${grownPx}px solid transparent`, 'important');
  }
}

/** Displacement of the recorded elements. */
export interface LayoutShift {
  readonly seenCount: number;
  readonly movedCount: number;
  /** Height of the document's own content. CSS pixels. */
  readonly contentPx: number;
}

/**
 * Counts the elements that are not where they were recorded, or wider or narrower. Boxes that hold
 * their place in the viewport, and lists with new items, do not count.
 */
export function layoutShift(): LayoutShift {
  const own = globalThis as LayoutGlobals;
  const { shotwrightLayout: layout, shotwrightRoles: roles, shotwrightScroller: scroller } = own;
  if (layout === undefined || roles === undefined) {
    return { seenCount: 0, movedCount: 0, contentPx: 0 };
  }
  const { elements, known, boxes, positions } = layout;
  const newItems = new Map<Element, number>();
  for (const element of document.querySelectorAll('body *')) {
    const list = element.parentElement;
    if (!known.has(element) && list !== null) newItems.set(list, (newItems.get(list) ?? 0) + 1);
  }
  const now = layout.measure();
  const ignored = new Set<Element>();
  const shiftOf = (list: 'lefts' | 'tops' | 'widths', index: number): number =>
    (now[list][index] ?? 0) - (boxes[list][index] ?? 0);
  // The end of a list that is laid out from its end stays in view, and its items move with it.
  const isReversed =
    scroller !== undefined && getComputedStyle(scroller).flexDirection === 'column-reverse';
  const last = scroller?.firstElementChild ?? null;
  const grownPx = isReversed && last !== null ? shiftOf('tops', layout.indexes.get(last) ?? -1) : 0;
  const differs = (list: 'lefts' | 'tops' | 'widths', index: number): boolean =>
    Math.abs(shiftOf(list, index) - (list === 'tops' ? grownPx : 0)) > 2;
  let [seenCount, movedCount] = [0, 0];
  for (const [index, element] of elements.entries()) {
    const list = element.parentElement;
    const isIgnored =
      /fixed|sticky/.test(positions[index] ?? '') ||
      (list !== null && (ignored.has(list) || (newItems.get(list) ?? 0) >= 3));
    if (isIgnored && !roles.growing.has(element)) ignored.add(element);
    const isSmall = (boxes.widths[index] ?? 0) < 2 || (boxes.heights[index] ?? 0) < 2;
    const isOutside = scroller !== undefined && !scroller.contains(element);
    if (isSmall || isOutside || !element.isConnected) continue;
    if (ignored.has(element) || roles.growing.has(element)) continue;
    seenCount += 1;
    if (differs('lefts', index) || differs('tops', index) || differs('widths', index)) {
      movedCount += 1;
    }
  }
  const { documentElement: root, body } = document;
  const contentPx = Math.max(
    root.getBoundingClientRect().bottom,
    body?.getBoundingClientRect().bottom ?? 0,
  );
  return { seenCount, movedCount, contentPx };
}

/**
 * Returns the area of the boxes below the first viewport that take space and are not shown, such as
 * sections that a script reveals in view. The page begins at `abovePx`. Unit: CSS px².
 */
export function hiddenArea(abovePx: number): number {
  const layout = (globalThis as LayoutGlobals).shotwrightLayout;
  if (layout === undefined) return 0;
  const leastOpacity = 0.5;
  const hidden = new Set<Element>();
  let area = 0;
  for (const element of layout.elements) {
    const { parentElement } = element;
    const isInHidden = parentElement !== null && hidden.has(parentElement);
    const style = getComputedStyle(element);
    const isShown = Number(style.opacity) >= leastOpacity && style.visibility === 'visible';
    if (isShown && !isInHidden) continue;
    hidden.add(element);
    if (isInHidden || style.position === 'fixed') continue;
    const { top, width, height } = element.getBoundingClientRect();
    if (top - abovePx >= layout.viewportPx) area += width * height;
  }
  return area;
}

/**
 * Moves the whole page down in its viewport by `abovePx`. An inner scroller gets the same room around its content,
 * because scripts may observe which elements are visible in it. Without room, both are restored.
 */
export function movePage(abovePx: number, belowPx: number): void {
  const own = globalThis as LayoutGlobals & { shotwrightStyle?: string };
  const { shotwrightScroller: scroller } = own;
  const { style: rootStyle } = document.documentElement;
  const hasRoom = abovePx + belowPx > 0;
  if (hasRoom) rootStyle.setProperty('translate', `0 ${abovePx}px`, 'important');
  else rootStyle.removeProperty('translate');
  if (!(scroller instanceof HTMLElement) || scroller === document.body) return;
  own.shotwrightStyle ??= scroller.style.cssText;
  scroller.style.cssText = own.shotwrightStyle;
  const style = getComputedStyle(scroller);
  const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const isBordered = px('border-top-width') + px('border-bottom-width') > 0;
  if (!hasRoom || isBordered) return;
  const height = `${scroller.offsetHeight + abovePx + belowPx}px`;
  // Negative margins compensate for the border, and the background is not painted under it. The overflow is visible
  // because an observer excludes the border of a box that clips its content.
  const values = {
    overflow: 'visible',
    'box-sizing': 'border-box',
    height,
    'min-height': height,
    'max-height': height,
    flex: 'none',
    'background-clip': 'padding-box',
    'margin-top': `${px('margin-top') - abovePx}px`,
    'margin-bottom': `${px('margin-bottom') - belowPx}px`,
    'border-top': `${abovePx}px solid transparent`,
    'border-bottom': `${belowPx}px solid transparent`,
  };
  for (const [name, value] of Object.entries(values))
    scroller.style.setProperty(name, value, 'important');
}
