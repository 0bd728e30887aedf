import type { LayoutGlobals } from '../layout.ts';

/** Returns the lowest edge of the recorded boxes as they are painted. CSS px of the viewport. */
export function contentEnd(): number {
  const layout = (globalThis as LayoutGlobals).shotwrightLayout;
  if (layout === undefined) return 0;
  const { elements, positions } = layout;
  const inPage = elements.filter(
    (element, index) => positions[index] !== 'fixed' && element.isConnected,
  );
  return inPage.reduce((end, one) => Math.max(end, one.getBoundingClientRect().bottom), 0);
}
