import type { ServerResponse } from 'node:http';

/**
 * Aborted when the client goes away before the answer is written. For handlers that read the body themselves: the
 * framework's own signal is aborted as soon as such a body has arrived.
 */
export function leftSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new Error('the client went away'));
  });
  return left.signal;
}
