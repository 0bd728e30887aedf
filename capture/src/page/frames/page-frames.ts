import { enlargeFrame, expandAround, isFrameVisible, viewportSize } from '../../in-page/element.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CdpSession } from '../../browser/browser.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate, withinLimit, type EvaluablePage } from '../evaluate.ts';
import { createIsolatedWorld } from '../execution-context.ts';
import { listFrames, type ListedFrame } from './list-frames.ts';

/** Frames in which elements are looked for; those of advertisements are many. */
const maxFrames = 20;
/** Time for the answer of a frame, whose scripts may run without a pause. Unit: ms. */
const frameAnswerMs = 1_000;

/** A position in a viewport. CSS pixels. */
interface Position {
  readonly x: number;
  readonly y: number;
}

/** Minimum size of a viewport. CSS pixels. */
export interface MinSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A visible frame of a page, in which the engine's functions can be called. */
export interface PageFrame extends EvaluablePage {
  /** Returns the position in the page's viewport of one in the frame's viewport. */
  toPage(position: Position): Promise<Position>;
  /**
   * Enlarges the viewports of the frame and of its ancestor frames, and the boxes that contain them, to a minimum
   * size. The frame's element becomes the found element of its document. Does nothing for the page itself.
   */
  enlarge(min: MinSize): Promise<void>;
}

/** Answer of a document about elements. */
interface Answer {
  readonly kind: 'invalid' | 'missing' | 'hidden' | 'shown';
}

/** Page members that the search in frames needs. */
export type PageOfFrames = Pick<CapturePage, 'session' | 'childFrames' | 'mainFrameId'> &
  EvaluablePage;

/** A frame while the way from the page to it is followed. */
interface OpenFrame extends PageFrame {
  readonly session: CdpSession;
}

/**
 * Returns the first answer of the visible frames of a page, in their order, that shows an element,
 * else the first one about hidden elements; undefined if no frame has any. A frame that does not
 * answer in time counts as one without the element.
 */
export async function askFrames<A extends Answer>(
  page: PageOfFrames,
  ask: (frame: PageFrame) => Promise<A>,
): Promise<A | undefined> {
  let first: A | undefined;
  for await (const answer of answersOfFrames(page, ask)) {
    if (answer.kind === 'shown') return answer;
    if (answer.kind !== 'missing') first ??= answer;
  }
  return first;
}

/** Yields the answers of the visible frames of a page, in their order. A frame that does not answer in time is left out. */
export async function* answersOfFrames<A extends object>(
  page: PageOfFrames,
  ask: (frame: PageFrame) => Promise<A>,
): AsyncGenerator<A, void, void> {
  const [, ...listed] = await listFrames(page);
  const opened = new Map<string, OpenFrame>();
  const own = { toPage: async (position: Position) => position, enlarge: async () => undefined };
  opened.set(page.mainFrameId, { ...page, ...own });
  for (const one of listed.slice(0, maxFrames)) {
    const frame = await inTime(page, openFrame(page, one, opened));
    if (frame === undefined) continue;
    opened.set(one.frame.id, frame);
    const answer = await inTime(page, ask(frame));
    if (answer !== undefined) yield answer;
  }
}

/** Opens a frame in a visible one; returns undefined if it is not visible. */
async function openFrame(
  page: EvaluablePage,
  { session, frame: { id: frameId, parentId } }: ListedFrame,
  opened: ReadonlyMap<string, OpenFrame>,
): Promise<OpenFrame | undefined> {
  const parent = parentId === undefined ? undefined : opened.get(parentId);
  if (parent === undefined) return undefined;
  const { backendNodeId } = await parent.session.send('DOM.getFrameOwner', { frameId });
  const isVisible = await parent.executionContext().callOn(backendNodeId, isFrameVisible);
  if (!isVisible) return undefined;
  const context = createIsolatedWorld(session, frameId);
  const frame = { ...page, session, executionContext: () => context };
  return {
    ...frame,
    async toPage({ x, y }) {
      const { model } = await parent.session.send('DOM.getBoxModel', { backendNodeId });
      const [widthPx, heightPx] = await evaluate(frame, viewportSize);
      // The corners of the frame's content are positions in the viewport of its parent's process.
      const [left = 0, top = 0, right = 0, rightY = 0, , , bottomX = 0, bottom = 0] = model.content;
      const [along, down] = [x / widthPx, y / heightPx];
      const inProcess = {
        x: left + (right - left) * along + (bottomX - left) * down,
        y: top + (rightY - top) * along + (bottom - top) * down,
      };
      return rootOf(parent, opened).toPage(inProcess);
    },
    async enlarge(min) {
      const [widthPx, heightPx] = await evaluate(frame, viewportSize);
      const extra = [min.widthPx - widthPx, min.heightPx - heightPx] as const;
      const enlarged = parent.executionContext().callOn(backendNodeId, enlargeFrame, ...extra);
      await withinLimit(parent, enlarged);
      await evaluate(parent, expandAround, min.heightPx);
      await parent.enlarge(min);
    },
  };
}

/** Returns the frame whose viewport is that of the process of a frame. */
function rootOf(frame: OpenFrame, opened: ReadonlyMap<string, OpenFrame>): OpenFrame {
  return [...opened.values()].find(({ session }) => session === frame.session) ?? frame;
}

/** Settles like `call`; returns undefined if the frame has gone or does not answer in time. */
async function inTime<R>({ progress }: EvaluablePage, call: Promise<R>): Promise<R | undefined> {
  const late = new CaptureError('render_timeout', 'The frame does not answer.');
  try {
    return await progress.raceWithTimeout(call, frameAnswerMs, () => late);
  } catch (err) {
    if (err instanceof CaptureError && err !== late) throw err;
    return undefined;
  }
}
