import { defaultCreditPrices } from '@shotwright/contract';
import type { CaptureForm } from './capture-form.rules.ts';

/** What a capture of this form will cost. Units: credits. */
export function costOf(form: Pick<CaptureForm, 'fullPage' | 'retina'>): number {
  const { capture, fullPage, retina } = defaultCreditPrices;
  return capture + (form.fullPage ? fullPage : 0) + (form.retina ? retina : 0);
}
