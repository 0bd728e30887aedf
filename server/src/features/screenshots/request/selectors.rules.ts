import {
  selectorOptionNames,
  type CaptureOptions,
  type CaptureStepInput,
} from '@shotwright/contract';
import { invalidField } from '../../../shared/app-error.ts';
import { findSelectorMistake } from './selector-syntax.rules.ts';
import { scrollPosition } from './waiting.rules.ts';

/** Number of characters of a selector that an error repeats. */
const shown = 100;

/**
 * Throws `invalid_selector` (400) for a selector that no browser accepts. The rest is left to the
 * browser of the capture, which also judges XPath expressions.
 */
export function requireSelectors(fields: CaptureOptions): void {
  for (const name of selectorOptionNames) {
    const given = fields[name];
    const selectors = typeof given === 'string' ? [given] : (given ?? []);
    for (const selector of selectors) {
      if (name === 'scroll_to' && scrollPosition(selector) !== undefined) continue;
      requireSelector(name, name === 'click_selectors' ? selector.replace(/\?$/, '') : selector);
    }
  }
}

/** Throws `invalid_selector` (400) as {@link requireSelectors} does. */
export function requireStepSelectors(steps: readonly CaptureStepInput[]): void {
  for (const [index, { selector }] of steps.entries())
    if (selector !== undefined) requireSelector('steps', selector, ` of step ${index + 1}`);
}

function requireSelector(path: string, selector: string, place = ''): void {
  if (selector.startsWith('xpath=')) return;
  const rest = findSelectorMistake(selector);
  if (rest === undefined) return;
  const at = rest === '' ? 'ends too early' : `is wrong from ${quoted(rest)} on`;
  const message = `must be a CSS selector or xpath= with an expression; ${quoted(selector)}${place} ${at}`;
  throw invalidField(path, message, 'invalid_selector');
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, shown));
}
