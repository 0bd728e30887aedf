import type { LayoutGlobals } from '../layout.ts';

/** Attributes and styles of an element at the top of the page. */
interface State {
  readonly element: HTMLElement;
  readonly attributes: readonly (string | null)[];
  readonly styles: readonly string[];
}

type OwnGlobals = LayoutGlobals & {
  shotwrightStates?: readonly State[];
  shotwrightStateNames?: {
    readonly attributes: readonly string[];
    readonly styles: readonly string[];
  };
};

/**
 * Records the state of the root, the body, fixed boxes and sticky ones in the first viewport, such as the
 * active link of a table of contents. Scripts choose it by the scroll position.
 */
export function recordBarStates(): void {
  const own = globalThis as OwnGlobals;
  const layout = own.shotwrightLayout;
  if (layout === undefined) return;
  const attributes = ['class', 'aria-current', 'aria-selected', 'hidden'];
  const styles = ['opacity', 'visibility', 'display', 'background-color', 'color', 'transform'];
  styles.push('width', 'scale');
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
  own.shotwrightStateNames = { attributes, styles };
  own.shotwrightStates = [...elements].map((element) => ({
    element,
    attributes: attributes.map((name) => element.getAttribute(name)),
    styles: styles.map((name) => element.style.getPropertyValue(name)),
  }));
}

/** Restores the recorded states. Returns the number of changes. */
export function restoreBarStates(): number {
  const { shotwrightStates: states = [], shotwrightStateNames: names } = globalThis as OwnGlobals;
  let count = 0;
  for (const { element, attributes, styles } of states) {
    for (const [index, name] of names?.attributes.entries() ?? []) {
      const value = attributes[index] ?? null;
      if (element.getAttribute(name) === value) continue;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
      count += 1;
    }
    for (const [index, name] of names?.styles.entries() ?? []) {
      // Sizes and places that the engine has set are important.
      const isPinned = element.style.getPropertyPriority(name) === 'important';
      const value = styles[index] ?? '';
      if (isPinned || element.style.getPropertyValue(name) === value) continue;
      element.style.setProperty(name, value);
      count += 1;
    }
  }
  return count;
}
