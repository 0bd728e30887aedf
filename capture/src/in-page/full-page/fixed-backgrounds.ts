import type { LayoutGlobals } from '../layout.ts';

/** Place of an element with a fixed background where a person sees it, and its background there. Units: CSS px. */
interface SeenBackground {
  /** `background-position`. */
  readonly position: string;
  /** Distance of the element from the top of the viewport. */
  readonly topPx: number;
}

/** A background that is fixed to the viewport, by its computed styles. Units: CSS px. */
export interface FixedBackground extends SeenBackground {
  /** Index of the element in the recorded layout. */
  readonly index: number;
  /** `background-image`. */
  readonly image: string;
  /** `background-size`. */
  readonly size: string;
  /** Distance of the element from the left of the viewport. */
  readonly leftPx: number;
  /** Widths of the borders at the left and at the top. */
  readonly borders: readonly [left: number, top: number];
  /** Widths and heights of the loaded images, by their URLs. */
  readonly naturalSizes: Readonly<Record<string, readonly [width: number, height: number]>>;
}

/** Index of an element, with the `background-size` and `background-position` that place its background. */
export type PlacedBackground = readonly [index: number, size: string, position: string];

type OwnGlobals = LayoutGlobals & {
  /** Elements with a fixed background, and how they were seen nearest to the middle of the viewport. */
  shotwrightBackgrounds?: Map<Element, (SeenBackground & { readonly distancePx: number }) | null>;
};

/** Finds the elements with a fixed background, whose position scripts may change while the page is scrolled. */
export function watchBackgrounds(): void {
  const maxElements = 15_000;
  const found = [...document.querySelectorAll('body *')].slice(0, maxElements).filter((element) => {
    const { backgroundImage, backgroundAttachment } = getComputedStyle(element);
    return backgroundImage !== 'none' && backgroundAttachment.includes('fixed');
  });
  (globalThis as OwnGlobals).shotwrightBackgrounds = new Map(found.map((one) => [one, null]));
}

/** Records where the elements of {@link watchBackgrounds} are at the present scroll position. */
export function recordSeenBackgrounds(): void {
  const { shotwrightBackgrounds: seen } = globalThis as OwnGlobals;
  for (const [element, before] of seen ?? []) {
    const { top, bottom } = element.getBoundingClientRect();
    const distancePx = Math.abs((top + bottom - innerHeight) / 2);
    if (distancePx >= Math.min(innerHeight / 2, before?.distancePx ?? Infinity)) continue;
    const { backgroundPosition: position } = getComputedStyle(element);
    seen?.set(element, { position, topPx: top, distancePx });
  }
}

/**
 * Lets backgrounds scroll that are fixed to the viewport, and backdrops be as tall as the first viewport. Returns the
 * backgrounds that have a place in the viewport: not those of the page, of elements taller than the viewport, whose
 * background then covers them, and of elements in a transformed box, which scroll anyway.
 */
export function unfixBackgrounds(): readonly FixedBackground[] {
  const own = globalThis as OwnGlobals;
  const { shotwrightLayout: layout, shotwrightBackgrounds: seen } = own;
  if (layout === undefined) return [];
  const { viewportPx } = layout;
  const { scrollHeight, clientHeight } =
    own.shotwrightScroller ?? document.scrollingElement ?? document.documentElement;
  const max = { backgrounds: 200, imageLength: 1_000_000 } as const;
  const transforms = ['transform', 'translate', 'scale', 'rotate'];
  const isHeld = (element: Element): boolean => {
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (transforms.some((name) => style.getPropertyValue(name) !== 'none')) return true;
      if (transforms.some((name) => style.willChange.includes(name))) return true;
    }
    return false;
  };
  const placeOf = (element: Element, position: string): SeenBackground => {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom <= viewportPx) return { position, topPx: top };
    const toMiddlePx = Math.max(0, (top + bottom - viewportPx) / 2);
    const topPx = top - Math.min(toMiddlePx, Math.max(0, scrollHeight - clientHeight));
    return seen?.get(element) ?? { position, topPx };
  };
  const found: FixedBackground[] = [];
  for (const [index, element] of layout.elements.entries()) {
    const style = getComputedStyle(element);
    const { backgroundImage: image, backgroundSize: size, backgroundAttachment } = style;
    if (image === 'none' || !backgroundAttachment.includes('fixed')) continue;
    const isPage = element === document.body || element === document.documentElement;
    const isPlaced = !isPage && element.offsetHeight <= viewportPx && !isHeld(element);
    const { position, topPx } = placeOf(element, style.backgroundPosition);
    element.style.setProperty('background-attachment', 'scroll', 'important');
    const isWithinLimits = found.length < max.backgrounds && image.length <= max.imageLength;
    if (!isPlaced || !isWithinLimits) continue;
    const naturalSizes: Record<string, [number, number]> = {};
    for (const [, url = ''] of image.matchAll(/url\("([^"]*)"\)/g)) {
      const copy = new Image();
      copy.src = url;
      if (copy.naturalWidth > 0) naturalSizes[url] = [copy.naturalWidth, copy.naturalHeight];
    }
    const leftPx = element.getBoundingClientRect().left;
    const borders = [element.clientLeft, element.clientTop] as const;
    found.push({ index, image, size, position, topPx, leftPx, borders, naturalSizes });
  }
  if (document.querySelector(':modal, :popover-open') === null) return found;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`::backdrop{bottom:auto!important;height:${viewportPx}px!important}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return found;
}

/** Places backgrounds by animations, because scripts overwrite the styles of an element. */
export function placeBackgrounds(backgrounds: readonly PlacedBackground[]): void {
  const { shotwrightLayout: layout } = globalThis as OwnGlobals;
  for (const [index, backgroundSize, backgroundPosition] of backgrounds) {
    const frame = { backgroundSize, backgroundPosition, backgroundOrigin: 'padding-box' };
    const timing = { duration: 1, fill: 'both' } as const;
    layout?.elements[index]?.animate([frame, frame], timing).pause();
  }
}
