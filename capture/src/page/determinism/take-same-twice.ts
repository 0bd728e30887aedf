import type { CapturedImage } from '../../capture-result.ts';
import type { CapturePage } from '../capture-page.ts';

/** Time on the page's clock between two images that differ. Unit: ms. */
const settleMs = 300;
const settleStepMs = 50;

/**
 * Takes an image twice. If the two differ, lets the page continue and takes a third one, which counts;
 * `onUnsettled` is called if it differs from the second as well.
 */
export async function takeSameTwice(
  { clock }: CapturePage,
  takeImage: () => Promise<CapturedImage>,
  onUnsettled: () => void,
): Promise<CapturedImage> {
  const first = await takeImage();
  const second = await takeImage();
  if (second.bytes.equals(first.bytes)) return second;
  for (let passedMs = 0; passedMs < settleMs; passedMs += settleStepMs) {
    await clock.advance(settleStepMs);
  }
  const third = await takeImage();
  if (!third.bytes.equals(second.bytes)) onUnsettled();
  return third;
}
