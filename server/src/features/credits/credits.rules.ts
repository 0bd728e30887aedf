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
