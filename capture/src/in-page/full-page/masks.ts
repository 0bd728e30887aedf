import type { LayoutGlobals } from '../layout.ts';

/**
 * Finds masks in front of the page: translucent boxes that cover the viewport, in a fixed box that also holds what is
 * in front of them, such as a dialog. They cover the whole page, because a person sees them at each scroll position.
 */
export function findMasks(): void {
  const own = globalThis as LayoutGlobals;
  const { shotwrightLayout: layout, shotwrightRoles: roles } = own;
  if (layout === undefined || roles === undefined) return;
  const [tolerancePx, opaque] = [2, 1];
  const { viewportPx, elements, positions } = layout;
  const covers = (element: Element): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isWide = left <= tolerancePx && right >= innerWidth - tolerancePx;
    return isWide && top <= tolerancePx && bottom >= viewportPx - tolerancePx;
  };
  const isTranslucent = (element: Element): boolean => {
    const { backgroundColor, backdropFilter, opacity } = getComputedStyle(element);
    const alpha = /(?:^rgba\(.*, |\/ )(?<alpha>[\d.]+)\)$/.exec(backgroundColor)?.groups?.['alpha'];
    const visible = Number(alpha ?? opaque) * Number(opacity);
    return (visible > 0 && visible < opaque) || backdropFilter !== 'none';
  };
  const masks = new Set<HTMLElement>();
  const asSeen = { visibilityProperty: true, opacityProperty: true };
  for (const [index, element] of elements.entries()) {
    if (positions[index] !== 'fixed' || !covers(element)) continue;
    for (const mask of [element, ...element.querySelectorAll<HTMLElement>('*')]) {
      if (!covers(mask) || !isTranslucent(mask) || !mask.checkVisibility(asSeen)) continue;
      for (let one = mask; one !== element.parentElement; one = one.parentElement ?? element)
        if (!roles.growing.has(one)) masks.add(one);
    }
  }
  own.shotwrightRoles = { ...roles, masks };
}

/**
 * Extends masks to the end of the grown viewport. Their content stays where it is, because only their padding grows.
 */
export function extendMasks(): void {
  const { shotwrightLayout: layout, shotwrightRoles: roles } = globalThis as LayoutGlobals;
  if (layout === undefined || roles === undefined) return;
  // Room around the page is not part of it.
  if (document.documentElement.style.translate !== '') return;
  const grownPx = Math.max(0, innerHeight - layout.viewportPx);
  for (const element of roles.masks) {
    const index = layout.indexes.get(element);
    if (index === undefined) continue;
    const style = getComputedStyle(element);
    const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const recorded = (name: string): number =>
      Number.parseFloat(layout.values[index]?.[layout.properties.indexOf(name)] ?? '') || 0;
    const [top, bottom] = [recorded('padding-top'), recorded('padding-bottom')];
    const aroundPx = top + bottom + px('border-top-width') + px('border-bottom-width');
    const heightPx = layout.boxes.heights[index] ?? 0;
    const sizePx = style.boxSizing === 'border-box' ? heightPx + grownPx : heightPx - aroundPx;
    for (const name of ['height', 'min-height', 'max-height'])
      element.style.setProperty(name, `${Math.max(0, sizePx)}px`, 'important');
    element.style.setProperty('padding-bottom', `${bottom + grownPx}px`, 'important');
  }
}
