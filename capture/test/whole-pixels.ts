import { majorOf, versionIn } from '../src/browser/browser-identity.ts';

/** Last known version that rounds the CSS size of a clip down. */
const roundingVersion = 153;

/**
 * Returns the size of the image of a viewport: its whole device pixels, or those of its whole CSS
 * pixels by a browser that rounds.
 */
export function wholePixels(
  viewport: readonly [widthPx: number, heightPx: number],
  scale: number,
  browserVersion: string,
): number[] {
  const exact = viewport.map((px) => Math.floor(px * scale));
  const isClip = viewport.some((px) => Math.round(px * scale) > px * scale);
  if (!isClip || Number(majorOf(versionIn(browserVersion) ?? '')) > roundingVersion) return exact;
  return exact.map((px) => Math.round(Math.floor(px / scale) * scale));
}
