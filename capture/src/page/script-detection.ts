import type { CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import { runInBackground } from '../rejections.ts';

/** Selector of elements that run scripts, and of frames that may. */
const scriptingSelector =
  'script, iframe, frame, object, embed, fencedframe, [onload], [onerror], [onpageshow]';
/** Selector of elements whose controls or content the browser itself moves. */
const movingSelector = 'video, audio, marquee';
/** Selector of elements that replace the document without a script. */
const refreshSelector = 'meta[http-equiv="refresh" i]';
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
  /**
   * Resolves with true if the document is free of scripts and of elements that the browser itself
   * moves, so that only animations can change it. Resolves with false if unknown.
   */
  isStill(): Promise<boolean>;
  readonly handlers: CdpHandlers;
}

/** Returns true if no script of the page itself runs; waits until that is known. */
export async function isWithoutScripts({
  spec,
  scriptDetection,
}: {
  readonly spec: CaptureSpec;
  readonly scriptDetection: ScriptDetection;
}): Promise<boolean> {
  return spec.isJavaScriptDisabled || (await scriptDetection.isScriptFree());
}

/** Result of the detection. */
interface Detected {
  readonly isScriptFree: boolean;
  readonly isStill: boolean;
  /** True if the document asks the browser to replace it after a time. */
  readonly isRefreshed: boolean;
}

const unknown: Detected = { isScriptFree: false, isStill: false, isRefreshed: false };

/** Returns true if the capture clicks or types in its page. */
export function usesPage({ cleaning, steps }: Pick<CaptureSpec, 'cleaning' | 'steps'>): boolean {
  return cleaning?.clicked !== undefined || steps !== undefined;
}

/**
 * Returns true if the capture itself runs scripts in any page: injected ones, or those that replace
 * its clock.
 */
export function injectsScripts(spec: CaptureSpec): boolean {
  const { injectJs, areAnimationsDisabled, determinism, waiting } = spec;
  const isRun = injectJs !== undefined || usesPage(spec) || waiting !== undefined;
  return isRun || areAnimationsDisabled || determinism !== undefined;
}

/**
 * Checks a page's first document for scripts once it is parsed, and calls `onKnown`. Later
 * documents are treated as containing scripts.
 */
export function createScriptDetection(
  session: CdpSession,
  mainFrameId: string,
  onKnown: (isScriptFree: boolean, isRefreshed: boolean) => void,
): ScriptDetection {
  let documents = 0;
  let known = Promise.resolve(unknown);
  let exited = Promise.withResolvers<Detected>();
  return {
    isScriptFree: async () => (await known).isScriptFree,
    isStill: async () => (await known).isStill,
    handlers: {
      'Page.frameNavigated': ({ frame }) => {
        if (frame.id !== mainFrameId) return;
        documents += 1;
        // Queries to the previous document may never receive a response.
        exited.resolve(unknown);
        exited = Promise.withResolvers();
        known = Promise.resolve(unknown);
        if (documents > 1) onKnown(false, false);
      },
      'Page.lifecycleEvent': ({ frameId, name }) => {
        if (frameId !== mainFrameId || name !== 'DOMContentLoaded' || documents !== 1) return;
        known = Promise.race([detectScripts(session), exited.promise]);
        const told = known.then(({ isScriptFree, isRefreshed }) => {
          if (documents === 1) onKnown(isScriptFree, isRefreshed);
        });
        runInBackground(told);
      },
    },
  };
}

async function detectScripts(session: CdpSession): Promise<Detected> {
  const query = (selector: string) =>
    session.send('DOM.querySelector', { nodeId: documentNode, selector }, patience);
  try {
    const [{ root }, scripting, moving, refreshing] = await Promise.all([
      session.send('DOM.getDocument', { depth: 0 }, patience),
      query(scriptingSelector),
      query(movingSelector),
      query(refreshSelector),
      // Once queried, the browser would otherwise report every DOM change.
      session.send('DOM.disable', undefined, patience),
    ]);
    const isScriptFree = root.nodeId === documentNode && scripting.nodeId === 0;
    return {
      isScriptFree,
      isStill: isScriptFree && moving.nodeId === 0,
      isRefreshed: refreshing.nodeId !== 0,
    };
  } catch {
    return unknown;
  }
}
