import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A page to capture: green, with one red element, on a URL that only stories may reach. Its text has
 * the colour of the page: without text the page would count as blank.
 */
export interface Site extends AsyncDisposable {
  readonly url: string;
  /** Headers of every request for the page, oldest first. */
  readonly requests: readonly IncomingHttpHeaders[];
}

const html = `<!doctype html><html lang="en"><title>A page</title>
<style>body { margin: 0; background: #0a0; color: #0a0; } #red { width: 120px; height: 80px; background: #c00; }</style>
<div id="red"></div>A page`;

/** Serves a {@link Site} until it is disposed of. */
export async function serveSite(): Promise<Site> {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/page')) requests.push(req.headers);
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/page`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
