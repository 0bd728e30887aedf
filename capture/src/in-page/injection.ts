type StyledGlobals = typeof globalThis & {
  /** The caller's style sheet in the current document, as given and with all rules important. */
  shotwrightStyles?: readonly CSSStyleSheet[];
};

/**
 * Adds a style sheet that overrides the page's. It is added once unchanged and once in a layer with
 * every declaration important, because important declarations in a layer override those outside of
 * any layer, whatever their selectors. Constructed sheets are not subject to the content policy of
 * the page; they cannot import others, so a sheet with an import is added as an element. Returns the
 * number of its rules.
 */
export function addStyles(css: string): number {
  const own = globalThis as StyledGlobals;
  const makeImportant = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        for (const name of rule.style) {
          const value = rule.style.getPropertyValue(name);
          if (value !== '') rule.style.setProperty(name, value, 'important');
        }
      }
      if (rule instanceof CSSGroupingRule) makeImportant(rule.cssRules);
    }
  };
  const isElement = /@import/i.test(css);
  const add = (text: string): CSSStyleSheet | null => {
    if (!isElement) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    }
    const style = document.createElement('style');
    style.textContent = text;
    (document.head ?? document.documentElement).append(style);
    return style.sheet;
  };
  const added = own.shotwrightStyles;
  const isComplete = (added ?? []).every(
    (sheet) => isElement || document.adoptedStyleSheets.includes(sheet),
  );
  if (added !== undefined && isComplete) return added[0]?.cssRules.length ?? 0;
  const sheets = [css, `@layer{${css}\n}`].flatMap((text) => {
    const sheet = add(text);
    return sheet === null ? [] : [sheet];
  });
  const [plain, strong] = sheets;
  if (strong !== undefined) makeImportant(strong.cssRules);
  if (!isElement) document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  own.shotwrightStyles = sheets;
  return plain?.cssRules.length ?? 0;
}
