import type { CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import { runInBackground } from '../rejections.ts';

/** What runs scripts, or frames that may. */
const lively =
  'script, iframe, frame, object, embed, fencedframe, [onload], [onerror], [onpageshow]';
/** The first node told of is the document. */
const documentNode = 1;
const patience = { timeoutMs: 150_000 };

/** Whether the document on show is known to have no scripts; learnt without running any in it. */
export interface Glance {
  /** False where it is not known. A document that goes before it has answered counts as one with scripts. */
  isWithoutScripts(): Promise<boolean>;
  readonly handlers: CdpHandlers;
}

/** Whether scripts run for this capture in any page: injected ones, or those that stand in for its clock. */
export function bringsScripts({ injectJs, areAnimationsDisabled }: CaptureSpec): boolean {
  return injectJs !== undefined || areAnimationsDisabled;
}

/** Glances at a page's first document once it is parsed, and calls `onKnown`; of those that follow it is not known. */
export function createGlance(
  session: CdpSession,
  mainFrameId: string,
  onKnown: (isWithoutScripts: boolean) => void,
): Glance {
  let documents = 0;
  let known = Promise.resolve(false);
  let gone = Promise.withResolvers<false>();
  return {
    isWithoutScripts: () => known,
    handlers: {
      'Page.frameNavigated': ({ frame }) => {
        if (frame.id !== mainFrameId) return;
        documents += 1;
        // What was asked of the one before may stay without an answer.
        gone.resolve(false);
        gone = Promise.withResolvers();
        known = Promise.resolve(false);
        if (documents > 1) onKnown(false);
      },
      'Page.lifecycleEvent': ({ frameId, name }) => {
        if (frameId !== mainFrameId || name !== 'DOMContentLoaded' || documents !== 1) return;
        known = Promise.race([findNothingLively(session), gone.promise]);
        const told = known.then((isWithout) => {
          if (documents === 1) onKnown(isWithout);
        });
        runInBackground(told);
      },
    },
  };
}

async function findNothingLively(session: CdpSession): Promise<boolean> {
  const query = { nodeId: documentNode, selector: lively };
  try {
    const [{ root }, { nodeId }] = await Promise.all([
      session.send('DOM.getDocument', { depth: 0 }, patience),
      session.send('DOM.querySelector', query, patience),
      // Asked once, the browser would go on telling of every change.
      session.send('DOM.disable', undefined, patience),
    ]);
    return root.nodeId === documentNode && nodeId === 0;
  } catch {
    return false;
  }
}
