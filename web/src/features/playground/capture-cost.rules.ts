import type { CreditPrices } from '@shotwright/contract';
import type { CaptureForm } from './capture-form.rules.ts';

/** Returns the price of a capture. Units: credits. */
export function costOf(
  form: Pick<CaptureForm, 'fullPage' | 'retina'>,
  { capture, fullPage, retina }: CreditPrices,
): number {
  return capture + (form.fullPage ? fullPage : 0) + (form.retina ? retina : 0);
}
