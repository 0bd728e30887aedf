import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { newId } from '../../lib/ids.ts';
import { reportRequest, type RequestReporter } from './completed-request.ts';
import type { RepeatedResponses } from './repeated-responses.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns the client's request ID if it is safe to log, otherwise a new one. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : newId();
}

/**
 * Returns the factory of a server that repeats responses without the framework, whose work for a
 * request takes several times as long. `closing`: from then on, the framework gets all requests.
 */
export function repeatingServer(options: {
  readonly repeated: RepeatedResponses;
  readonly reporter: RequestReporter;
  readonly closing: AbortSignal;
  /** Maximum time for a request and for its headers to arrive. Unit: ms. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
}): (handle: Handler, framework: { readonly keepAliveTimeout?: number }) => Server {
  const { repeated, reporter, closing, requestTimeout, headersTimeout } = options;
  return (handle, { keepAliveTimeout }) =>
    createServer(
      {
        requestTimeout,
        headersTimeout,
        ...(keepAliveTimeout !== undefined && { keepAliveTimeout }),
      },
      (request, response) => {
        const startedAt = performance.now();
        const id = requestId(request.headers['x-request-id']);
        const sent = closing.aborted
          ? undefined
          : repeated.respond(request, { response, requestId: id });
        if (sent === undefined) return handle(request, response);
        const { method = '', url = '' } = request;
        const ms = performance.now() - startedAt;
        reportRequest({ ...sent, requestId: id, method, url, ms }, reporter);
      },
    );
}
