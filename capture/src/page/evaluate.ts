import type { CapturePage } from './capture-page.ts';
import { CaptureFault, inSeconds } from './fault.ts';
import type { Json } from './world.ts';

/** What asking a document takes of its page. */
export type AskedPage = Pick<CapturePage, 'fuse' | 'world' | 'limits'>;

/** Calls one of the engine's own functions in the document on show; throws `render_timeout` when the page is too busy. */
export function evaluate<A extends readonly Json[], R>(
  { fuse, world, limits }: AskedPage,
  inPage: (...args: A) => R | Promise<R>,
  ...args: A
): Promise<R> {
  return fuse.within(world().call(inPage, ...args), limits.shotMs, () => busyFault(limits.shotMs));
}

/** The fault of a page whose scripts leave no time to look at it or draw it. */
export function busyFault(ms: number): CaptureFault {
  const detail = `The page did not let itself be drawn within ${inSeconds(ms)}; its scripts may never pause.`;
  return new CaptureFault('render_timeout', detail, { isBrowserSuspect: true });
}
