type ConsentGlobals = typeof globalThis & {
  shotwrightConsent?: BannerTests;
  /** Banners of the last search. */
  shotwrightBanners?: HTMLElement[];
};

/** Texts by which banners are recognised: sources of regular expressions. */
export type BannerWords = {
  /** Subject of a banner. */
  readonly subject: string;
  /** Names of buttons that end a banner. */
  readonly button: string;
};

/** Tests of elements, for the functions below. */
interface BannerTests {
  /** Returns true for text about consent with a button that answers. */
  isAbout(element: HTMLElement): boolean;
  /** Returns true for an element above the page. */
  isOverlay(element: HTMLElement): boolean;
  isVisible(element: Element): boolean;
  /** Returns the share of the viewport that an element covers. */
  shareOf(element: Element): number;
}

/** Defines the tests of this document. */
export function defineBannerTests(words: BannerWords): void {
  const own = globalThis as ConsentGlobals;
  const maxElements = 5_000;
  const maxTextLength = 4_000;
  const subject = new RegExp(words.subject, 'iu');
  const button = new RegExp(words.button, 'iu');
  const buttons = 'button, a, [role="button"], input[type="button"], input[type="submit"]';
  const rootsOf = (element: Element): readonly ParentNode[] => {
    const inner = [element, ...element.querySelectorAll('*')].slice(0, maxElements);
    const shadows = inner.map(({ shadowRoot }) => shadowRoot);
    return [element, ...shadows.filter((root) => root !== null)];
  };
  own.shotwrightConsent = {
    isAbout(element) {
      if (element.textContent.length > maxTextLength) return false;
      const roots = rootsOf(element);
      const text = roots.map((root) => (root as Node & ParentNode).textContent).join(' ');
      if (text.length > maxTextLength || !subject.test(text)) return false;
      const named = roots.flatMap((root) => [...root.querySelectorAll(buttons)]);
      return named.some((one) =>
        button.test((one instanceof HTMLInputElement ? one.value : one.textContent).trim()),
      );
    },
    isOverlay(element) {
      if (element.matches('nav, header, main, [role="navigation"]')) return false;
      const { position } = getComputedStyle(element);
      const isPlaced = position === 'fixed' || position === 'sticky';
      return isPlaced || element.matches(':modal, :popover-open, dialog[open]');
    },
    isVisible: (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    shareOf(element) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return Math.max(0, width) * (Math.max(0, height) / (innerWidth * innerHeight));
    },
  };
}

/** Returns 1 if this document as a whole is a visible banner. */
export function isBannerDocument(): number {
  const { shotwrightConsent: tests } = globalThis as ConsentGlobals;
  if (tests === undefined || document.body === null) return 0;
  return tests.isVisible(document.body) && tests.isAbout(document.body) ? 1 : 0;
}

/**
 * Finds the visible banners about consent in this document and its open shadow roots: known ones by
 * their selectors, others by their place and their words. Returns their number.
 */
export function findBanners(known: readonly string[]): number {
  const own = globalThis as ConsentGlobals;
  const { shotwrightConsent: tests } = own;
  const maxElements = 20_000;
  const minShare = 0.03;
  const found: HTMLElement[] = (own.shotwrightBanners = []);
  if (tests === undefined || document.body === null) return 0;
  const { isAbout, isOverlay, isVisible, shareOf } = tests;
  const matches = new Set<Element>();
  for (const selector of known) {
    try {
      for (const element of document.querySelectorAll(selector)) matches.add(element);
    } catch {}
  }
  const hasBox = (element: Element): boolean =>
    [element, ...element.querySelectorAll('*')].some((one) => shareOf(one) > 0 && isVisible(one));
  const isKnown = (element: HTMLElement): boolean =>
    matches.has(element) && hasBox(element) && (isOverlay(element) || isAbout(element));
  const isUnknown = (element: HTMLElement): boolean =>
    isOverlay(element) && shareOf(element) >= minShare && isVisible(element) && isAbout(element);
  const roots: (Document | ShadowRoot)[] = [document];
  let count = 0;
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      count += 1;
      if (count > maxElements) return found.length;
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      if (!(element instanceof HTMLElement) || element === document.body) continue;
      if (found.some((other) => other.contains(element))) continue;
      if (isKnown(element) || isUnknown(element)) found.push(element);
    }
  }
  return found.length;
}

/** Hides the banners that were found. */
export function hideBanners(): void {
  for (const banner of (globalThis as ConsentGlobals).shotwrightBanners ?? []) {
    banner.style.setProperty('display', 'none', 'important');
  }
}

/** Clicks the first button that accepts, in the banners that were found. Returns false if none does. */
export function acceptBanner(accept: string): boolean {
  const buttons = 'button, a, [role="button"], input[type="button"], input[type="submit"]';
  const pattern = new RegExp(accept, 'iu');
  for (const banner of (globalThis as ConsentGlobals).shotwrightBanners ?? []) {
    const shadows = [banner, ...banner.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot);
    for (const root of [banner, ...shadows]) {
      for (const element of root?.querySelectorAll<HTMLElement>(buttons) ?? []) {
        const text = element instanceof HTMLInputElement ? element.value : element.textContent;
        if (!pattern.test(text.trim().slice(0, 80))) continue;
        element.click();
        return true;
      }
    }
  }
  return false;
}

/** Lets the page scroll again, and hides the shade that a banner leaves over it. */
export function unlockPage(): void {
  // A document that is being replaced has no body.
  if (document.body === null) return;
  for (const element of [document.documentElement, document.body]) {
    const { overflowY, position } = getComputedStyle(element);
    if (overflowY === 'hidden' || overflowY === 'clip')
      element.style.setProperty('overflow', 'visible', 'important');
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important');
  }
  for (const element of [document.documentElement, document.body, ...document.body.children]) {
    if (!(element instanceof HTMLElement)) continue;
    element.inert = false;
    if (getComputedStyle(element).filter.includes('blur'))
      element.style.setProperty('filter', 'none', 'important');
  }
  for (const element of document.elementsFromPoint(innerWidth / 2, innerHeight / 2)) {
    if (!(element instanceof HTMLElement)) continue;
    const { position, zIndex, backgroundColor } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isShade =
      position === 'fixed' &&
      Number(zIndex) > 0 &&
      width * height >= 0.9 * innerWidth * innerHeight &&
      element.textContent.trim() === '' &&
      element.querySelector('img, video, canvas, iframe, svg') === null &&
      /^rgba\(.*, 0?\.\d+\)$/.test(backgroundColor);
    if (isShade) element.style.setProperty('display', 'none', 'important');
  }
}
