import type { CdpSession } from '../browser/browser.ts';

/** JSON values: all that passes between the engine and a page. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Runs the engine's own functions in a document, where the page can neither see nor change them. */
export interface World {
  /**
   * Calls `inPage`, which must use nothing but its arguments and the DOM. The answer comes from a hostile page's
   * document: range-check it. Rejects when the document has gone.
   */
  call<A extends readonly Json[], R>(
    inPage: (...args: A) => R | Promise<R>,
    ...args: A
  ): Promise<R>;
}

/** Longer than any capture: those who call say how long they wait, and what it means when no answer comes. */
const patience = { timeoutMs: 150_000 };

/** An isolated world in the document the frame shows now. */
export function openWorld(session: CdpSession, frameId: string): World {
  const world = { frameId, worldName: 'shotwright' };
  const created = session.send('Page.createIsolatedWorld', world, patience);
  created.catch(() => undefined);
  return worldOf(session, async () => ({ contextId: (await created).executionContextId }));
}

/** The page's own world, which costs nothing to make: for a document without scripts to hide from. */
export function pageWorld(session: CdpSession): World {
  return worldOf(session, async () => ({}));
}

function worldOf(session: CdpSession, open: () => Promise<{ contextId?: number }>): World {
  return {
    async call(inPage, ...args) {
      const call = {
        ...(await open()),
        expression: `(${inPage.toString()})(...${JSON.stringify(args)})`,
        returnByValue: true,
        awaitPromise: true,
      };
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', call, patience);
      if (exceptionDetails !== undefined) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
  };
}
