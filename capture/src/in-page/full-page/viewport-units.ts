import { collectSheets, keepMediaQueries, type SheetGlobals } from './style-sheets.ts';

/** Declarations of a style rule or an element. */
interface Declarations {
  readonly style: CSSStyleDeclaration;
  readonly text: string;
  /** True if they are a box's, whose height is pinned later or has to grow. */
  readonly areHeightsKept: boolean;
}

type OwnGlobals = SheetGlobals & {
  /** Returns a value with units of the viewport's height in pixels. */
  shotwrightInPixels?: (value: string) => string;
  /** Declarations that may depend on the height of the viewport. */
  shotwrightDeclarations?: readonly Declarations[];
};

/** Measures the units of the viewport's height, such as `vh` and `vmin`. */
export function measureUnits(): void {
  const own = globalThis as OwnGlobals;
  // A phone that shows the page smaller has other inner sizes.
  const px = { width: 0, height: 0 };
  for (const side of ['width', 'height'] as const) {
    for (let stepPx = 32_768; stepPx >= 1 / 64; stepPx /= 2)
      if (matchMedia(`(min-${side}: ${px[side] + stepPx}px)`).matches) px[side] += stepPx;
  }
  const unitsPx: Record<string, number> = { vh: px.height, vb: px.height };
  unitsPx['vmin'] = Math.min(px.width, px.height);
  unitsPx['vmax'] = Math.max(px.width, px.height);
  const lengths =
    /url\([^)]*\)|"[^"]*"|(?<![\w.#-])(?<count>-?(?:\d+\.?\d*|\.\d+))[dls]?(?<unit>vh|vb|vmin|vmax)\b/gi;
  own.shotwrightInPixels = (value) =>
    value.replaceAll(lengths, (text, count?: string, unit?: string) =>
      count === undefined || unit === undefined
        ? text
        : `${(Number(count) * (unitsPx[unit.toLowerCase()] ?? 0)) / 100}px`,
    );
}

/**
 * Collects the declarations that may depend on the height of the viewport, from inline styles and the collected style
 * sheets: those with a unit of it, and those that set or use a variable.
 */
export function collectDeclarations(): void {
  const own = globalThis as OwnGlobals;
  const isPseudo = /::|:(?:before|after)\b/;
  const mayDepend = /\d[dls]?v(?:h|b|min|max)\b|--/i;
  const found: Declarations[] = [];
  const add = (style: CSSStyleDeclaration, areHeightsKept: boolean): void => {
    const text = style.cssText;
    if (mayDepend.test(text)) found.push({ style, text, areHeightsKept });
  };
  const readRules = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule)
        add(rule.style, !rule.selectorText.split(',').every((one) => isPseudo.test(one)));
      if (rule instanceof CSSKeyframesRule)
        for (const frame of rule) if (frame instanceof CSSKeyframeRule) add(frame.style, true);
      if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) readRules(rule.cssRules);
    }
  };
  for (const sheet of own.shotwrightSheets ?? []) readRules(sheet.cssRules);
  const inline = '[style*="vh"], [style*="vm"], [style*="--"]';
  for (const root of own.shotwrightRoots ?? [])
    for (const { style } of root.querySelectorAll<HTMLElement>(inline)) add(style, true);
  own.shotwrightDeclarations = found;
}

/**
 * Replaces units of the viewport's height by pixels in the collected declarations. Heights of boxes and the styles of
 * fixed ones stay as they are: the former are pinned later, and the latter may have to grow. Variables keep
 * their values, because such heights may use them; elsewhere a copy in pixels is used.
 */
export function fixDeclarations(): void {
  const own = globalThis as OwnGlobals;
  const { shotwrightDeclarations: all = [], shotwrightInPixels: inPixels = (value) => value } = own;
  const following = new Set<string>();
  // Scripts set variables of the page to its height.
  for (const one of [document.documentElement, document.body as HTMLElement | null]) {
    for (const name of one?.style ?? []) {
      const isLength = /^ *[\d.]+px *$/.test(one?.style.getPropertyValue(name) ?? '');
      if (name.startsWith('--') && isLength) following.add(name);
    }
  }
  const depends = (value: string): boolean =>
    inPixels(value) !== value || [...following].some((name) => value.includes(`var(${name}`));
  for (let before = -1; before < following.size;) {
    before = following.size;
    for (const { text } of all.filter((one) => depends(one.text))) {
      for (const [, name = '', value = ''] of text.matchAll(/(--[^\s:;]+): *([^;]*)/g))
        if (depends(value)) following.add(name);
    }
  }
  const withCopies = (value: string): string =>
    inPixels(value).replaceAll(/var\(\s*--(?<name>[^\s,)]+)/g, (text, name: string) =>
      following.has(`--${name}`) ? `var(--shotwright-${name}` : text,
    );
  // These have no readable parts if a variable is in their value.
  const shorthands = ['background', 'mask', 'inset', 'margin', 'padding', 'flex', 'gap'];
  const isFollowing = (text: string): boolean => [...following].some((name) => text.includes(name));
  for (const { style, text, areHeightsKept } of all) {
    if (!isFollowing(text) && inPixels(text) === text) continue;
    const isFixed = style.position === 'fixed';
    for (const name of [...style, ...shorthands]) {
      const isHeight = /^(?:min-|max-)?(?:height|block-size)$/.test(name);
      const isKept = isFixed || (isHeight && areHeightsKept);
      const value = style.getPropertyValue(name);
      const [fixed, priority] = [withCopies(value), style.getPropertyPriority(name)];
      if (name.startsWith('--') && following.has(name))
        style.setProperty(`--shotwright-${name.slice(2)}`, fixed, priority);
      else if (!name.startsWith('--') && !isKept && fixed !== value)
        style.setProperty(name, fixed, priority);
    }
  }
}

/** Replaces units of the viewport's height by pixels in animations that scripts have started. */
export function fixAnimations(): void {
  const { shotwrightInPixels: inPixels } = globalThis as OwnGlobals;
  if (inPixels === undefined) return;
  for (const { effect } of document.getAnimations()) {
    if (!(effect instanceof KeyframeEffect)) continue;
    const frames = effect.getKeyframes();
    const fixed = frames.map((frame) =>
      Object.fromEntries(
        Object.entries(frame).map(([name, value]) => [
          name,
          typeof value === 'string' ? inPixels(value) : value,
        ]),
      ),
    );
    if (JSON.stringify(fixed) !== JSON.stringify(frames)) effect.setKeyframes(fixed);
  }
}

/** Functions that keep styles as they are in the viewport of the capture, in the order of their calls. */
export const keepStyles = [
  collectSheets,
  keepMediaQueries,
  measureUnits,
  collectDeclarations,
  fixDeclarations,
  fixAnimations,
] as const;
