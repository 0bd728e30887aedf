import type { CreditPrices } from '@shotwright/contract';
import type { Config } from '../config/config.ts';

/** Returns the prices of captures on this installation. */
export function creditPricesOf({
  creditsCapture: capture,
  creditsFullPage: fullPage,
  creditsRetina: retina,
}: Pick<Config, 'creditsCapture' | 'creditsFullPage' | 'creditsRetina'>): CreditPrices {
  return { capture, fullPage, retina };
}
