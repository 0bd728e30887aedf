/** Numbers of elements that a capture has changed. */
export interface CleaningCounts {
  /** Elements that take no space, those of blocked hosts included. */
  hidden: number;
  /** Elements that were deleted, by selector. */
  readonly removed: Map<string, number>;
  /** Elements that the last image does not show. */
  masked: number;
}

/** Creates counts that start at zero. */
export function createCleaningCounts(): CleaningCounts {
  return { hidden: 0, removed: new Map(), masked: 0 };
}
