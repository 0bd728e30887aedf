import type { LayoutGlobals } from '../layout.ts';

/**
 * Finds fixed boxes behind the content: layers that cover the viewport, which are seen between its parts, and
 * footers, which the end of the page uncovers. Both grow or move with the viewport.
 */
export function findBackdrops(): void {
  const own = globalThis as LayoutGlobals;
  const layout = own.shotwrightLayout;
  if (layout === undefined) return;
  const tolerancePx = 2;
  const { viewportPx, elements, positions } = layout;
  const covers = ({ left, right, top, bottom }: DOMRect): boolean =>
    left <= tolerancePx &&
    top <= tolerancePx &&
    right >= document.documentElement.clientWidth - tolerancePx &&
    bottom >= viewportPx - tolerancePx;
  const shares = [0.1, 0.5, 0.9];
  const coveredAt = (box: Element, { left, top, width, height }: DOMRect): boolean[] =>
    shares.flatMap((across) =>
      shares.map((down) => {
        const hit = document.elementFromPoint(left + across * width, top + down * height);
        return hit !== null && !box.contains(hit) && !hit.contains(box);
      }),
    );
  // An embedded document changes its layout if its size changes.
  const documents = 'iframe, object, embed';
  const media = 'img, video, canvas, svg';
  const layers: HTMLElement[] = [];
  const footers: HTMLElement[] = [];
  for (const [index, element] of elements.entries()) {
    if (positions[index] !== 'fixed') continue;
    const rect = element.getBoundingClientRect();
    const { zIndex, bottom, pointerEvents } = getComputedStyle(element);
    const isLayer = covers(rect) && (Number(zIndex) < 0 || coveredAt(element, rect).includes(true));
    const isAtEnd = bottom !== 'auto' && Math.abs(rect.bottom - viewportPx) <= tolerancePx;
    const isFooter =
      isAtEnd &&
      !covers(rect) &&
      pointerEvents !== 'none' &&
      rect.height > 0 &&
      !coveredAt(element, rect).includes(false);
    if (isFooter && !element.matches(media)) footers.push(element);
    if (!isLayer) continue;
    const inner = [...element.querySelectorAll<HTMLElement>('*')];
    layers.push(element, ...inner.filter((one) => covers(one.getBoundingClientRect())));
  }
  own.shotwrightLayers = layers.filter((element) => !element.matches(documents));
  own.shotwrightFooters = footers;
}

/** Makes images, videos and canvases among the layers cover the grown viewport without distorting them. */
export function coverWithMedia(): void {
  const { shotwrightLayout: layout, shotwrightLayers: layers = [] } = globalThis as LayoutGlobals;
  if (layout === undefined || innerHeight <= layout.viewportPx) return;
  const tolerancePx = 2;
  for (const element of layers) {
    if (!element.matches('img, video, canvas')) continue;
    const { top, bottom } = element.getBoundingClientRect();
    const { style } = element;
    if (getComputedStyle(element).objectFit === 'fill')
      style.setProperty('object-fit', 'cover', 'important');
    if (bottom >= innerHeight - tolerancePx) continue;
    for (const name of ['height', 'min-height', 'max-height'])
      style.setProperty(name, `${innerHeight - top}px`, 'important');
  }
}

/**
 * Stretches the layers over a page of `heightPx` that is captured beyond its viewport, and moves the footers to the
 * end of the page.
 */
export function spreadBackdrops(heightPx: number): void {
  const own = globalThis as LayoutGlobals;
  const { shotwrightLayers: layers = [], shotwrightFooters: footers = [] } = own;
  const rects = new Map([...layers, ...footers].map((one) => [one, one.getBoundingClientRect()]));
  for (const [element, rect] of rects) {
    const { style } = element;
    const { position, objectFit } = getComputedStyle(element);
    const isFooter = footers.includes(element);
    const isFixed = position === 'fixed';
    const isDistorted = objectFit === 'fill' && element.matches('img, video, canvas');
    const px = `${isFooter ? rect.height : heightPx}px`;
    const sizes = { height: px, 'min-height': px, 'max-height': px, 'box-sizing': 'border-box' };
    const sides = { top: '0', left: '0', right: 'auto', bottom: 'auto' };
    const place = {
      position: 'absolute',
      isolation: 'isolate',
      width: `${rect.width}px`,
      ...sides,
    };
    const fit = isDistorted ? { 'object-fit': 'cover' } : {};
    for (const [name, value] of Object.entries({ ...sizes, ...fit, ...(isFixed ? place : {}) }))
      style.setProperty(name, value, 'important');
    if (!isFixed) continue;
    const now = element.getBoundingClientRect();
    const wantedPx = isFooter ? heightPx - rect.height : 0;
    style.setProperty('top', `${wantedPx - now.top - scrollY}px`, 'important');
    style.setProperty('left', `${rect.left - now.left}px`, 'important');
  }
}
