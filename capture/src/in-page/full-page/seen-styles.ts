import type { LayoutGlobals } from '../layout.ts';

/** Styles of an element as a person has seen it while scrolling. */
interface Seen {
  readonly style: Keyframe;
  readonly opacity: number;
  /** Distance from the middle of the viewport. Unit: px. */
  readonly distancePx: number;
}

type OwnGlobals = LayoutGlobals & {
  /** Elements whose styles scripts write while the page is scrolled, and what has been seen of them. */
  shotwrightSeen?: Map<HTMLElement, Seen | undefined>;
};

/** Watches which elements get their styles from scripts that follow the scroll position. */
export function watchStyles(): void {
  const own = globalThis as OwnGlobals;
  const maxElements = 2_000;
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

/** Records how the watched elements look that are in view: at their clearest, in the middle of it. */
export function recordSeenStyles(): void {
  const { shotwrightSeen: seen } = globalThis as OwnGlobals;
  if (seen === undefined) return;
  for (const [element, before] of seen) {
    const { top, bottom } = element.getBoundingClientRect();
    const middlePx = (top + bottom) / 2;
    if (middlePx < 0 || middlePx > innerHeight) continue;
    const style = getComputedStyle(element);
    const { transform, translate, scale, filter, visibility, clipPath } = style;
    const opacity = Number(style.opacity);
    const distancePx = Math.abs(middlePx - innerHeight / 2);
    const isBetter =
      before === undefined ||
      opacity > before.opacity ||
      (opacity === before.opacity && distancePx < before.distancePx);
    if (!isBetter) continue;
    const shown = { opacity, transform, translate, scale, filter, visibility, clipPath };
    seen.set(element, { style: shown, opacity, distancePx });
  }
}

/**
 * Shows elements below the first viewport as they have been seen, if a script hides them because the page
 * is at its top. An animation shows them, because the script writes their styles.
 */
export function keepSeenStyles(): void {
  const { shotwrightSeen: seen, shotwrightLayout: layout } = globalThis as OwnGlobals;
  if (seen === undefined || layout === undefined) return;
  const leastDifference = 0.1;
  for (const [element, one] of seen) {
    const isBelow = element.getBoundingClientRect().bottom > layout.viewportPx;
    if (one === undefined || !element.isConnected || !isBelow) continue;
    const { opacity, visibility } = getComputedStyle(element);
    const isFainter = one.opacity - Number(opacity) > leastDifference;
    const isHidden = one.style['visibility'] === 'visible' && visibility === 'hidden';
    if (!isFainter && !isHidden) continue;
    element.animate([one.style, one.style], { duration: 1, fill: 'both' }).pause();
  }
}
