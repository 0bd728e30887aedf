import {
  allowsOperation,
  csrf,
  hasRight,
  rightOf,
  type Endpoint,
  type EndpointInput,
} from '@shotwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { apiKeyAccessForbidden } from '../../shared/api-key.errors.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Credentials, ResolveCaller } from '../auth/resolve-caller.ts';
import {
  expiredSessionCookies,
  serializeCookie,
  sessionCookie,
  wireCookieName,
} from '../auth/session-cookies.ts';
import type { Caller, Route, RouteRequest, RouteResponse } from '../route.ts';
import type { createRateLimit } from '../server/rate-limit.ts';
import { requireNoEncoding } from './decode-body.ts';
import { eventStreamBody, type EventStreamTimings } from './event-stream.ts';
import { asRecord } from '../../lib/as-record.ts';
import { parseInput } from './parse-input.ts';
import { formLimits, readForm, requireForm, type ReadForm } from './read-form.ts';
import { sendResponse, type SendOptions } from './send-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body may take longer to arrive. */
    isForm?: true;
    /** True if pages show the response as an image. */
    isImage?: true;
    /** Absent for pages and unknown paths. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Set before the body is read. */
    caller: Caller | null;
    /** JSON of the response without its envelope, once it is sent. */
    responseBody: unknown;
  }
}

/** Dependencies and settings of every mounted endpoint. */
export interface MountOptions extends SendOptions {
  readonly resolveCaller: ResolveCaller;
  readonly logger: Logger;
  /** Maximum time for a handler to respond. Unit: ms. */
  readonly handlerTimeoutMs: number;
  readonly eventStreams: EventStreamTimings;
  readonly rateLimit: ReturnType<typeof createRateLimit>;
  /** Aborted when the server starts to close. */
  readonly closing: AbortSignal;
}

/** A route with the dependencies it is served with. */
export interface MountedRoute {
  readonly route: Route;
  readonly options: MountOptions;
}

/** The parts of a {@link MountedRoute} that decide who may call it. */
export interface AuthenticatedRoute {
  readonly route: Pick<Route, 'rejectWith'> & {
    /** Absent operation: all that the route does is checked by other routes. */
    readonly endpoint: Pick<Endpoint, 'auth' | 'method' | 'right'> & {
      readonly operationId?: string;
    };
  };
  readonly options: MountOptions;
}

/** Identifies and rate-limits the caller before the body is read; throws the reason to reject the request. */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { route: { endpoint, rejectWith }, options }: AuthenticatedRoute,
): Promise<FastifyReply | undefined> {
  const credentials = credentialsOf(request, { reply, isSecure: options.isSecure });
  const resolving = options.resolveCaller(endpoint, credentials);
  if (endpoint.auth === 'staff') {
    request.caller = await resolving;
    // Identical to the response for an unknown path.
    if (!request.caller) {
      reply.callNotFound();
      return reply;
    }
  }
  try {
    request.caller = await resolving;
  } finally {
    // Denied requests count as well, so that API keys cannot be guessed.
    // The readers of a link share few IPs: those of caches, mail services and spreadsheets.
    const isLink = endpoint.auth === 'key_or_link' && !request.headers['x-api-key'];
    if (!isLink) await applyRateLimit(request, reply, options);
  }
  requireRight(request.caller, endpoint);
  requireAccess(request.caller, endpoint.operationId);
  if (rejectWith) throw rejectWith();
  return undefined;
}

/** Throws `role_forbidden` if the role of a signed-in user lacks the right that the endpoint requires. */
function requireRight(
  caller: Caller | null,
  endpoint: Pick<Endpoint, 'auth' | 'method' | 'right'>,
): void {
  if (caller?.kind !== 'session' || endpoint.auth === 'staff') return;
  if (hasRight(caller.role, rightOf(endpoint))) return;
  throw new AppError({
    code: 'role_forbidden',
    message: `Your role in this organisation, ${caller.role}, does not allow this. Ask an owner or admin of the organisation.`,
  });
}

/** Throws `api_key_access_forbidden` if the access of an API key does not include the operation. */
function requireAccess(caller: Caller | null, operationId: string | undefined): void {
  if (caller?.kind !== 'key' || operationId === undefined) return;
  if (allowsOperation(caller.access, operationId)) return;
  throw apiKeyAccessForbidden(caller.access, operationId);
}

async function applyRateLimit(
  { caller, ip, method }: FastifyRequest,
  reply: FastifyReply,
  { rateLimit }: MountOptions,
): Promise<void> {
  const result = await rateLimit({ caller, ip, method });
  if (!result) return;
  reply.headers(result.headers);
  if (result.error) throw result.error;
}

/** Returns the credentials in a request's cookies and headers. */
export function credentialsOf(
  request: FastifyRequest,
  { reply, isSecure }: { readonly reply: FastifyReply; readonly isSecure: boolean },
): Credentials {
  return {
    method: request.method,
    ip: request.ip,
    headers: request.headers,
    sessionToken: request.cookies[wireCookieName(sessionCookie, isSecure)],
    companion: request.cookies[wireCookieName(csrf.cookie, isSecure)],
    expireSession: () => {
      for (const cookie of expiredSessionCookies)
        reply.header('set-cookie', serializeCookie(cookie, isSecure));
    },
  };
}

function contextOf(
  request: FastifyRequest,
  { logger, isSecure }: MountOptions,
): Omit<RouteRequest<Endpoint>, keyof EndpointInput<Endpoint> | 'files' | 'signal'> {
  return {
    caller: asCallerOf(request.caller),
    requestId: request.id,
    logger: logger.child({ requestId: request.id }),
    ip: request.ip,
    rawQuery: asRecord(request.query),
    rawBody: request.body,
    isHead: request.method === 'HEAD',
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : value?.[0];
    },
    cookie: (name) => request.cookies[wireCookieName(name, isSecure)],
  };
}

/** Casts safely because `resolveCaller` returned the kind of caller that `auth` requires. */
function asCallerOf(caller: Caller | null): RouteRequest<Endpoint>['caller'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return caller as RouteRequest<Endpoint>['caller'];
}

/** Parses a request, runs the handler under its deadline and sends the response or its events. */
export async function serveEndpoint(
  request: FastifyRequest,
  reply: FastifyReply,
  mounted: MountedRoute & { readonly disconnected?: AbortSignal },
): Promise<FastifyReply> {
  const { route, options } = mounted;
  const { endpoint } = route;
  // Before the deadline of the handler, because a form may take longer to arrive.
  const upload = await formOf(request, endpoint);
  const streamEnd = new AbortController();
  const signals = [mounted.disconnected ?? request.signal, options.closing, streamEnd.signal];
  const timeout = new AbortController();
  const signal = AbortSignal.any([...signals, timeout.signal]);
  const handling = handleRequest(request, mounted, { upload, signal });
  const { handlerTimeoutMs: timeoutMs } = options;
  const response = await withTimeout(handling, {
    timeoutMs,
    onTimeout: () => {
      timeout.abort();
      throw handlerTimeout(timeoutMs);
    },
  });
  if (!response.events) return sendResponse(reply, { endpoint, response, options });
  reply.type('text/event-stream').header('x-accel-buffering', 'no');
  if (request.method === 'HEAD') return reply.send();
  const body = eventStreamBody(response.events, {
    ...options.eventStreams,
    signal: AbortSignal.any(signals),
    onEnd: () => streamEnd.abort(),
  });
  return reply.send(body);
}

/** Parses a request and runs its handler. */
async function handleRequest(
  request: FastifyRequest,
  { route, options }: MountedRoute,
  { upload, signal }: { readonly upload: ReadForm; readonly signal: AbortSignal },
): Promise<RouteResponse<Endpoint>> {
  const { endpoint } = route;
  const { params, query, caller } = request;
  const { files, fields: form } = upload;
  const completed = await route.completeBody?.({ caller, body: request.body });
  const body = completed ? completed.body : request.body;
  try {
    const input = parseInput(endpoint, { params, query, body, form });
    return await route.handle({ ...input, files, ...contextOf(request, options), signal });
  } catch (error) {
    throw completed ? completed.explain(error) : error;
  }
}

function handlerTimeout(timeoutMs: number): AppError {
  return new AppError({
    code: 'unavailable',
    message: `The request was not completed within ${Math.round(timeoutMs / 1_000)} seconds. Try again.`,
    retryAfterSeconds: 5,
  });
}

async function formOf(request: FastifyRequest, { form }: Endpoint): Promise<ReadForm> {
  if (!form) return { fields: {}, files: [] };
  requireNoEncoding(request.headers['content-encoding']);
  requireForm(form, {
    isMultipart: request.isMultipart(),
    sizeBytes: Number(request.headers['content-length'] ?? 0),
  });
  try {
    return await readForm(request.parts({ limits: formLimits(form) }), form);
  } catch (error) {
    // The rest of the upload is drained, so that the client can read the error.
    request.raw.unpipe().resume();
    throw error;
  }
}
