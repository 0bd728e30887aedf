import type { LayoutGlobals } from '../layout.ts';

/** Attributes and styles of an element at the top of the page, by their names. */
interface State {
  readonly element: HTMLElement;
  readonly attributes: ReadonlyMap<string, string | null>;
  readonly styles: ReadonlyMap<string, string>;
}

type OwnGlobals = LayoutGlobals & { shotwrightStates?: readonly State[] };

/**
 * Records the state of the root, the body, fixed boxes and sticky ones in the first viewport, such as the
 * active link of a table of contents. Scripts choose it by the scroll position.
 */
export function recordBarStates(): void {
  const own = globalThis as OwnGlobals;
  const layout = own.shotwrightLayout;
  if (layout === undefined) return;
  const attributes = ['class', 'aria-current', 'aria-selected', 'hidden'];
  const colours = ['opacity', 'visibility', 'display', 'background-color', 'color'];
  const styles = [...colours, 'transform', 'width', 'scale'];
  const elements = new Set([document.documentElement, document.body]);
  for (const [index, element] of layout.elements.entries()) {
    const { top, bottom } = element.getBoundingClientRect();
    const isInView = top >= 0 && bottom <= layout.viewportPx;
    const position = layout.positions[index];
    if (position !== 'fixed' && !(position === 'sticky' && isInView)) continue;
    if (own.shotwrightRoles?.growing.has(element) === true) continue;
    for (const one of [element, ...element.querySelectorAll('*')])
      if (one instanceof HTMLElement) elements.add(one);
  }
  own.shotwrightStates = [...elements].map((element) => ({
    element,
    attributes: new Map(attributes.map((name) => [name, element.getAttribute(name)])),
    styles: new Map(styles.map((name) => [name, element.style.getPropertyValue(name)])),
  }));
}

/** Restores the recorded states. Returns the number of changes. */
export function restoreBarStates(): number {
  const { shotwrightStates: states = [] } = globalThis as OwnGlobals;
  let count = 0;
  for (const { element, attributes, styles } of states) {
    for (const [name, value] of attributes) {
      if (element.getAttribute(name) === value) continue;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
      count += 1;
    }
    for (const [name, value] of styles) {
      // Sizes and places that the engine has set are important.
      const isPinned = element.style.getPropertyPriority(name) === 'important';
      if (isPinned || element.style.getPropertyValue(name) === value) continue;
      element.style.setProperty(name, value);
      count += 1;
    }
  }
  return count;
}
