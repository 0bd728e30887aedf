/** Tells the document's scripts how high the window around it is. Runs in their own world, before them. */
export function tellOuterHeight(heightPx: number): void {
  Object.defineProperty(globalThis, 'outerHeight', { get: () => heightPx });
}
