import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@shotwright/contract';
import type { Logger } from '../../lib/logger.ts';
import { isApiPath } from '../endpoints/mount-routes.ts';
import { asRecord } from '../../lib/as-record.ts';
import type { Caller, KeyCall } from '../route.ts';
import type { Metrics } from './metrics.ts';

/** A request of the framework. */
interface ServedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly caller: Caller | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly responseBody: unknown;
  readonly routeOptions: {
    readonly url?: string | undefined;
    readonly config: { readonly endpoint?: Endpoint };
  };
}

/** The response of the framework to a request. */
interface SentReply {
  readonly statusCode: number;
  readonly elapsedTime: number;
  getHeaders(): KeyCall['responseHeaders'];
}

/** Log and metrics of completed requests. */
export interface RequestReporter {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Reports a request whose response was sent, as a metric and in the process log. */
export function reportRequest(
  request: {
    readonly requestId: string;
    readonly method: string;
    readonly url: string;
    /** Pattern of the path. */
    readonly route: string;
    readonly status: number;
    readonly ms: number;
    readonly caller?: Caller | null;
  },
  { logger, metrics }: RequestReporter,
): void {
  const { requestId, method, url, route, status, ms, caller } = request;
  metrics.observeRequest({ method, route, status, seconds: ms / 1_000 });
  const fields = {
    requestId,
    method,
    route,
    status,
    ms: Math.round(ms),
    ...(caller && { organizationId: caller.organizationId, caller: caller.kind }),
  };
  if (isApiPath(url)) logger.info(fields, 'request completed');
  else logger.debug(fields, 'request completed');
}

/** Reports a request of the framework, also as a key's call. */
export function reportCompletion(
  request: ServedRequest,
  to: RequestReporter & {
    readonly reply: SentReply;
    readonly onKeyCall: ((call: KeyCall) => void) | undefined;
  },
): void {
  const { reply, onKeyCall } = to;
  const { id: requestId, method, url, caller } = request;
  const route = request.routeOptions.url ?? 'unknown';
  const { statusCode: status, elapsedTime: ms } = reply;
  reportRequest({ requestId, method, url, route, status, ms, caller }, to);
  const call = onKeyCall && keyCallOf(request, reply);
  if (call) onKeyCall(call);
}

function keyCallOf(request: ServedRequest, reply: SentReply): KeyCall | undefined {
  const { caller, method, url } = request;
  const { endpoint } = request.routeOptions.config;
  if (caller?.kind !== 'key' || !endpoint) return undefined;
  return {
    requestId: request.id,
    caller,
    endpoint,
    method,
    url,
    params: asRecord(request.params),
    query: asRecord(request.query),
    status: reply.statusCode,
    startedAt: new Date(Date.now() - reply.elapsedTime),
    durationMs: Math.round(reply.elapsedTime),
    requestHeaders: request.headers,
    requestBody: request.body,
    responseHeaders: reply.getHeaders(),
    responseBody: request.responseBody,
  };
}
