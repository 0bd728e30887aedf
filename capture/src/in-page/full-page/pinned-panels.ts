import type { LayoutGlobals } from '../layout.ts';

/** Scroll positions from and to which a box fills the viewport while the page is scrolled. CSS px. */
export type PinnedRange = readonly [fromPx: number, toPx: number];

/** Place of a box at a scroll position. Units: CSS px. */
interface Sample {
  readonly scrollPx: number;
  readonly topPx: number;
  /** True if it has filled the viewport since the sample before, and nothing else was scrolled there. */
  readonly isPinned: boolean;
}

type OwnGlobals = LayoutGlobals & {
  /** Boxes as large as the viewport, and where they were while the page was scrolled. */
  shotwrightPanels?: Map<Element, Sample[]>;
  /** The element that was in the middle of the viewport, and its place. */
  shotwrightMiddle?: { readonly element: Element; readonly topPx: number };
  /** Fixed boxes that the first screen shows. */
  shotwrightFirstBars?: ReadonlySet<Element>;
  /** Styles of bars before they were hidden. */
  shotwrightBars?: (readonly [style: CSSStyleDeclaration, text: string])[];
};

/** Finds boxes as large as the viewport, which may stay in it while the page is scrolled. Returns true if one is sticky. */
export function watchPanels(): boolean {
  const own = globalThis as OwnGlobals;
  const maxPanels = 200;
  const elements = [...document.querySelectorAll<HTMLElement>('body *')];
  const panels = elements.filter(
    ({ offsetWidth: width, offsetHeight: height }) =>
      width >= innerWidth * 0.9 && height >= innerHeight * 0.7 && height <= innerHeight * 1.1,
  );
  own.shotwrightPanels = new Map(panels.slice(0, maxPanels).map((one) => [one, []]));
  delete own.shotwrightMiddle;
  return panels.some((panel) => getComputedStyle(panel).position === 'sticky');
}

/** Records where the boxes of {@link watchPanels} are at the present scroll position of the document. */
export function recordPanels(): void {
  const own = globalThis as OwnGlobals;
  if (own.shotwrightScroller !== undefined) return;
  const tolerancePx = 2;
  const before = own.shotwrightMiddle;
  const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const movedPx = before?.element.isConnected
    ? before.topPx - before.element.getBoundingClientRect().top
    : 0;
  for (const [panel, samples] of own.shotwrightPanels ?? []) {
    const last = samples.at(-1);
    const scrolledPx = scrollY - (last?.scrollPx ?? 0);
    if (last !== undefined && scrolledPx <= 0) continue;
    const { top, bottom } = panel.getBoundingClientRect();
    const isStill = last !== undefined && Math.abs(last.topPx - top) <= tolerancePx;
    const isFilling = top < innerHeight / 2 && bottom > innerHeight / 2 && panel.contains(hit);
    // A wrapper that stays while a script moves its content scrolls as well.
    const isScrolled = movedPx > scrolledPx / 4;
    samples.push({ scrollPx: scrollY, topPx: top, isPinned: isStill && isFilling && !isScrolled });
  }
  if (hit !== null) own.shotwrightMiddle = { element: hit, topPx: hit.getBoundingClientRect().top };
}

/** Returns where boxes have filled the viewport for most of a screen or more, from top to bottom. */
export function pinnedRanges(): readonly PinnedRange[] {
  const { shotwrightPanels: panels = new Map<Element, Sample[]>() } = globalThis as OwnGlobals;
  const leastShare = 0.75;
  const tolerancePx = 2;
  const found: [number, number][] = [];
  for (const [panel, samples] of panels) {
    let isFound = false;
    for (let at = 1; at < samples.length; at += 1) {
      if (samples[at]?.isPinned !== true) continue;
      let end = at;
      while (samples[end + 1]?.isPinned === true) end += 1;
      const [first, last] = [samples[at - 1], samples[end]];
      const [earlier, later] = [samples[at - 2], samples[end + 1]];
      if (first === undefined || last === undefined) break;
      // Before it was pinned and afterwards, the box was scrolled with the page.
      const comingPx = earlier === undefined ? 0 : earlier.topPx - first.topPx;
      const goingPx = later === undefined ? 0 : last.topPx - later.topPx;
      const isComing = earlier !== undefined && comingPx > tolerancePx;
      const isGoing = later !== undefined && goingPx > tolerancePx;
      const from = isComing ? earlier.scrollPx + comingPx : first.scrollPx;
      const to = isGoing ? later.scrollPx - goingPx : last.scrollPx;
      if (to - from >= innerHeight * leastShare) {
        found.push([Math.round(from), Math.round(to)]);
        isFound = true;
      }
      at = end;
    }
    if (!isFound) panels.delete(panel);
  }
  const ranges: [number, number][] = [];
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}

/** Records the fixed boxes of the first screen, such as a header. */
export function recordBars(): void {
  const elements = [...document.querySelectorAll<HTMLElement>('body *')].slice(0, 15_000);
  const shown = { opacityProperty: true, visibilityProperty: true };
  const fixed = elements.filter(
    (one) => getComputedStyle(one).position === 'fixed' && one.checkVisibility(shown),
  );
  (globalThis as OwnGlobals).shotwrightFirstBars = new Set(fixed);
}

/**
 * Hides the boxes of {@link recordBars} and other bars at the edges, and lets sticky boxes scroll, because the screens
 * of a page are joined. The boxes that fill the viewport stay, with what they contain.
 */
export function hideBars(): void {
  const own = globalThis as OwnGlobals;
  const bars = (own.shotwrightBars ??= []);
  const panels = [...(own.shotwrightPanels?.keys() ?? [])];
  const share = 0.9;
  for (const element of [...document.querySelectorAll<HTMLElement>('body *')].slice(0, 15_000)) {
    const { position } = getComputedStyle(element);
    if (!/fixed|sticky/.test(position) || !(element instanceof HTMLElement)) continue;
    if (panels.some((one) => one.contains(element) || element.contains(one))) continue;
    const { top, bottom, width, height } = element.getBoundingClientRect();
    if (width >= innerWidth * share && height >= innerHeight * share) continue;
    const isAtEdge = top <= 1 || bottom >= innerHeight - 1;
    const isBar = isAtEdge || own.shotwrightFirstBars?.has(element) === true;
    if (position === 'fixed' && !isBar) continue;
    bars.push([element.style, element.style.cssText]);
    const styles =
      position === 'fixed' ? { visibility: 'hidden' } : { position: 'relative', inset: 'auto' };
    for (const [name, value] of Object.entries(styles))
      element.style.setProperty(name, value, 'important');
  }
}

/** Shows again what {@link hideBars} has hidden. */
export function showBars(): void {
  const own = globalThis as OwnGlobals;
  for (const [style, text] of (own.shotwrightBars ?? []).toReversed()) style.cssText = text;
  delete own.shotwrightBars;
}
