/**
 * Adds a style sheet that wins over the page's: once as it stands and once with every declaration important and in a
 * layer, for important declarations in a layer win over those outside of any, whatever their selectors.
 */
export function addStyles(css: string): void {
  const parent = document.head ?? document.documentElement;
  const plain = document.createElement('style');
  plain.textContent = css;
  parent.append(plain);
  const stress = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        for (const name of rule.style) {
          const value = rule.style.getPropertyValue(name);
          if (value !== '') rule.style.setProperty(name, value, 'important');
        }
      }
      if (rule instanceof CSSGroupingRule) stress(rule.cssRules);
    }
  };
  const strong = document.createElement('style');
  strong.textContent = `@layer{${css}\n}`;
  parent.append(strong);
  if (strong.sheet !== null) stress(strong.sheet.cssRules);
}
