/**
 * Adds a style sheet that overrides the page's. It is added once unchanged and once in a layer with
 * every declaration important, because important declarations in a layer override those outside of
 * any layer, whatever their selectors.
 */
export function addStyles(css: string): void {
  const own = globalThis as typeof globalThis & { shotwrightStyles?: string };
  if (own.shotwrightStyles === css) return;
  own.shotwrightStyles = css;
  const parent = document.head ?? document.documentElement;
  const plain = document.createElement('style');
  plain.textContent = css;
  parent.append(plain);
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
  const strong = document.createElement('style');
  strong.textContent = `@layer{${css}\n}`;
  parent.append(strong);
  if (strong.sheet !== null) makeImportant(strong.sheet.cssRules);
}
