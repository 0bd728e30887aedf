import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { handleClientError } from './client-error.ts';

/**
 * Ends a request whose body has not arrived completely within the timeout, so that a slow client
 * cannot occupy a connection. A request that this process sends to itself has none.
 */
export function enforceBodyTimeout(
  request: IncomingMessage,
  given: {
    readonly response: ServerResponse;
    readonly requestId: string;
    readonly timeoutMs: number;
  },
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  if (!(request.socket instanceof Socket)) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (given.response.headersSent) request.socket.destroy();
    else handleClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket, given.requestId);
  }, given.timeoutMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
