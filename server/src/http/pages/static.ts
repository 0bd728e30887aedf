import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
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
 * at every path that does not look like a file, so that a reload works anywhere in the application.
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
      .header('cache-control', 'no-cache')
      .sendFile('index.html', { cacheControl: false });
  });
}
