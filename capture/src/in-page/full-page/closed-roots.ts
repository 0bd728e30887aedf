import type { LayoutGlobals } from '../layout.ts';

/** Elements that may be components: without scripts, they come with the document and are never defined. */
export const componentSelectors = {
  withScripts: 'body :defined',
  withoutScripts: 'body *',
} as const;

/**
 * Returns true if elements of the page have a shadow tree that scripts cannot reach, as far as their names
 * tell: components without an open one.
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
