import type { LayoutGlobals } from '../layout.ts';

/**
 * Replaces units of the viewport's height, such as `vh` and `vmin`, by pixels in the style sheets and inline styles
 * that the page can read. Heights of elements and the styles of fixed boxes stay as they are: the former are pinned
 * later, and the latter may have to grow.
 */
export function fixViewportUnits(): void {
  const own = globalThis as LayoutGlobals;
  const { shotwrightLayout: layout, shotwrightClosedRoots: closedRoots } = own;
  const isHeightKnown = matchMedia(
    `(width: ${innerWidth}px) and (height: ${innerHeight}px)`,
  ).matches;
  if (layout === undefined || !isHeightKnown) return;
  const [widthPx, heightPx] = [innerWidth, innerHeight];
  const unitsPx: Record<string, number> = { vh: heightPx, vb: heightPx };
  unitsPx['vmin'] = Math.min(widthPx, heightPx);
  unitsPx['vmax'] = Math.max(widthPx, heightPx);
  const hasUnit = /\d[dls]?v(?:h|b|min|max)\b/;
  const lengths =
    /url\([^)]*\)|"[^"]*"|(?<![\w.#-])(?<count>-?(?:\d+\.?\d*|\.\d+))[dls]?(?<unit>vh|vb|vmin|vmax)\b/gi;
  const inPixels = (value: string): string =>
    value.replaceAll(lengths, (text, count?: string, unit?: string) =>
      count === undefined || unit === undefined
        ? text
        : `${(Number(count) * (unitsPx[unit.toLowerCase()] ?? 0)) / 100}px`,
    );
  // These have no readable parts if a variable is in their value.
  const shorthands = ['background', 'mask', 'inset', 'margin', 'padding', 'flex', 'gap'];
  const fix = (style: CSSStyleDeclaration, areHeightsKept: boolean): void => {
    if (!hasUnit.test(style.cssText) || style.position === 'fixed') return;
    for (const name of [...style, ...shorthands]) {
      const isHeight = /^(?:min-|max-)?(?:height|block-size)$/.test(name);
      const value = style.getPropertyValue(name);
      if (name.startsWith('--') || (isHeight && areHeightsKept) || !hasUnit.test(value)) continue;
      style.setProperty(name, inPixels(value), style.getPropertyPriority(name));
    }
  };
  const isPseudo = /::|:(?:before|after)\b/;
  const fixRules = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule)
        fix(rule.style, !rule.selectorText.split(',').every((one) => isPseudo.test(one)));
      if (rule instanceof CSSImportRule && rule.styleSheet !== null) fixSheet(rule.styleSheet);
      if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) fixRules(rule.cssRules);
    }
  };
  const fixSheet = (sheet: CSSStyleSheet): void => {
    try {
      if (!sheet.disabled) fixRules(sheet.cssRules);
    } catch {
      // The style sheet is of another origin.
    }
  };
  const roots: (Document | ShadowRoot)[] = [document];
  for (const element of layout.elements) {
    const root = element.shadowRoot ?? closedRoots?.get(element);
    if (root !== undefined) roots.push(root);
  }
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) fixSheet(sheet);
    for (const element of root.querySelectorAll<HTMLElement>('[style*="vh"], [style*="vm"]'))
      fix(element.style, true);
  }
}
