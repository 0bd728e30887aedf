/** How far a page has been scrolled and how far it goes. CSS pixels. */
export interface ScrollState {
  readonly viewportPx: number;
  readonly heightPx: number;
}

type OwnGlobals = typeof globalThis & {
  /** The element that scrolls in place of the document, once found. */
  shotwrightScroller?: Element;
};

/** Scrolls the page (or what scrolls in its place) at once to `top`, whatever its scroll behaviour. */
export function scrollPageTo(top: number): ScrollState {
  const own = globalThis as OwnGlobals;
  const scroller = own.shotwrightScroller ?? document.scrollingElement ?? document.documentElement;
  scroller.scrollTo({ top, left: 0, behavior: 'instant' });
  return { viewportPx: scroller.clientHeight, heightPx: scroller.scrollHeight };
}

/** Resolves after two frames: what comes into view has been noticed by then. */
export async function twoFrames(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/**
 * Looks for an element that scrolls in place of the document (an application shell) and remembers it; answers how many
 * pixels of it are out of sight, 0 when the document itself scrolls.
 */
export function findInnerScroller(): number {
  const own = globalThis as OwnGlobals;
  const root = document.scrollingElement ?? document.documentElement;
  let most = root.scrollHeight - root.clientHeight;
  for (const element of [...document.querySelectorAll('body *')].slice(0, 20_000)) {
    const hidden = element.scrollHeight - element.clientHeight;
    const isLarge =
      element.clientWidth >= innerWidth * 0.4 && element.clientHeight >= innerHeight * 0.4;
    if (!isLarge || hidden <= most) continue;
    if (!/auto|scroll|overlay/.test(getComputedStyle(element).overflowY)) continue;
    most = hidden;
    own.shotwrightScroller = element;
  }
  return own.shotwrightScroller === undefined ? 0 : most;
}

/** How many pixels of the inner scroller are out of sight now. */
export function hiddenInScroller(): number {
  const scroller = (globalThis as OwnGlobals).shotwrightScroller;
  return scroller === undefined ? 0 : scroller.scrollHeight - scroller.clientHeight;
}

/** Lets the inner scroller and all around it grow with their content. */
export function expandScroller(): void {
  let element: Element | null | undefined = (globalThis as OwnGlobals).shotwrightScroller;
  for (; element instanceof HTMLElement; element = element.parentElement) {
    element.style.setProperty('overflow', 'visible', 'important');
    element.style.setProperty('height', 'auto', 'important');
    element.style.setProperty('max-height', 'none', 'important');
  }
}
