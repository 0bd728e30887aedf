import type { ExtractedText } from './extracts.ts';

type SelectorGlobals = typeof globalThis & {
  shotwrightSelectors?: {
    /** Selectors that could name the element, the most lasting ones first. */
    readonly selectorsOf: (element: Element) => readonly string[];
    /** Beginning of the text of an element: its label, its heading, or its content. */
    readonly textOf: (element: Element) => string;
    readonly isShown: (element: Element, minWidthPx?: number, minHeightPx?: number) => boolean;
    /** Visible elements that a person could mean, the most likely ones first. */
    candidates: readonly Element[];
  };
};

/**
 * Defines the selectors of an element. Names that look generated are left out, because the next version
 * of the page has others.
 */
export function defineSelectors(): void {
  const own = globalThis as SelectorGlobals;
  const generated =
    /\d{3}|[a-z]\d+[a-z]|^(?:css|sc|jss|radix)-|__(?=\w*[\dA-Z])\w{4,}$|^(?:flex|grid|block|[a-z]{1,2}-)/i;
  const isLasting = (name: string): boolean => /^[a-z][\w-]*$/i.test(name) && !generated.test(name);
  const testNames = ['data-testid', 'data-test', 'data-cy'];
  own.shotwrightSelectors = {
    selectorsOf: (element) => [
      ...[element.id].filter(isLasting).map((id) => `#${id}`),
      ...testNames.flatMap((name) => {
        const value = element.getAttribute(name) ?? '';
        return isLasting(value) ? [`[${name}="${value}"]`] : [];
      }),
      ...(/^(?:div|li|ul|a|img)$/.test(element.localName) ? [] : [element.localName]),
      ...[...element.classList].filter(isLasting).map((name) => `.${name}`),
    ],
    textOf: (element) => {
      const heading = element.querySelector('h1, h2, h3, h4, figcaption, caption, legend');
      const text = element.getAttribute('aria-label') ?? (heading ?? element).textContent ?? '';
      return text.slice(0, 400).replaceAll(/\s+/g, ' ').trim().slice(0, 60);
    },
    isShown: (element, minWidthPx = 1, minHeightPx = 1) => {
      const { width, height } = element.getBoundingClientRect();
      const asSeen = { visibilityProperty: true, opacityProperty: true };
      return width >= minWidthPx && height >= minHeightPx && element.checkVisibility(asSeen);
    },
    candidates: [],
  };
}

/** Collects the landmarks, sections and blocks of the document with a visible box. */
export function collectCandidates(maxElements: number): void {
  const own = (globalThis as SelectorGlobals).shotwrightSelectors;
  if (own === undefined) return;
  const all = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].slice(0, maxElements);
  const sections = all('h1, h2, h3').flatMap(
    (heading) => heading.closest('section, article') ?? heading.parentElement ?? [],
  );
  const found = new Set([
    ...all('main, article, [role="main"]'),
    ...all('header, footer, nav, aside, section, form, table, figure'),
    ...all('[data-testid], [data-test], [data-cy]'),
    ...sections,
    ...all('body [id]'),
    ...all('div[class], li[class], ul[class], a[class], img[class]'),
  ]);
  found.delete(document.body);
  own.candidates = [...found]
    .slice(0, maxElements)
    .filter((element) => own.isShown(element, 40, 20));
}

/**
 * Returns the candidates that a selector names alone among the visible elements, as JSON: the selector,
 * the beginning of the text, and the box in CSS pixels of the page.
 */
export function listSelectors(maxCount: number, maxChecks: number): ExtractedText {
  const own = (globalThis as SelectorGlobals).shotwrightSelectors;
  let checks = 0;
  const isAlone = (element: Element, selector: string): boolean => {
    checks += 1;
    if (checks > maxChecks || selector.length > 120) return false;
    const matches = [...document.querySelectorAll(selector)].slice(0, 20);
    const shown = matches.filter((one) => own?.isShown(one));
    return shown.length === 1 && shown[0] === element;
  };
  const boxes = new Set<string>();
  const list: { selector: string; text: string; x: number; y: number }[] = [];
  for (const element of own?.candidates ?? []) {
    if (list.length >= maxCount || checks > maxChecks) break;
    const rect = element.getBoundingClientRect();
    const box = {
      x: Math.round(rect.x + scrollX),
      y: Math.round(rect.y + scrollY),
      width: Math.round(rect.width),
      height: Math.round(rect.height),
    };
    // An element and the one that wraps it give the same image.
    const key = Object.values(box).join();
    if (boxes.has(key)) continue;
    const selector = own?.selectorsOf(element).find((one) => isAlone(element, one));
    if (selector === undefined) continue;
    boxes.add(key);
    list.push({ selector, text: own?.textOf(element) ?? '', ...box });
  }
  list.sort((one, other) => one.y - other.y || one.x - other.x);
  return { text: JSON.stringify(list, null, 2) };
}
