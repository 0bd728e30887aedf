import type { CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import { runInBackground } from '../rejections.ts';

/** Selector of elements that run scripts, and of frames that may. */
const scriptingSelector =
  'script, iframe, frame, object, embed, fencedframe, [onload], [onerror], [onpageshow]';
/** Node id of the document, which is the first node the browser reports. */
const documentNode = 1;
const patience = { timeoutMs: 150_000 };

/** Detects if the current document has no scripts, without running any script in it. */
export interface ScriptDetection {
  /**
   * Resolves with false if unknown. A document that is replaced before it responds counts as one
   * with scripts.
   */
  isScriptFree(): Promise<boolean>;
  readonly handlers: CdpHandlers;
}

/**
 * Returns true if the capture itself runs scripts in any page: injected ones, or those that replace
 * its clock.
 */
export function injectsScripts({
  injectJs,
  areAnimationsDisabled,
  determinism,
}: CaptureSpec): boolean {
  return injectJs !== undefined || areAnimationsDisabled || determinism !== undefined;
}

/**
 * Checks a page's first document for scripts once it is parsed, and calls `onKnown`. Later
 * documents are treated as containing scripts.
 */
export function createScriptDetection(
  session: CdpSession,
  mainFrameId: string,
  onKnown: (isScriptFree: boolean) => void,
): ScriptDetection {
  let documents = 0;
  let known = Promise.resolve(false);
  let exited = Promise.withResolvers<false>();
  return {
    isScriptFree: () => known,
    handlers: {
      'Page.frameNavigated': ({ frame }) => {
        if (frame.id !== mainFrameId) return;
        documents += 1;
        // Queries to the previous document may never receive a response.
        exited.resolve(false);
        exited = Promise.withResolvers();
        known = Promise.resolve(false);
        if (documents > 1) onKnown(false);
      },
      'Page.lifecycleEvent': ({ frameId, name }) => {
        if (frameId !== mainFrameId || name !== 'DOMContentLoaded' || documents !== 1) return;
        known = Promise.race([detectNoScripts(session), exited.promise]);
        const told = known.then((isWithout) => {
          if (documents === 1) onKnown(isWithout);
        });
        runInBackground(told);
      },
    },
  };
}

async function detectNoScripts(session: CdpSession): Promise<boolean> {
  const query = { nodeId: documentNode, selector: scriptingSelector };
  try {
    const [{ root }, { nodeId }] = await Promise.all([
      session.send('DOM.getDocument', { depth: 0 }, patience),
      session.send('DOM.querySelector', query, patience),
      // Once queried, the browser would otherwise report every DOM change.
      session.send('DOM.disable', undefined, patience),
    ]);
    return root.nodeId === documentNode && nodeId === 0;
  } catch {
    return false;
  }
}
