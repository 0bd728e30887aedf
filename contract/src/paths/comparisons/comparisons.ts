/** Limits of a comparison. */
export const comparisonLimits = {
  threshold: { min: 0, max: 1, default: 0.1 },
  ignoredRegions: 50,
  regions: 100,
  /** Pixels of the area that both images together cover. */
  pixels: 2 ** 26,
  /** Longest side of a reduced image of the difference. */
  sidePx: { min: 64, max: 4_096 },
} as const;
