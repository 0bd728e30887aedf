import type { LayoutGlobals } from '../layout.ts';

/** Selectors of elements that may be components. Without scripts, no custom element is ever defined. */
export const componentSelectors = {
  withScripts: 'body :defined',
  withoutScripts: 'body *',
} as const;

/**
 * Returns true if the page may have shadow trees that scripts cannot reach: if one of the elements that the selector
 * `components` matches has the name of a component and no open shadow root.
 */
export function mayHaveClosedRoots(components: string): boolean {
  return [...document.querySelectorAll(components)].some(
    ({ localName, shadowRoot }) => localName.includes('-') && shadowRoot === null,
  );
}

/** Stores a closed shadow root, which the debugging protocol resolved. */
export function keepClosedRoot(root: Node): void {
  if (!(root instanceof ShadowRoot)) return;
  const own = globalThis as LayoutGlobals;
  own.shotwrightClosedRoots ??= new WeakMap();
  own.shotwrightClosedRoots.set(root.host, root);
}
