/**
 * Returns a ratio in percent with the digits that it needs: `12.5 %`, `1.3 %`, `0.02 %`, `< 0.01 %`. A
 * ratio that is not 1 is never shown as 100 %, and one that is not 0 never as 0 %.
 */
export function percentText(ratio: number): string {
  const percent = ratio * 100;
  if (percent > 0 && percent < 0.005) return '< 0.01 %';
  if (percent < 100 && percent >= 99.95) return '> 99.9 %';
  return `${String(Number(percent.toFixed(percent < 1 ? 2 : 1)))} %`;
}

/** Returns a limit in percent, without rounding what a client may have set: `0 %`, `1.25 %`, `0.0005 %`. */
export function limitText(ratio: number): string {
  return `${String(Number((ratio * 100).toFixed(8)))} %`;
}
