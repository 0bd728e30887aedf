import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A page to capture: green, with one red element, on a URL that only stories may reach. Its text has
 * the colour of the page: without text the page would count as blank. The sitemap lists it twice, with a query each.
 */
export interface Site extends AsyncDisposable {
  readonly url: string;
  /** The same page, which then fetches data that never ends: its capture waits until it is cancelled. */
  readonly endlessUrl: string;
  /** Ends the endless data, from now on at once. */
  endData(): void;
  /** Changes the colour of the red element, from the next request for the page on. */
  paint(colour: string): void;
  /** Headers of every request for the page, oldest first. */
  readonly requests: readonly IncomingHttpHeaders[];
}

const htmlOf = (colour: string) => `<!doctype html><html lang="en"><title>A page</title>
<style>body { margin: 0; background: #0a0; color: #0a0; } #red { width: 120px; height: 80px; background: ${colour}; }</style>
<div id="red"></div>A page`;

const script = `<script>addEventListener('load', () => fetch('/data').then((data) => data.text()))</script>`;

/** Sends a byte four times a second: a response that delivers data is waited for. */
function sendEndlessly(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/plain' });
  const timer = setInterval(() => res.write('.'), 250);
  res.on('close', () => clearInterval(timer));
}

/** Serves a {@link Site} until it is disposed of. */
export async function serveSite(): Promise<Site> {
  const requests: IncomingHttpHeaders[] = [];
  const waiting = new Set<ServerResponse>();
  let isEndless = true;
  let html = htmlOf('#c00');
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/page')) requests.push(req.headers);
    if (req.url === '/data') {
      waiting.add(res);
      if (isEndless) sendEndlessly(res);
      else res.end('.');
      return;
    }
    if (req.url === '/sitemap.xml') {
      const pages = [1, 2].map(
        (page) => `<url><loc>http://${req.headers.host}/page?${page}</loc></url>`,
      );
      res.writeHead(200, { 'content-type': 'text/xml' }).end(`<urlset>${pages.join('')}</urlset>`);
      return;
    }
    const body = req.url === '/page-endless' ? html + script : html;
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/page`,
    endlessUrl: `http://127.0.0.1:${port}/page-endless`,
    requests,
    paint: (colour) => {
      html = htmlOf(colour);
    },
    endData: () => {
      isEndless = false;
      for (const res of waiting) res.end();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns a URL on which no server listens, so that its capture fails immediately. */
export async function closedUrl(): Promise<string> {
  const { url, [Symbol.asyncDispose]: close } = await serveSite();
  await close();
  return url;
}
