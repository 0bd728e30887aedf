import { probeSelector, type Presence } from '../../in-page/conditions.ts';
import type { CapturePage } from '../capture-page.ts';
import { invalidSelectorError } from '../cleaning/clean-page.ts';
import { evaluate } from '../evaluate.ts';
import { askFrames } from '../frames/page-frames.ts';

/**
 * Returns the presence of the elements for the selector of an option on the page, or in its frames if
 * the page has none.
 */
export async function presenceOf(
  page: CapturePage,
  option: string,
  selector: string,
): Promise<Presence> {
  const kind = await evaluate(page, probeSelector, selector);
  if (kind === 'invalid') throw invalidSelectorError(option, selector);
  if (kind !== 'missing') return kind;
  const framed = await askFrames(page, async (frame) => ({
    kind: await evaluate(frame, probeSelector, selector),
  }));
  return framed?.kind ?? kind;
}
