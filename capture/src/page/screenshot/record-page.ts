import { growAroundFound } from '../../in-page/element.ts';
import { findBackdrops } from '../../in-page/full-page/backdrops.ts';
import { recordBarStates } from '../../in-page/full-page/bar-states.ts';
import { copyCanvases } from '../../in-page/full-page/canvases.ts';
import { contentEnd } from '../../in-page/full-page/content-end.ts';
import {
  unfixBackgrounds,
  type FixedBackground,
} from '../../in-page/full-page/fixed-backgrounds.ts';
import { findMasks } from '../../in-page/full-page/masks.ts';
import { keepStyles } from '../../in-page/full-page/viewport-units.ts';
import { holdScrollAnimations } from '../../in-page/late-motion.ts';
import {
  clipFixedBoxes,
  recordLayout,
  recordLayoutRoles,
  recordNeighbours,
} from '../../in-page/layout.ts';
import type { CapturePage } from '../capture-page.ts';
import { withinLimit } from '../evaluate.ts';
import { inPageCall } from '../execution-context.ts';
import { showFixedBackgrounds } from './fixed-backgrounds.ts';
import { nextFrames } from './scroll-through.ts';

const styleCalls = keepStyles.map((keep) => inPageCall(keep));

/** Records a page as the viewport of the capture shows it, and keeps what follows the viewport. */
export async function recordPage(
  page: CapturePage,
  isStatic: boolean,
): Promise<{ readonly isFlexible: boolean; readonly endPx: number }> {
  const calls = [
    inPageCall(holdScrollAnimations),
    inPageCall(recordLayout),
    inPageCall(findBackdrops),
    inPageCall(recordLayoutRoles),
    inPageCall(contentEnd),
    inPageCall(isStatic ? () => 0 : copyCanvases),
    inPageCall(findMasks),
    inPageCall(recordNeighbours),
    inPageCall(isStatic ? () => undefined : recordBarStates),
    inPageCall(clipFixedBoxes),
    inPageCall(unfixBackgrounds),
    ...styleCalls,
  ] as const;
  const called = page
    .executionContext()
    .callAll<
      [
        void,
        void,
        void,
        boolean,
        number,
        number,
        void,
        void,
        void,
        void,
        readonly FixedBackground[],
        ...void[],
      ]
    >(calls);
  const [, , , isFlexible, endPx, canvasCount, , , , , backgrounds] = await withinLimit(
    page,
    called,
  );
  await showFixedBackgrounds(page, backgrounds);
  if (canvasCount > 0) await nextFrames(page);
  return { isFlexible, endPx };
}

/**
 * Records a page as the viewport of the capture shows it, before the viewport grows for the found element and the boxes
 * around it.
 */
export async function recordAroundFound(page: CapturePage): Promise<void> {
  const calls = [
    inPageCall(growAroundFound),
    inPageCall(recordLayout),
    inPageCall(recordLayoutRoles),
    ...styleCalls,
  ] as const;
  const called = page.executionContext().callAll<[void, void, boolean, ...void[]]>(calls);
  await withinLimit(page, called);
}
