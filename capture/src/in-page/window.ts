/**
 * Overrides `outerHeight` for the document's scripts. Runs in the main world, before those scripts.
 */
export function setOuterHeight(heightPx: number): void {
  Object.defineProperty(globalThis, 'outerHeight', { get: () => heightPx });
}
