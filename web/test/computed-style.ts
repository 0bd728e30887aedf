/** Attributes on which `display` depends in the style sheet of jsdom. */
const displayAttributes = ['hidden', 'open', 'popover', 'type'] as const;

/** Parts of a table, whose `visibility` is `collapse` in the style sheet of jsdom when they are hidden. */
const collapsible = new Set(['COL', 'COLGROUP', 'TBODY', 'TFOOT', 'THEAD', 'TR']);

/** Properties that Testing Library reads for each element and its ancestors. */
type FrequentProperty = 'display' | 'visibility' | 'pointerEvents';

/** Properties that the style sheet of jsdom sets for no element, and that elements do not inherit. */
const unusedProperties = ['animationName', 'transitionDuration'] as const;

type UnusedProperty = (typeof unusedProperties)[number];

const isUnused = (name: string | symbol): name is UnusedProperty =>
  unusedProperties.some((unused) => unused === name);

/** Declarations of the properties above. */
const quickDeclaration = /(?:^|[;\s])(?:display|visibility|pointer-events|animation|transition)\b/;

/**
 * Replaces `getComputedStyle` for the properties that decide which elements a user sees and reaches. jsdom matches
 * every rule of its style sheet with every element after each change of the document, which took a fifth of the time
 * of all tests. jsdom still computes other properties, and all of them in documents whose own style sheets set one of
 * these. Returns what restores jsdom's function: files share a window, and each would wrap the replacement before it.
 */
export function computeStylesQuickly(): () => void {
  const { getComputedStyle: slow } = window;
  const compute = slow.bind(window);
  const displays = new Map<string, string>();
  const plain = compute(document.createElement('span'));
  const initial = { visibility: plain.visibility, pointerEvents: plain.pointerEvents };

  function displayOf(element: Element): string {
    if (isStyled(element, 'display')) return compute(element).display;
    const parts = displayAttributes.map((name) => element.getAttribute(name) ?? '\0');
    const key = [element.namespaceURI, element.localName, ...parts].join('\u0001');
    const display = displays.get(key) ?? compute(element).display;
    displays.set(key, display);
    return display;
  }

  function inheritedOf(element: Element, name: 'visibility' | 'pointerEvents'): string {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (isStyled(at, name) || (collapsible.has(at.tagName) && at.hasAttribute('hidden')))
        return compute(element)[name];
    return initial[name];
  }

  window.getComputedStyle = (element, pseudoElement) => {
    const isQuick =
      element.localName !== 'summary' && !setsQuickProperty(element.ownerDocument.styleSheets);
    if (!isQuick || pseudoElement) return compute(element, pseudoElement);
    const read = (name: string | symbol): unknown => {
      if (name === 'display') return displayOf(element);
      if (name === 'visibility' || name === 'pointerEvents') return inheritedOf(element, name);
      if (name === 'getPropertyValue') return valueOf;
      if (isUnused(name) && !isStyled(element, name)) return plain[name];
      const style = compute(element);
      const value: unknown = Reflect.get(style, name);
      return typeof value === 'function' ? value.bind(style) : value;
    };
    const valueOf = (name: string): unknown =>
      name === 'display' || name === 'visibility'
        ? read(name)
        : compute(element).getPropertyValue(name);
    return new Proxy(plain, { get: (_, name) => read(name) });
  };
  return () => {
    window.getComputedStyle = slow;
  };
}

const sheetsRead = new WeakMap<CSSStyleSheet, { rules: number; setsQuickProperty: boolean }>();

function setsQuickProperty(sheets: StyleSheetList): boolean {
  return [...sheets].some((sheet) => {
    const read = sheetsRead.get(sheet);
    const { length } = sheet.cssRules;
    if (read?.rules === length) return read.setsQuickProperty;
    const result = [...sheet.cssRules].some(
      (rule) =>
        !(rule instanceof CSSStyleRule) ||
        (!rule.selectorText.includes('::') && quickDeclaration.test(rule.style.cssText)),
    );
    sheetsRead.set(sheet, { rules: length, setsQuickProperty: result });
    return result;
  });
}

function isStyled(element: Element, name: FrequentProperty | UnusedProperty): boolean {
  return (
    element.hasAttribute('style') &&
    'style' in element &&
    Reflect.get(Object(element.style), name) !== ''
  );
}
