import type { ServerResponse } from 'node:http';

/**
 * Returns a signal that aborts if the client disconnects before the response is written. Needed by
 * handlers that read the body themselves, because the framework's signal aborts as soon as such a
 * body has arrived.
 */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new Error('the client went away'));
  });
  return left.signal;
}
