import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isDashboardPage } from '@shotwright/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { createResolveCaller } from '../auth/resolve-caller.ts';
import { credentialsOf } from '../endpoints/serve-endpoint.ts';
import type { Page, PageRequest, PageResponse } from '../page.ts';
import { fileCompression } from '../server/compression.ts';

const notBuiltPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The dashboard is not built</title><link rel="stylesheet" href="/docs/docs.css">
<main><h1>The dashboard is not built yet</h1>
<p>The API works; its documentation is at <a href="/docs">/docs</a>. To see the dashboard, stop the server and run
<code>npm start</code>, which builds it, or <code>npm run build</code>.</p></main></html>
`;

/**
 * Serves the built dashboard from `webDir`: hashed assets as immutable, and the application's page
 * at every path that does not look like a file, so that a reload works anywhere in the application. An unknown
 * path has the status 404, and the application shows that.
 */
export async function serveDashboard(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, { root: webDir, serve: false });
  app.get('/*', { compress: fileCompression }, (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
    if (/^\/(api|v1)(\/|$)/.test(path)) return reply.callNotFound();
    if (path.includes('.')) {
      const isHashed = path.startsWith('/assets/');
      return reply.sendFile(path.slice(1), {
        cacheControl: true,
        maxAge: isHashed ? '365d' : 0,
        immutable: isHashed,
      });
    }
    if (!existsSync(join(webDir, 'index.html')))
      return reply.code(503).type('text/html; charset=utf-8').send(notBuiltPage);
    return reply
      .code(isDashboardPage(path) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .sendFile('index.html', { cacheControl: false });
  });
}

interface PageOptions {
  readonly pages: readonly Page[];
  readonly resolveCaller: ReturnType<typeof createResolveCaller>;
  /** True if cookies are `Secure` and prefixed. */
  readonly isSecure: boolean;
}

type PageRoute = { Params: Record<string, string> };

/** Limit of a submitted form. Unit: bytes. */
const formBytes = 8_192;

/** Serves pages that are not endpoints of the API, and the forms of those that have one. */
export async function mountPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { pages } = options;
  for (const page of pages) {
    app.get<PageRoute>(page.path, async (request, reply) => {
      // Expires a session of which only one cookie is left.
      await resolve(request, reply, { ...options, auth: 'public' });
      return send(reply, await page.respond(pageRequestOf(request, reply, options)));
    });
  }
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      async (_request: FastifyRequest, text: string) => text,
    );
    for (const { path, submit } of pages) {
      if (!submit) continue;
      scope.post<PageRoute>(path, async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : '';
        const fields = Object.fromEntries(new URLSearchParams(text));
        const given = pageRequestOf(request, reply, options);
        return send(reply, await submit({ ...given, fields }));
      });
    }
  });
}

function pageRequestOf(
  request: FastifyRequest<PageRoute>,
  reply: FastifyReply,
  options: PageOptions,
): PageRequest {
  return {
    params: request.params,
    query: queryOf(request),
    ip: request.ip,
    cookie: (name) => request.cookies[name],
    isSignedIn: () =>
      resolve(request, reply, { ...options, auth: 'session' }).then(
        () => true,
        () => false,
      ),
  };
}

function resolve(
  request: FastifyRequest<PageRoute>,
  reply: FastifyReply,
  { resolveCaller, isSecure, auth }: PageOptions & { readonly auth: 'public' | 'session' },
) {
  return resolveCaller({ auth }, credentialsOf(request, { reply, isSecure }));
}

function send(reply: FastifyReply, response: PageResponse | undefined): FastifyReply {
  if (!response) {
    reply.callNotFound();
    return reply;
  }
  return reply
    .code(response.status ?? 200)
    .type(response.contentType)
    .header('cache-control', response.cacheControl ?? 'no-store')
    .headers(response.headers ?? {})
    .send(response.body);
}

function queryOf({ url }: { readonly url: string }): Record<string, string> {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? [];
  return Object.fromEntries([...new URLSearchParams(query)].toReversed());
}
