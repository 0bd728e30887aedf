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
  const isMedia = 'img, video, canvas, svg, iframe, object, embed';
  const backdrops: Element[] = [];
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
    if (!isLayer && !isFooter) continue;
    backdrops.push(element);
    if (!isLayer) continue;
    const inner = [...element.querySelectorAll('*')];
    backdrops.push(...inner.filter((one) => covers(one.getBoundingClientRect())));
  }
  own.shotwrightBackdrops = backdrops.filter((element) => !element.matches(isMedia));
}
