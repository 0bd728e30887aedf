import type { LayoutGlobals } from '../layout.ts';

/** Styles of an element as a person has seen it while scrolling. */
interface Seen {
  readonly style: Keyframe;
  readonly opacity: number;
  /** Names of the styles that move, cut or blur the element. */
  readonly changed: readonly string[];
  /** Distance from the middle of the viewport. Unit: px. */
  readonly distancePx: number;
}

type OwnGlobals = LayoutGlobals & {
  /** Elements whose styles scripts write while the page is scrolled, and what has been seen of them. */
  shotwrightSeen?: Map<HTMLElement, Seen | undefined>;
  /** Returns how an element looks. */
  shotwrightLook?: (element: HTMLElement) => Seen;
};

/** Watches which elements get their styles from scripts that follow the scroll position. */
export function watchStyles(): void {
  const own = globalThis as OwnGlobals;
  const maxElements = 2_000;
  const neutral = /^(?:none|matrix\(1, 0, 0, 1, 0, 0\)|inset\((?:0(?:px|%)? ?)+\))$/;
  const lookOf = (element: HTMLElement): Seen => {
    const { top, bottom } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const { transform, translate, scale, filter, clipPath, opacity, visibility } = style;
    const shapes = { transform, translate, scale, filter, clipPath };
    const changed = Object.entries(shapes).filter(([, value]) => !neutral.test(value));
    return {
      style: { ...shapes, opacity, visibility },
      opacity: visibility === 'visible' ? Number(opacity) : 0,
      changed: changed.map(([name]) => name),
      distancePx: Math.abs((top + bottom - innerHeight) / 2),
    };
  };
  own.shotwrightLook = lookOf;
  const seen = new Map<HTMLElement, Seen | undefined>();
  own.shotwrightSeen = seen;
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const isNew = target instanceof HTMLElement && !seen.has(target);
      if (isNew && seen.size < maxElements) seen.set(target, undefined);
    }
  });
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
}

/**
 * Records the styles of watched elements in view. Of several states it records the one that is most opaque, least
 * transformed and nearest to the middle of the viewport.
 */
export function recordSeenStyles(): void {
  const own = globalThis as OwnGlobals;
  const seen = own.shotwrightSeen;
  const lookOf = own.shotwrightLook;
  if (seen === undefined || lookOf === undefined) return;
  for (const [element, before] of seen) {
    const look = lookOf(element);
    if (look.distancePx > innerHeight / 2) continue;
    const clearer =
      before === undefined
        ? 1
        : look.opacity - before.opacity ||
          before.changed.length - look.changed.length ||
          before.distancePx - look.distancePx;
    if (clearer > 0) seen.set(element, look);
  }
}

/**
 * Records the styles of watched elements that are opaque and untransformed after the page has returned to its top,
 * and never were while in view. A script moves them from this state, such as a sticky gallery that moves sideways.
 */
export function recordTopStyles(): void {
  const { shotwrightSeen: seen, shotwrightLook: lookOf } = globalThis as OwnGlobals;
  if (seen === undefined || lookOf === undefined) return;
  for (const [element, before] of seen) {
    if (before !== undefined && before.changed.length === 0) continue;
    const look = lookOf(element);
    if (look.opacity === 1 && look.changed.length === 0) seen.set(element, look);
  }
}

/**
 * Shows elements below the first viewport as they have been seen, if a script hides, moves or cuts them because
 * the page is at its top. What is never at rest, such as a parallax layer, stays. An animation shows them, because the
 * script writes their styles.
 */
export function keepSeenStyles(): void {
  const {
    shotwrightSeen: seen,
    shotwrightLayout: layout,
    shotwrightLook: lookOf,
  } = globalThis as OwnGlobals;
  if (seen === undefined || layout === undefined || lookOf === undefined) return;
  const leastDifference = 0.02;
  for (const [element, look] of seen) {
    const isBelow = element.getBoundingClientRect().bottom > layout.viewportPx;
    if (look === undefined || !element.isConnected || !isBelow) continue;
    const now = lookOf(element);
    const isFainter = look.opacity - now.opacity > leastDifference;
    const isMoved = look.changed.length === 0 && now.changed.length > 0;
    if (!isFainter && !isMoved) continue;
    element.animate([look.style, look.style], { duration: 1, fill: 'both' }).pause();
  }
}
