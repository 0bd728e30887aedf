import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { responders } from './responders.ts';
import { pages } from './pages.ts';
import { sendMessages } from './restless-pages.ts';

/** A request received by the site, with its original headers. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** A running fixture site on a separate port. */
export interface FixtureSite {
  /** Without a slash at its end. */
  readonly origin: string;
  /** A second origin (another host name) of the same site. */
  readonly otherOrigin: string;
  readonly port: number;
  /** All requests so far, in order. */
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/**
 * Starts the site. `/color/rrggbb.png` is a small image of one colour; pages and other responses
 * are in the tables. For a request with an absolute URL it acts as a proxy with the credentials
 * `user` and `pass`, and responds for every host.
 */
export async function startFixtureSite(): Promise<FixtureSite> {
  const seen: SeenRequest[] = [];
  const server = createServer((req, res) => {
    const path = req.url ?? '/';
    seen.push({ method: req.method ?? '', path, headers: req.headers });
    void respond(req, res).catch(() => res.destroy());
  });
  server.on('upgrade', (req, socket) => {
    seen.push({ method: 'UPGRADE', path: req.url ?? '/', headers: req.headers });
    if (req.url === '/restless-socket') sendMessages(req, socket);
    else socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    port,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://site');
  const isProxied = req.url?.startsWith('http://') === true;
  const credentials = Buffer.from('user:pass').toString('base64');
  if (isProxied && req.headers['proxy-authorization'] !== `Basic ${credentials}`) {
    res.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
    return;
  }
  const color = /^\/color\/([0-9a-f]{6})\.png$/.exec(url.pathname)?.[1];
  if (color !== undefined) {
    const create = { width: 100, height: 100, channels: 3, background: `#${color}` } as const;
    res.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=3600' });
    res.end(await sharp({ create }).png().toBuffer());
    return;
  }
  if (url.pathname === '/moving.gif' || url.pathname === '/animated') {
    res.writeHead(200, { 'content-type': 'image/gif' }).end(await movingImage('gif'));
    return;
  }
  if (url.pathname === '/moving.webp') {
    res.writeHead(200, { 'content-type': 'image/webp' }).end(await movingImage('webp'));
    return;
  }
  const responder = responders[url.pathname];
  if (responder !== undefined) return responder(req, res, url);
  const page = pages[url.pathname];
  if (page === undefined) {
    res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>not found</h1>');
    return;
  }
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(url));
}

/** Returns an image that is red for 40 ms, then blue for a minute. */
export function movingImage(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = ['cc2222', '2222cc'].map((hex) => Buffer.from(hex.repeat(100 * 100), 'hex'));
  const raw = { width: 100, height: 200, channels: 3, pageHeight: 100 } as const;
  return sharp(Buffer.concat(frames), { raw })
    .toFormat(format, { delay: [40, 60_000], loop: 0 })
    .toBuffer();
}
