import type { CdpEvents, CdpSession } from '../browser/browser.ts';

/** One function per protocol event, each with that event's parameters. */
export type CdpHandlers = { readonly [M in keyof CdpEvents]?: (params: CdpEvents[M][0]) => void };

/** Calls the handler named like the event; answers how to stop listening. */
export function handleEvents(session: CdpSession, handlers: CdpHandlers): () => void {
  return session.on((method, params) => handlers[method]?.(params));
}
