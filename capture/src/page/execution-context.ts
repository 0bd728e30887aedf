import type { CdpSession } from '../browser/browser.ts';

/** JSON values: the only values that are passed between the engine and a page. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * Execution context in which the engine runs functions, where the page can neither observe nor
 * change them.
 */
export interface ExecutionContext {
  /**
   * Calls `inPage`, which must use only its arguments and the DOM. The result comes from an
   * untrusted page, so check its range. Rejects if the document was replaced.
   */
  call<A extends readonly Json[], R>(
    inPage: (...args: A) => R | Promise<R>,
    ...args: A
  ): Promise<R>;
  /** Makes several calls, one after the other, for the cost of one; the results in their order. */
  callAll<R extends readonly unknown[]>(calls: {
    readonly [K in keyof R]: InPageCall<R[K]>;
  }): Promise<R>;
  /** Calls `inPage` with the element of a backend node id, and with further arguments. */
  callOn<A extends readonly Json[], R>(
    backendNodeId: number,
    inPage: (element: Element, ...args: A) => R,
    ...args: A
  ): Promise<R>;
}

/** A call of a function that runs in a page and returns at once. */
export interface InPageCall<R> {
  readonly expression: string;
  /** Type of the result; never set. */
  readonly result?: R;
}

/** Creates the call of a function that uses only its arguments and the DOM. */
export function inPageCall<A extends readonly Json[], R>(
  inPage: (...args: A) => R,
  ...args: A
): InPageCall<R> {
  return { expression: `(${inPage.toString()})(...${JSON.stringify(args)})` };
}

/** Returns a script that makes several calls, one after the other. */
export function scriptOf(calls: readonly InPageCall<unknown>[]): string {
  return calls.map(({ expression }) => expression).join(';\n');
}

/**
 * Longer than any capture: callers set their own timeout and decide what a missing response means.
 */
const callOptions = { timeoutMs: 150_000 };

/** Creates an isolated world in the frame's current document. */
export function createIsolatedWorld(session: CdpSession, frameId: string): ExecutionContext {
  const executionContext = { frameId, worldName: 'shotwright' };
  const created = session.send('Page.createIsolatedWorld', executionContext, callOptions);
  created.catch(() => undefined);
  return createContext(session, async () => ({ contextId: (await created).executionContextId }));
}

/**
 * Returns the page's main world, which has no setup cost. Use it for a document without scripts to
 * hide from.
 */
export function mainWorld(session: CdpSession): ExecutionContext {
  return createContext(session, async () => ({}));
}

function createContext(
  session: CdpSession,
  open: () => Promise<{ contextId?: number }>,
): ExecutionContext {
  const run = async (expression: string) => {
    const call = { ...(await open()), expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', call, callOptions);
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  };
  return {
    call: (inPage, ...args) => run(inPageCall(inPage, ...args).expression),
    callOn: async (backendNodeId, inPage, ...args) => {
      const { contextId: executionContextId } = await open();
      const { object } = await session.send(
        'DOM.resolveNode',
        { backendNodeId, ...(executionContextId !== undefined && { executionContextId }) },
        callOptions,
      );
      const { result } = await session.send(
        'Runtime.callFunctionOn',
        {
          ...(object.objectId !== undefined && { objectId: object.objectId }),
          functionDeclaration: `function () { return (${inPage.toString()})(this, ...${JSON.stringify(args)}); }`,
          returnByValue: true,
        },
        callOptions,
      );
      return result.value;
    },
    callAll: (calls) => run(`[${calls.map(({ expression }) => expression).join()}]`),
  };
}
