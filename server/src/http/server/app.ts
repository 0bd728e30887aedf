import type { IncomingMessage, ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { withoutCharges } from '@shotwright/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { systemClock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import { createResolveCaller, type Authenticators } from '../auth/resolve-caller.ts';
import { handleClientError } from './client-error.ts';
import { responseCompression } from './compression.ts';
import { describeError, type ErrorResponse } from '../errors/error-response.ts';
import type { Brand } from '../errors/error-page.ts';
import { formOfError } from '../errors/error-form.ts';
import type { EventStreamTimings } from '../endpoints/event-stream.ts';
import { parseJsonBody } from '../endpoints/json-body.ts';
import { batchFields } from '../endpoints/json-shape.ts';
import type { Metrics } from './metrics.ts';
import type { RespondToMcp } from '../mcp/mcp-request.ts';
import { textOfBody } from '../endpoints/decode-body.ts';
import { isApiPath, mountMcp, mountRoutes } from '../endpoints/mount-routes.ts';
import type { Page } from '../page.ts';

import { createRepeatedResponses } from './repeated-responses.ts';
import { repeatingServer, requestId } from './repeating-server.ts';
import { createRateLimit, type RateLimits } from './rate-limit.ts';
import { enforceBodyTimeout } from './body-timeout.ts';
import { reportCompletion } from './completed-request.ts';
import type { KeyCall, Route } from '../route.ts';
import { requireSingleHost } from './single-host.ts';
import { permissionsPolicy, securityHeaders, type ContentSources } from './security-headers.ts';
import { trackConnections } from './idle-connections.ts';
import { mountPages, serveDashboard } from '../pages/serve-pages.ts';

/**
 * Handler for all requests below `prefix` that the framework must not parse, such as those of the
 * built-in identity provider.
 */
export interface RawMount {
  readonly prefix: string;
  readonly handle: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Dependencies and settings of an HTTP server. */
export interface HttpAppOptions {
  readonly routes: readonly Route[];
  readonly pages: readonly Page[];
  readonly rawMounts: readonly RawMount[];
  readonly authenticators: Authenticators;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Origin at which users reach the service; https makes cookies `Secure`. */
  readonly publicUrl: string;
  /** Proxies whose `X-Forwarded-For` is trusted: all, none, or the listed ones. */
  readonly trustedProxies: boolean | readonly string[];
  readonly contentSources: ContentSources;
  /** Directory of the built dashboard. Without it, this process does not serve the dashboard. */
  readonly webDir?: string;
  readonly isCheckingResponses?: boolean;
  /** Unit: ms. Default: 29 000, so that no call takes 30 s. */
  readonly handlerTimeoutMs?: number;
  /** Maximum time for a request to arrive, except forms. Unit: ms. Default: 30 000. */
  readonly bodyTimeoutMs?: number;
  /** Absent: this process does not serve the Model Context Protocol. */
  readonly respondToMcp?: RespondToMcp;
  /** Default: no limits. */
  readonly rateLimits?: RateLimits;
  /** Names on error pages, and whether messages speak of charges. */
  readonly brand: Omit<Brand, 'publicUrl'>;
  /** Called after the response to each call with a valid API key; must not throw. */
  readonly onKeyCall?: (call: KeyCall) => void;
  /** Default: a heartbeat every 15 s and an end after 150 s. */
  readonly eventStreams?: Partial<EventStreamTimings>;
}

/** An HTTP server that can listen and close. */
export interface HttpApp {
  /** Returns the port. Port 0 selects a free one. */
  listen(at: { readonly host: string; readonly port: number }): Promise<number>;
  /** Stops accepting requests and waits for the running ones. */
  close(): Promise<void>;
}

/** Factor by which a form may take longer to arrive than another body. */
const formTimes = 4;

const noLimits: RateLimits = { key: 0, session: 0, address: 0 };

/** Builds the HTTP server. */
export async function createHttpApp(options: HttpAppOptions): Promise<HttpApp> {
  const closing = new AbortController();
  const { bodyTimeoutMs = 30_000, logger, metrics } = options;
  const repeated = createRepeatedResponses(systemClock);
  const app = fastify({
    logger: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    trustProxy: trustProxyOption(options.trustedProxies),
    serverFactory: repeatingServer({
      repeated,
      reporter: { logger, metrics },
      closing: closing.signal,
      // Timeout of forms, whose images arrive slowly over a slow connection; for other bodies see
      // `enforceBodyTimeout`.
      requestTimeout: formTimes * bodyTimeoutMs,
      headersTimeout: bodyTimeoutMs,
    }),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, newId()),
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, describeError(error), { ...options.brand, publicUrl: options.publicUrl });
    },
  });
  const closeIdleConnections = trackConnections(app.server);
  await addPlugins(app, options);
  addHooks(app, { ...options, bodyTimeoutMs });
  const { resolveCaller, isSecure } = callerOptions(options);
  await mountPages(app, { pages: options.pages, resolveCaller, isSecure });
  const mount = {
    resolveCaller,
    isSecure,
    repeated,
    logger,
    isCheckingResponses: options.isCheckingResponses ?? false,
    handlerTimeoutMs: options.handlerTimeoutMs ?? 29_000,
    rateLimit: createRateLimit(options.rateLimits ?? noLimits),
    eventStreams: { heartbeatMs: 15_000, longestMs: 150_000, ...options.eventStreams },
    closing: closing.signal,
  };
  await mountRoutes(app, { routes: options.routes, options: mount });
  const { respondToMcp: respond, publicUrl } = options;
  if (respond) mountMcp(app, { respond, publicUrl, options: mount });
  for (const one of options.rawMounts) await addRawMount(app, one);
  if (options.webDir !== undefined) await serveDashboard(app, options.webDir);
  return {
    listen: async ({ host, port }) => {
      await app.listen({ host, port });
      const [address] = app.addresses();
      return typeof address === 'object' ? address.port : port;
    },
    close: async () => {
      closing.abort();
      const closed = app.close();
      // Repeated, because a connection whose response had started becomes idle only after the
      // response and would stay open.
      const ending = setInterval(closeIdleConnections, 50);
      closeIdleConnections();
      await closed.finally(() => clearInterval(ending));
    },
  };
}

function callerOptions({ authenticators, publicUrl }: HttpAppOptions) {
  const { origin, protocol } = new URL(publicUrl);
  return {
    isSecure: protocol === 'https:',
    resolveCaller: createResolveCaller(authenticators, origin),
  };
}

function trustProxyOption(proxies: boolean | readonly string[]): boolean | string[] {
  return typeof proxies === 'boolean' ? proxies : [...proxies];
}

async function addPlugins(app: FastifyInstance, options: HttpAppOptions): Promise<void> {
  await app.register(helmet, securityHeaders(options.publicUrl, options.contentSources));
  await app.register(cookie);
  await app.register(compress, responseCompression);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const hasMany = request.routeOptions.config.endpoint?.nestedOptions !== undefined;
      return parseJsonBody(await textOfBody(request, bytes), hasMany ? batchFields : undefined);
    },
  );
}

function addHooks(
  app: FastifyInstance,
  {
    logger,
    metrics,
    onKeyCall,
    brand: names,
    publicUrl,
    bodyTimeoutMs: timeoutMs,
  }: HttpAppOptions & { readonly bodyTimeoutMs: number },
): void {
  const brand = { ...names, publicUrl };
  app.decorateRequest('caller', null);
  app.decorateRequest('responseBody', undefined);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('permissions-policy', permissionsPolicy);
    requireSingleHost(request.raw.rawHeaders);
    if (isApiPath(request.url)) reply.header('cache-control', 'no-store');
    if (request.routeOptions.config.isForm !== true)
      enforceBodyTimeout(request.raw, { response: reply.raw, requestId: request.id, timeoutMs });
    // Responds before the body is read, so that the response does not depend on the body.
    if (request.is404) return sendNotFound(request, reply, brand);
    return undefined;
  });
  app.addHook('onResponse', async (request, reply) =>
    reportCompletion(request, { reply, logger, metrics, onKeyCall }),
  );
  app.setErrorHandler((error, request, reply) => {
    const response = describeError(error, request.routeOptions.bodyLimit);
    if (response.statusCode >= 500)
      logger.error({ err: error, requestId: request.id }, 'request failed');
    return sendError(reply, response, brand);
  });
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, brand));
}

function sendNotFound(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  brand: Brand,
): FastifyReply {
  const message = `${method} ${url.split('?')[0]?.slice(0, 200)} does not exist. All endpoints are listed at /docs/reference.`;
  return sendError(reply, { statusCode: 404, code: 'not_found', message }, brand);
}

function sendError(reply: FastifyReply, error: ErrorResponse, brand: Brand): FastifyReply {
  const response = brand.billing ? error : { ...error, message: withoutCharges(error.message) };
  const { request } = reply;
  const { id, method, url, headers, query } = request;
  const isImage = request.routeOptions.config.isImage === true;
  // An unknown path is a mistake in a program, whatever it accepts.
  const isApi = isApiPath(url) && !request.is404;
  const failed = { id, method, url, headers, query, isApi, isImage };
  const form = formOfError(failed, { response, brand });
  request.responseBody = form.json;
  return reply.code(response.statusCode).headers(form.headers).send(form.body);
}

async function addRawMount(app: FastifyInstance, { prefix, handle }: RawMount): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const path of [prefix, `${prefix}/*`]) {
      scope.all(path, (request, reply) => {
        reply.hijack();
        handle(request.raw, reply.raw);
      });
    }
  });
}
