import type { ServerResponse } from 'node:http';
import type { Endpoint } from '@shotwright/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { keyInBrowserMessage } from '../auth/resolve-caller.ts';
import {
  bearerOf,
  fetchInProcess,
  mcpPath,
  mcpRequestOf,
  type RespondToMcp,
} from '../mcp/mcp-request.ts';
import type { Route } from '../route.ts';
import { AppError } from '../../shared/app-error.ts';
import { textOfBody } from './decode-body.ts';
import { deprecationHeaders } from './deprecation.ts';
import { createFormLimiter, maxConcurrentForms, type FormLimiter } from './form-limiter.ts';
import {
  authenticate,
  serveEndpoint,
  type MountedRoute,
  type MountOptions,
} from './serve-endpoint.ts';

/** The API's root and its short form (ruling RL-12). */
export const apiPrefixes = ['/api/v1', '/v1'] as const;

/** Checks if a URL is below the API's root. */
export function isApiPath(url: string): boolean {
  return apiPrefixes.some((prefix) => url.startsWith(`${prefix}/`));
}

/**
 * Registers each route at both roots and all its paths. Other methods get a 405, OPTIONS the list of
 * methods, and a preflight request the reason why other sites may not call the API.
 */
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

interface Mounted extends MountedRoute {
  readonly url: string;
  /** Limits concurrent forms, which are held in memory completely. */
  readonly formLimiter?: FormLimiter;
}

function mountOne(app: FastifyInstance, { url, route, options, formLimiter }: Mounted): void {
  const { endpoint } = route;
  app.route({
    url,
    method: endpoint.method,
    bodyLimit: bodyLimitOf(endpoint),
    config: {
      endpoint,
      ...(formLimiter && { isForm: true }),
      ...(endpoint.isImageRequest === true && { isImage: true }),
    },
    // Compression would delay events.
    ...(endpoint.response.kind === 'events' && { compress: false }),
    // Runs before the body is read: unauthenticated callers cannot upload one.
    onRequest: (request, reply) => {
      if (endpoint.deprecation) reply.headers(deprecationHeaders(endpoint.deprecation));
      return authenticate(request, reply, { route, options });
    },
    handler: (request, reply) => {
      if (!formLimiter) return serveEndpoint(request, reply, { route, options });
      const disconnected = disconnectSignal(reply.raw);
      const work = () => serveEndpoint(request, reply, { route, options, disconnected });
      const { caller, ip } = request;
      return formLimiter(caller?.kind === 'session' ? caller.userId : ip, work, disconnected);
    },
  });
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
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, textOfBody);
    mountOne(scope, input);
  });
}

/**
 * Mounts the Model Context Protocol, for callers with an API key. Its tools send their requests to
 * the routes of this process, so that all rules and limits of the API apply to them.
 */
export function mountMcp(
  app: FastifyInstance,
  {
    respond,
    publicUrl,
    options,
  }: {
    readonly respond: RespondToMcp;
    readonly publicUrl: string;
    readonly options: MountOptions;
  },
): void {
  const route = { endpoint: { auth: 'key', method: 'POST' } } as const;
  app.route({
    url: mcpPath,
    method: ['GET', 'POST', 'DELETE'],
    bodyLimit: captureBodyBytes,
    // Compression would delay messages of a stream.
    compress: false,
    onRequest: (request, reply) => {
      request.headers['x-api-key'] ??= bearerOf(request.headers);
      return authenticate(request, reply, { route, options });
    },
    handler: (request, reply) => {
      const { method, headers, body } = request;
      const message = { method, headers, body, signal: disconnectSignal(reply.raw) };
      return respond(mcpRequestOf(message, publicUrl), {
        parsedBody: body,
        apiKey: String(headers['x-api-key']),
        fetch: fetchInProcess((one) => app.inject(one), request),
      });
    },
  });
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function rejectOtherMethods(
  app: FastifyInstance,
  { url, methods }: { url: string; methods: ReadonlySet<string> },
): void {
  const allow = [...methods].sort().join(', ');
  const calls = [...methods].filter((one) => one !== 'HEAD' && one !== 'OPTIONS').sort();
  app.route({
    url,
    method: allMethods.filter((method) => method === 'OPTIONS' || !methods.has(method)),
    // Responds before the body is read, so that the response does not depend on the body.
    onRequest: async (request, reply) => {
      reply.header('allow', allow);
      const { method, headers } = request;
      if (method !== 'OPTIONS') throw methodNotAllowed(method, calls);
      if (headers['access-control-request-method'] === undefined) return reply.code(204).send();
      throw new AppError({ code: 'key_in_browser', message: keyInBrowserMessage });
    },
    handler: (_, reply) => reply.code(405).send(),
  });
}

/**
 * Returns the error for a method that a path does not support. It names the calls only: the `Allow`
 * header also has HEAD and OPTIONS, which the path responds to (RFC 9110 §10.2.1).
 */
function methodNotAllowed(method: string, calls: readonly string[]): AppError {
  const message = `${method} does not exist here. Use ${calls.join(' or ')}.`;
  return new AppError({ code: 'method_not_allowed', message, details: { methods: calls } });
}

/**
 * Returns a signal that aborts if the client disconnects before the response is written. Needed by
 * handlers that read the body themselves, because the framework's signal aborts as soon as such a
 * body has arrived.
 */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new Error('the client went away'));
  });
  return left.signal;
}

const mebibyte = 1024 * 1024;
/** HTML of 2 MiB grows when it is encoded as JSON. */
const captureBodyBytes = 3.5 * mebibyte;
const bodyBytes = mebibyte / 2;

/** Returns the maximum body size of an endpoint. Unit: bytes. */
function bodyLimitOf({ body, nestedOptions }: Endpoint): number {
  const isCapture = body !== undefined && 'shape' in body && hasInjection(body.shape);
  return isCapture || nestedOptions !== undefined ? captureBodyBytes : bodyBytes;
}

function hasInjection(shape: unknown): boolean {
  return typeof shape === 'object' && shape !== null && 'inject_js' in shape;
}
