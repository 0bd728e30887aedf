import type { LayoutGlobals } from '../layout.ts';

/** Styles of an element at one scroll position. */
interface Look {
  readonly style: Keyframe;
  readonly opacity: number;
  /** Names of the styles that move, cut or blur the element. */
  readonly changed: readonly string[];
  /** True if it is opaque, and no style moves, cuts or blurs it. */
  readonly isAtRest: boolean;
  /** Distance from the middle of the viewport. Unit: px. */
  readonly distancePx: number;
}

/** Looks of an element while the page is scrolled. */
interface Seen {
  /** Its clearest look in view. */
  readonly inView?: Look;
  /** Its look after the page has returned to its top. */
  readonly atTop?: Look;
}

type OwnGlobals = LayoutGlobals & {
  /** Elements whose styles scripts write while the page is scrolled, and what has been seen of them. */
  shotwrightSeen?: Map<HTMLElement | SVGElement, Seen>;
  /** Returns how an element looks. */
  shotwrightLook?: (element: HTMLElement | SVGElement) => Look;
};

/** Watches which elements get their styles from scripts that follow the scroll position. */
export function watchStyles(): void {
  const own = globalThis as OwnGlobals;
  const maxElements = 2_000;
  const neutral = /^(?:none|0px|matrix\(1, 0, 0, 1, 0, 0\)|inset\((?:0(?:px|%)? ?)+\))$/;
  own.shotwrightLook = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const { transform, translate, scale, rotate, filter, clipPath, strokeDashoffset } = style;
    const { opacity, visibility, backgroundPosition, backgroundAttachment } = style;
    const background = backgroundAttachment.includes('fixed') ? {} : { backgroundPosition };
    const shapes = { transform, translate, scale, rotate, filter, clipPath, strokeDashoffset };
    const changed = Object.entries(shapes).filter(([, value]) => !neutral.test(value));
    return {
      style: { ...shapes, ...background, opacity, visibility },
      opacity: visibility === 'visible' ? Number(opacity) : 0,
      changed: changed.map(([name]) => name),
      isAtRest: opacity === '1' && visibility === 'visible' && changed.length === 0,
      distancePx: Math.abs((top + bottom - innerHeight) / 2),
    };
  };
  const seen = new Map<HTMLElement | SVGElement, Seen>();
  own.shotwrightSeen = seen;
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const hasStyle = target instanceof HTMLElement || target instanceof SVGElement;
      if (hasStyle && !seen.has(target) && seen.size < maxElements) seen.set(target, {});
    }
  });
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
}

/**
 * Records the styles of watched elements in view. Of several states it records the one that is most opaque, least
 * transformed and nearest to the middle of the viewport.
 */
export function recordSeenStyles(): void {
  const { shotwrightSeen: seen = new Map(), shotwrightLook: lookOf } = globalThis as OwnGlobals;
  if (lookOf === undefined) return;
  for (const [element, { inView }] of seen) {
    const look = lookOf(element);
    if (look.distancePx > innerHeight / 2) continue;
    const clearer =
      inView === undefined
        ? 1
        : look.opacity - inView.opacity ||
          inView.changed.length - look.changed.length ||
          inView.distancePx - look.distancePx;
    if (clearer > 0) seen.set(element, { inView: look });
  }
}

/** Records the styles of watched elements after the page has returned to its top. */
export function recordTopStyles(): void {
  const { shotwrightSeen: seen = new Map(), shotwrightLook: lookOf } = globalThis as OwnGlobals;
  if (lookOf === undefined) return;
  for (const [element, { inView }] of seen) seen.set(element, { inView, atTop: lookOf(element) });
}

/**
 * Shows elements as they have been seen, if a script hides, moves or cuts them because the page is at its top or the
 * viewport has grown. Those in the first viewport look as at the top. Those below look as they did while they were
 * opaque and at rest in view or at the top, such as a sticky gallery that moves sideways; and those that never were at
 * rest, such as a layer of a parallax, as in the middle of the viewport. An animation shows them, because the script
 * writes their styles; also those that look so now, if `isResized` says that the viewport is going to change.
 */
export function keepSeenStyles(isResized: boolean): void {
  const {
    shotwrightSeen: seen = new Map(),
    shotwrightLayout: layout,
    shotwrightLook: lookOf,
  } = globalThis as OwnGlobals;
  if (layout === undefined || lookOf === undefined) return;
  const leastDifference = 0.02;
  const looks = [...seen].flatMap(([element, { inView, atTop }]) => {
    const isFirst = atTop !== undefined && atTop.distancePx <= layout.viewportPx / 2;
    const isKept = isFirst || (inView?.changed.length !== 0 && atTop?.isAtRest);
    const look = isKept ? atTop : inView;
    return look === undefined || !element.isConnected
      ? []
      : [{ element, look, now: lookOf(element) }];
  });
  for (const { element, look, now } of looks) {
    const names = Object.keys(look.style);
    const isSame = !isResized && names.every((name) => look.style[name] === now.style[name]);
    const isFainter = now.opacity - look.opacity > leastDifference;
    if (isSame || isFainter) continue;
    // A row of slides may have been on its way to the next one.
    const [before, after] = [look.style, now.style].map((style) => {
      const matrix = new DOMMatrix(String(style['transform']));
      matrix.m41 = 0;
      return JSON.stringify({ ...style, transform: matrix });
    });
    const isOnlyShiftedSideways = before === after;
    if (isOnlyShiftedSideways && !look.isAtRest) continue;
    element.animate([look.style, look.style], { duration: 1, fill: 'both' }).pause();
  }
}
