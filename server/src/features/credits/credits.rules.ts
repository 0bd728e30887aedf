import type { CreditPrices } from '@shotwright/contract';

/** Capture options that determine the price. */
export interface PricedCapture {
  readonly isFullPage: boolean;
  readonly isRetina: boolean;
}

/**
 * Price of a capture, computed from its request only, so that it is the same at acceptance and at
 * the end. Unit: credits.
 */
export function priceOf({ isFullPage, isRetina }: PricedCapture, prices: CreditPrices): number {
  return prices.capture + (isFullPage ? prices.fullPage : 0) + (isRetina ? prices.retina : 0);
}

/** Sums of an account. Unit: credits. */
export interface AccountSums {
  readonly available: number;
  readonly held: number;
  readonly lasting: number;
}

/**
 * Returns the plan's part of the available credits. It is spent and held before lasting credits.
 */
export function planPartOf({ available, held, lasting }: AccountSums): number {
  return Math.max(0, available - Math.min(lasting, available + held));
}
