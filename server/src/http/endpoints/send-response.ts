import type { Endpoint } from '@shotwright/contract';
import type { FastifyReply } from 'fastify';
import { serializeCookie } from '../auth/session-cookies.ts';
import type { RouteResponse } from '../route.ts';
import type { RepeatedResponses } from '../server/repeated-responses.ts';
import { checkResponse, preferenceApplied, serializeResponse } from './response.ts';

/** Settings of sent responses. */
export interface SendOptions {
  /** True if cookies are `Secure` and prefixed. */
  readonly isSecure: boolean;
  /** Validates every response against the contract, so that tests fail on a violation. */
  readonly isCheckingResponses: boolean;
  readonly repeated: Pick<RepeatedResponses, 'add'>;
}

/** Sends the response of a handler: status, cookies, headers and the serialized or binary body. */
export function sendResponse(
  reply: FastifyReply,
  {
    endpoint,
    response,
    options,
  }: {
    readonly endpoint: Endpoint;
    readonly response: RouteResponse<Endpoint>;
    readonly options: SendOptions;
  },
): FastifyReply {
  reply.code(response.status ?? endpoint.successStatus ?? 200);
  for (const cookie of response.cookies ?? [])
    reply.header('set-cookie', serializeCookie(cookie, options.isSecure));
  if (response.isEmpty) return reply.headers({ ...response.headers }).send();
  if (response.binary) {
    // A stored image is data: opened directly, it runs no script and loads nothing.
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (endpoint.auth === 'public' || endpoint.auth === 'key_or_link')
      reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.type(response.binary.contentType).headers({ ...response.headers });
    allowRepetition(reply, response, options);
    return reply.send(response.binary.body);
  }
  reply.request.responseBody = response.data;
  if (options.isCheckingResponses) checkResponse(endpoint, response);
  const applied = preferenceApplied(endpoint, reply.request.headers.prefer);
  reply.type('application/json; charset=utf-8').headers({ ...response.headers, ...applied });
  return reply.send(serializeResponse(endpoint, response, applied !== undefined));
}

/** Keeps a response that may be sent again. */
function allowRepetition(
  reply: FastifyReply,
  { repeat, binary }: RouteResponse<Endpoint>,
  { repeated }: SendOptions,
): void {
  const etag = reply.getHeader('etag');
  const { raw, routeOptions } = reply.request;
  if (!repeat || typeof etag !== 'string' || !(binary?.body instanceof Buffer)) return;
  repeated.add(raw, {
    headers: { ...reply.getHeaders(), ...repeat.headers },
    etag,
    ...(reply.statusCode === 200 && { body: binary.body }),
    untilMs: repeat.untilMs,
    route: routeOptions.url ?? 'unknown',
  });
}
