import type { CapturePage } from './capture-page.ts';
import { CaptureFault, inSeconds } from './fault.ts';
import type { Json } from './world.ts';

/** Page members that `evaluate` needs. */
export type AskedPage = Pick<CapturePage, 'fuse' | 'world' | 'limits'>;

/**
 * Calls one of the engine's functions in the current document. Throws `render_timeout` if the page
 * is unresponsive.
 */
export function evaluate<A extends readonly Json[], R>(
  { fuse, world, limits }: AskedPage,
  inPage: (...args: A) => R | Promise<R>,
  ...args: A
): Promise<R> {
  return fuse.within(world().call(inPage, ...args), limits.shotMs, () => busyFault(limits.shotMs));
}

/** Returns the error for a page whose scripts leave no time to inspect or render it. */
export function busyFault(ms: number): CaptureFault {
  const detail = `The page did not let itself be drawn within ${inSeconds(ms)}; its scripts may never pause.`;
  return new CaptureFault('render_timeout', detail, { isBrowserSuspect: true });
}
