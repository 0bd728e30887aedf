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

/** True if the last `added` credits of `used` have reached one of the percentages of a limit. */
export function hasReachedThreshold(budget: {
  readonly limit: number | null;
  readonly percents: readonly number[] | null;
  readonly used: number | null;
  readonly added: number;
}): boolean {
  const { limit, percents, used, added } = budget;
  if (limit === null || percents === null || used === null) return false;
  return percents.some(
    (percent) => used * 100 >= limit * percent && (used - added) * 100 < limit * percent,
  );
}
