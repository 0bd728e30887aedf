type PinnedGlobals = typeof globalThis & {
  /** Heights of the elements in the viewport of the capture. CSS pixels. */
  shotwrightHeights?: ReadonlyMap<HTMLElement, number>;
};

/** Records the height of every element, up to 20 000 of them. */
export function recordHeights(): void {
  const own = globalThis as PinnedGlobals;
  const elements = [...document.querySelectorAll<HTMLElement>('html, body, body *')];
  own.shotwrightHeights = new Map(
    elements
      .filter((element) => element instanceof HTMLElement)
      .slice(0, 20_000)
      .map((element) => [element, element.getBoundingClientRect().height]),
  );
}

/**
 * Pins the height of every element whose height has changed since it was recorded, and removes
 * page breaks and the margins of the paper. In print, the height of the viewport is the one of the
 * paper, so that an element with a share of it would grow with the paper.
 */
export function pinHeights(): void {
  const own = globalThis as PinnedGlobals;
  const changed = [...(own.shotwrightHeights ?? [])].filter(
    ([element, height]) => Math.abs(element.getBoundingClientRect().height - height) > 0.5,
  );
  for (const [{ style }, height] of changed) {
    style.setProperty('box-sizing', 'border-box', 'important');
    style.setProperty('height', `${height}px`, 'important');
    style.setProperty('min-height', '0', 'important');
    style.setProperty('max-height', 'none', 'important');
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `@page { margin: 0 !important }
    * { break-before: auto !important; break-after: auto !important; break-inside: auto !important }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
