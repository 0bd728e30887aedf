import type { Page } from '@playwright/test';

/**
 * Returns what is too faint on the page as it is now: borders of text fields, switches, columns and lines of charts
 * and fills of meters below 3:1 to what is around them, outlines of focused fields below 3:1 or 2 px, and
 * placeholders below 4.5:1. Also returns badges without a text.
 */
export async function faintParts(page: Page): Promise<string[]> {
  return page.evaluate(findFaintParts);
}

// oxlint-disable unicorn/consistent-function-scoping -- runs inside the page, without access to outer variables
function findFaintParts(): string[] {
  type Color = readonly [number, number, number, number];
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No canvas');
  const parse = (value: string): Color => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = value;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, alpha / 255];
  };
  const over = (top: Color, below: Color): Color => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const backgroundOf = (element: Element | null): Color => {
    if (element === null) return [255, 255, 255, 1];
    const own = parse(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement));
  };
  const luminance = (color: Color) => {
    const part = (value: number) =>
      value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2]);
  };
  const contrast = (one: Color, other: Color) => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const faint: string[] = [];
  const report = (what: string, element: Element) =>
    faint.push(`${what} ${element.outerHTML.slice(0, 120)}`);
  const check = (element: Element, what: string, ratio: number) => {
    const least = what === 'placeholder' ? 4.5 : 3;
    if (ratio < least) report(`${what} ${ratio.toFixed(2)}:1`, element);
  };
  /** The element that draws the frame of a control: itself, or one of its ancestors. */
  const frameOf = (control: Element): Element => {
    let at: Element | null = control;
    for (let steps = 0; at !== null && steps < 4; steps++, at = at.parentElement)
      if (Number.parseFloat(getComputedStyle(at).borderTopWidth) >= 1) return at;
    return control;
  };
  const checkFrame = (control: Element) => {
    const frame = frameOf(control);
    const around = backgroundOf(frame.parentElement);
    const { borderTopColor, borderTopWidth } = getComputedStyle(frame);
    const border = Number.parseFloat(borderTopWidth) >= 1 ? parse(borderTopColor) : around;
    check(frame, 'frame', contrast(over(border, around), around));
  };
  const text = 'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [type=range])';
  const fields = [
    ...document.querySelectorAll(`${text}, textarea, select, [role=combobox]`),
  ].filter((field) => isSeen(field) && !field.matches(':disabled, [aria-hidden=true]'));
  for (const field of fields) {
    checkFrame(field);
    if (!field.matches(':placeholder-shown') || field.getAttribute('placeholder') === '') continue;
    const inside = backgroundOf(field);
    const color = parse(getComputedStyle(field, '::placeholder').color);
    check(field, 'placeholder', contrast(over(color, inside), inside));
  }
  for (const control of document.querySelectorAll(
    '[role=switch] > span, input[type=checkbox].appearance-none',
  ))
    if (isSeen(control)) checkFrame(control);
  for (const part of document.querySelectorAll(
    'figure [aria-hidden=true] span, [aria-hidden=true].rounded-full > div',
  )) {
    if (!isSeen(part) || part.childElementCount > 0) continue;
    const around = backgroundOf(part.parentElement);
    check(part, 'fill', contrast(backgroundOf(part), around));
  }
  for (const badge of document.querySelectorAll('.rounded-full.text-label[class*=-wash]'))
    if (isSeen(badge) && badge.textContent.trim() === '') report('badge without text', badge);
  for (const line of document.querySelectorAll('figure polyline')) {
    const around = backgroundOf(line.closest('figure'));
    check(line, 'line', contrast(over(parse(getComputedStyle(line).stroke), around), around));
  }
  for (const field of fields) {
    if (!(field instanceof HTMLElement)) continue;
    field.focus({ preventScroll: true });
    if (document.activeElement !== field) continue;
    const ring = [field, frameOf(field)].find(
      (one) => getComputedStyle(one).outlineStyle !== 'none',
    );
    if (ring === undefined) {
      report('no outline', field);
      continue;
    }
    const { outlineColor, outlineWidth } = getComputedStyle(ring);
    const around = backgroundOf(ring.parentElement);
    check(ring, 'focus', contrast(over(parse(outlineColor), around), around));
    if (Number.parseFloat(outlineWidth) < 2) report(`focus ${outlineWidth}`, ring);
    field.blur();
  }
  return [...new Set(faint)];
}
// oxlint-enable unicorn/consistent-function-scoping
