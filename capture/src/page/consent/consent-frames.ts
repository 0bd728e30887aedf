import type { CdpSession } from '../../browser/browser.ts';
import type { CapturePage } from '../capture-page.ts';
import { listFrames } from '../frames/list-frames.ts';

/** Frames in which banners are looked for; those of advertisements are many. */
const maxFrames = 20;
const worldName = 'shotwright-consent';
const callOptions = { timeoutMs: 150_000 };

/** A frame, with a world in which the script of the library runs. */
export interface ConsentWorld {
  readonly session: CdpSession;
  readonly frameId: string;
  readonly url: string;
  readonly isMain: boolean;
  /** True if its session evaluates in this frame unless told otherwise. */
  readonly isRoot: boolean;
  /** Returns the value of an expression in the isolated world; undefined if the frame is gone. */
  evaluate(expression: string): Promise<unknown>;
}

/** Opens an isolated world in each frame of the page, those of other processes included. */
export async function openWorlds(
  page: Pick<CapturePage, 'session' | 'childFrames' | 'mainFrameId' | 'progress'>,
): Promise<readonly ConsentWorld[]> {
  const { mainFrameId, progress } = page;
  const frames = await listFrames(page);
  const opened = frames.slice(0, maxFrames).map(async ({ frame, session: own, isRoot }) => {
    const created = await own
      .send('Page.createIsolatedWorld', { frameId: frame.id, worldName }, callOptions)
      .catch(() => undefined);
    if (created === undefined) return [];
    const contextId = created.executionContextId;
    const world: ConsentWorld = {
      session: own,
      frameId: frame.id,
      url: frame.url,
      isMain: frame.id === mainFrameId,
      isRoot,
      async evaluate(expression) {
        const call = { contextId, expression, returnByValue: true };
        const answer = await own.send('Runtime.evaluate', call, callOptions).catch(() => undefined);
        return answer?.exceptionDetails === undefined ? answer?.result.value : undefined;
      },
    };
    return [world];
  });
  return (await progress.race(Promise.all(opened))).flat();
}
