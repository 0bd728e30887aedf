import { csrf, type Endpoint, type EndpointInput } from '@shotwright/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../lib/logger.ts';
import { serializeResponse, checkResponse, preferenceApplied } from './response.ts';
import type { Credentials, ResolveCaller } from '../auth/resolve-caller.ts';
import { bodyLimitOf } from './body-limit.ts';
import { errorBody } from '../errors/error-response.ts';
import { createFormLimiter, maxConcurrentForms, type FormLimiter } from './form-limiter.ts';
import { eventStreamBody, type EventStreamTimings } from './event-stream.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { parseInput } from './parse-input.ts';
import { formLimits, readForm, requireForm, type ReadForm } from './read-form.ts';
import type { createRateLimit } from '../server/rate-limit.ts';
import type { Caller, Route, RouteResponse, RouteRequest } from '../route.ts';
import {
  expiredSessionCookies,
  serializeCookie,
  sessionCookie,
  wireCookieName,
} from '../auth/session-cookies.ts';
import { withinDeadline } from './within-deadline.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body may take longer to arrive. */
    isForm?: true;
  }
  interface FastifyRequest {
    /** Set before the body is read. */
    caller: Caller | null;
  }
}

/** Dependencies and settings of every mounted endpoint. */
export interface MountOptions {
  readonly resolveCaller: ResolveCaller;
  readonly logger: Logger;
  /** True if cookies are `Secure` and prefixed. */
  readonly isSecure: boolean;
  /** Validates every response against the contract, so that tests fail on a violation. */
  readonly isCheckingResponses: boolean;
  /** Maximum time for a handler to respond. Unit: ms. */
  readonly handlerTimeoutMs: number;
  readonly eventStreams: EventStreamTimings;
  readonly rateLimit: ReturnType<typeof createRateLimit>;
  /** Aborted when the server starts to close. */
  readonly closing: AbortSignal;
}

/** The API's root and its short form (ruling RL-12). */
export const apiPrefixes = ['/api/v1', '/v1'] as const;

/** Registers each route at both roots and all its paths. Other methods get a 405. */
export async function mountRoutes(
  app: FastifyInstance,
  { routes, options }: { readonly routes: readonly Route[]; readonly options: MountOptions },
): Promise<void> {
  const methodsByPath = new Map<string, Set<string>>();
  const formLimiter = createFormLimiter(maxConcurrentForms);
  for (const route of routes) {
    const { endpoint } = route;
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      for (const prefix of apiPrefixes) {
        const url = prefix + path.replaceAll(/\{(\w+)\}/g, ':$1');
        if (endpoint.form) await mountForm(app, { url, route, options, formLimiter });
        else if (endpoint.bodyKind === 'raw') await mountRaw(app, { url, route, options });
        else mountOne(app, { url, route, options });
        // A 405 would reveal that the endpoint exists.
        if (endpoint.auth === 'staff') continue;
        const methods = methodsByPath.get(url) ?? new Set(['OPTIONS']);
        methods.add(endpoint.method);
        if (endpoint.method === 'GET') methods.add('HEAD');
        methodsByPath.set(url, methods);
      }
    }
  }
  for (const [url, methods] of methodsByPath) rejectOtherMethods(app, { url, methods });
}

interface Mounted {
  readonly url: string;
  readonly route: Route;
  readonly options: MountOptions;
  /** Limits concurrent forms, which are held in memory completely. */
  readonly formLimiter?: FormLimiter;
}

function mountOne(app: FastifyInstance, { url, route, options, formLimiter }: Mounted): void {
  const { endpoint } = route;
  app.route({
    url,
    method: endpoint.method,
    bodyLimit: bodyLimitOf(endpoint),
    ...(formLimiter && { config: { isForm: true } }),
    // Compression would delay events.
    ...(endpoint.response.kind === 'events' && { compress: false }),
    // Runs before the body is read: unauthenticated callers cannot upload one.
    onRequest: (request, reply) => authenticate(request, reply, { route, options }),
    handler: (request, reply) => {
      if (!formLimiter) return serve(request, reply, { route, options });
      const disconnected = disconnectSignal(reply.raw);
      const work = () => serve(request, reply, { route, options, disconnected });
      const { caller, ip } = request;
      return formLimiter(caller?.kind === 'session' ? caller.userId : ip, work, disconnected);
    },
  });
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  given: Pick<Mounted, 'route' | 'options'> & { readonly disconnected?: AbortSignal },
): Promise<FastifyReply> {
  const { route, options } = given;
  const { endpoint } = route;
  const { params, query, body: json } = request;
  const { files, fields: form } = await formOf(request, endpoint);
  const input = parseInput(endpoint, { params, query, body: json, form });
  const streamEnd = new AbortController();
  const signals = [given.disconnected ?? request.signal, options.closing, streamEnd.signal];
  const answer = await withinDeadline(options.handlerTimeoutMs, (deadline) =>
    route.handle({
      ...input,
      files,
      ...contextOf(request, options),
      signal: AbortSignal.any([...signals, deadline]),
    }),
  );
  if (!answer.events) return sendResponse(reply, { endpoint, answer, options });
  reply.type('text/event-stream').header('x-accel-buffering', 'no');
  if (request.method === 'HEAD') return reply.send();
  const body = eventStreamBody(answer.events, {
    ...options.eventStreams,
    signal: AbortSignal.any(signals),
    onEnd: () => streamEnd.abort(),
  });
  return reply.send(body);
}

/** Plugin scope: the multipart parser applies to this route only, and is its only parser. */
async function mountForm(app: FastifyInstance, input: Mounted): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    mountOne(scope, input);
  });
}

/** Encapsulated plugin scope in which JSON stays unparsed text. */
async function mountRaw(app: FastifyInstance, input: Mounted): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    );
    mountOne(scope, input);
  });
}

async function formOf(request: FastifyRequest, { form }: Endpoint): Promise<ReadForm> {
  if (!form) return { fields: {}, files: [] };
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

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { route: { endpoint, rejectWith }, options }: Pick<Mounted, 'route' | 'options'>,
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
    await applyRateLimit(request, reply, options);
  }
  if (rejectWith) throw rejectWith();
  return undefined;
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

function sendResponse(
  reply: FastifyReply,
  {
    endpoint,
    answer,
    options,
  }: { endpoint: Endpoint; answer: RouteResponse<Endpoint>; options: MountOptions },
): FastifyReply {
  reply.code(answer.status ?? endpoint.successStatus ?? 200);
  for (const cookie of answer.cookies ?? [])
    reply.header('set-cookie', serializeCookie(cookie, options.isSecure));
  if (answer.binary) {
    // A stored image is data: opened directly, it runs no script and loads nothing.
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (endpoint.auth === 'public') reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.type(answer.binary.contentType).headers({ ...answer.headers });
    return reply.send(answer.binary.body);
  }
  if (options.isCheckingResponses) checkResponse(endpoint, answer);
  const applied = preferenceApplied(endpoint, reply.request.headers.prefer);
  reply.type('application/json; charset=utf-8').headers({ ...answer.headers, ...applied });
  return reply.send(serializeResponse(endpoint, answer, applied !== undefined));
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function rejectOtherMethods(
  app: FastifyInstance,
  { url, methods }: { url: string; methods: ReadonlySet<string> },
): void {
  const allow = [...methods].sort().join(', ');
  app.route({
    url,
    method: allMethods.filter((method) => method === 'OPTIONS' || !methods.has(method)),
    // Responds before the body is read, so that the response does not depend on the body.
    onRequest: async (request, reply) => {
      reply.header('allow', allow);
      const isPreflight = request.headers['access-control-request-method'] !== undefined;
      if (request.method === 'OPTIONS' && !isPreflight) return reply.code(204).send();
      const error = methodNotAllowed({ method: request.method, allow, isPreflight });
      return reply.code(error.statusCode).send(errorBody(error, request.id));
    },
    handler: (_, reply) => reply.code(405).send(),
  });
}
