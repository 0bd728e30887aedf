import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { CapturePage } from '../capture-page.ts';

/** Longer than any capture: callers set their own timeout. */
const callOptions = { timeoutMs: 150_000 };

/** A frame of a page, with the session of its process. */
export interface ListedFrame {
  readonly session: CdpSession;
  readonly frame: Protocol.Page.Frame;
  /** True if its session evaluates in this frame unless told otherwise. */
  readonly isRoot: boolean;
}

/** Returns the frames of a page, the main one first, then those of its process, then all others. */
export async function listFrames({
  session,
  childFrames,
  progress,
}: Pick<CapturePage, 'session' | 'childFrames' | 'progress'>): Promise<readonly ListedFrame[]> {
  const sessions = [session, ...childFrames.values()];
  const trees = await progress.race(Promise.all(sessions.map(framesOf)));
  return trees.flatMap((tree, at) =>
    tree.map((frame, order) => ({ frame, session: sessions[at] ?? session, isRoot: order === 0 })),
  );
}

async function framesOf(session: CdpSession): Promise<readonly Protocol.Page.Frame[]> {
  const answer = await session
    .send('Page.getFrameTree', undefined, callOptions)
    .catch(() => undefined);
  return answer === undefined ? [] : flatten(answer.frameTree);
}

function flatten({ frame, childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return [frame, ...childFrames.flatMap(flatten)];
}
