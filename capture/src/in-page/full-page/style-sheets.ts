import type { LayoutGlobals } from '../layout.ts';

/** Globals that the functions about style sheets share. */
export type SheetGlobals = LayoutGlobals & {
  /** The document and its shadow roots. */
  shotwrightRoots?: readonly (Document | ShadowRoot)[];
  /** Style sheets whose rules the page can read, imported ones included. */
  shotwrightSheets?: readonly CSSStyleSheet[];
};

/** Collects the style sheets that the page can read; those of other origins are left out. */
export function collectSheets(): void {
  const own = globalThis as SheetGlobals;
  const { shotwrightLayout: layout, shotwrightClosedRoots: closedRoots } = own;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const element of layout?.elements ?? []) {
    const root = element.shadowRoot ?? closedRoots?.get(element);
    if (root !== undefined) roots.push(root);
  }
  const sheets: CSSStyleSheet[] = [];
  const add = (sheet: CSSStyleSheet): void => {
    try {
      if (sheet.disabled) return;
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSImportRule && rule.styleSheet !== null) add(rule.styleSheet);
      sheets.push(sheet);
    } catch {
      // The style sheet is of another origin.
    }
  };
  for (const root of roots)
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) add(sheet);
  own.shotwrightRoots = roots;
  own.shotwrightSheets = sheets;
}

/**
 * Keeps the present results of media queries about the height or the shape of the viewport, for rules, style sheets
 * and the sources of pictures.
 */
export function keepMediaQueries(): void {
  const { shotwrightRoots: roots = [], shotwrightSheets: sheets = [] } = globalThis as SheetGlobals;
  const dependsOnHeight = /height|orientation|aspect-ratio/i;
  const resultOf = (query: string): string => {
    if (!dependsOnHeight.test(query)) return query;
    return matchMedia(query).matches ? 'all' : 'not all';
  };
  const keep = (media: MediaList): void => {
    const result = resultOf(media.mediaText);
    if (result !== media.mediaText) media.mediaText = result;
  };
  const readRules = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule || rule instanceof CSSImportRule) keep(rule.media);
      if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) readRules(rule.cssRules);
    }
  };
  for (const sheet of sheets) {
    keep(sheet.media);
    readRules(sheet.cssRules);
  }
  for (const root of roots)
    for (const source of root.querySelectorAll<HTMLSourceElement>('picture > source[media]'))
      if (resultOf(source.media) !== source.media) source.media = resultOf(source.media);
}
