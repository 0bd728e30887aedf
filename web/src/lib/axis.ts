/** Returns the top of a count axis: the next round number of at least `most` that can be halved. */
export function niceMax(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const tops = [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power);
  return tops.find((top) => top >= most && top % 2 === 0) ?? 10 * power;
}
