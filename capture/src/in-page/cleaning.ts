type CleaningGlobals = typeof globalThis & {
  /** Elements that match each selector of the last search. */
  shotwrightMatches?: Element[][];
  /** The document and its open shadow roots, at the last search. */
  shotwrightRoots?: (Document | ShadowRoot)[];
  shotwrightHidden?: CSSStyleSheet;
  shotwrightMask?: HTMLElement;
};

/** Number of matches of each selector, or the first selector that is not valid. */
export type SelectorMatches =
  | { readonly counts: readonly number[]; readonly invalid?: undefined }
  | { readonly invalid: string };

/**
 * Finds all elements that match the selectors, those in open shadow roots included, for the functions
 * below. Finds none if a selector is not valid.
 */
export function findMatches(selectors: readonly string[]): SelectorMatches {
  const own = globalThis as CleaningGlobals;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      if (shadowRoot !== null) roots.push(shadowRoot);
    }
  }
  const find = (selector: string): Element[] => {
    if (!selector.startsWith('xpath='))
      return roots.flatMap((root) => [...root.querySelectorAll(selector)]);
    const type = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
    const found = document.evaluate(selector.slice(6), document, null, type, null);
    const nodes = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at));
    return nodes.filter((node) => node instanceof Element);
  };
  own.shotwrightRoots = roots;
  own.shotwrightMatches = [];
  const matches: Element[][] = [];
  for (const selector of selectors) {
    try {
      matches.push(find(selector));
    } catch {
      return { invalid: selector };
    }
  }
  own.shotwrightMatches = matches;
  return { counts: matches.map(({ length }) => length) };
}

/** Hides the elements that were found, and those that match a CSS selector later. */
export function hideMatches(selectors: readonly string[]): void {
  const own = globalThis as CleaningGlobals;
  const { shotwrightMatches: matches = [], shotwrightRoots: roots = [] } = own;
  if (matches.length === 0) return;
  const sheet = (own.shotwrightHidden ??= new CSSStyleSheet());
  sheet.replaceSync('');
  for (const [at, selector] of selectors.entries()) {
    if (!selector.startsWith('xpath=')) {
      // One rule each: a rule that the sheet does not accept leaves the others in force.
      try {
        sheet.insertRule(`${selector}{display:none!important}`);
      } catch {}
      continue;
    }
    for (const element of matches[at] ?? []) {
      if (element instanceof HTMLElement || element instanceof SVGElement)
        element.style.setProperty('display', 'none', 'important');
    }
  }
  for (const root of roots) {
    if (root.adoptedStyleSheets.includes(sheet)) continue;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}

/** Deletes the elements that were found. */
export function removeMatches(): void {
  const { shotwrightMatches: matches = [] } = globalThis as CleaningGlobals;
  for (const element of matches.flat()) element.remove();
}

/**
 * Covers the elements that were found with boxes in the top layer, above every modal dialog. They
 * replace those of the call before.
 */
export function maskMatches(color: string): void {
  const own = globalThis as CleaningGlobals;
  own.shotwrightMask?.remove();
  const host = (own.shotwrightMask = document.createElement('div'));
  const style = (element: HTMLElement, values: Readonly<Record<string, string>>): void => {
    const all = {
      all: 'initial',
      display: 'block',
      position: 'absolute',
      background: color,
      ...values,
    };
    for (const [name, value] of Object.entries(all))
      element.style.setProperty(name, value, 'important');
  };
  host.popover = 'manual';
  style(host, { inset: 'auto', left: '0', top: '0', width: '0', height: '0' });
  const inside = host.attachShadow({ mode: 'closed' });
  for (const element of (own.shotwrightMatches ?? []).flat()) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (right <= left || bottom <= top) continue;
    const box = document.createElement('div');
    // A pixel more on each side, because edges between pixels are blended with what is below.
    const [x, y] = [Math.floor(left + scrollX) - 1, Math.floor(top + scrollY) - 1];
    style(box, {
      left: `${x}px`,
      top: `${y}px`,
      width: `${Math.ceil(right + scrollX) + 1 - x}px`,
      height: `${Math.ceil(bottom + scrollY) + 1 - y}px`,
    });
    inside.append(box);
  }
  document.documentElement.append(host);
  host.showPopover();
}

/** Removes the boxes over masked elements. */
export function removeMask(): void {
  const own = globalThis as CleaningGlobals;
  own.shotwrightMask?.remove();
  delete own.shotwrightMask;
}
