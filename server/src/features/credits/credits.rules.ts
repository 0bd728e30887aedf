import type { CreditPrices } from '@shotwright/contract';

/** What of a capture decides its price. */
export interface PricedCapture {
  readonly isFullPage: boolean;
  readonly isRetina: boolean;
}

/** What a capture costs, from its request alone: the price at accept is the price at the end. Unit: credits. */
export function priceOf({ isFullPage, isRetina }: PricedCapture, prices: CreditPrices): number {
  return prices.capture + (isFullPage ? prices.fullPage : 0) + (isRetina ? prices.retina : 0);
}

/** An account's sums. Unit: credits. */
export interface AccountSums {
  readonly available: number;
  readonly held: number;
  readonly lasting: number;
}

/** The part of what can be spent that the plan gave: it is spent, and reserved, before what lasts. */
export function planPartOf({ available, held, lasting }: AccountSums): number {
  return Math.max(0, available - Math.min(lasting, available + held));
}
