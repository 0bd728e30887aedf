import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import sharp from 'sharp';
import type { Exchange, Pattern, PatternGroup, Route } from './pattern.ts';

/** Site that serves every pattern at `/<group>/<name>/`. */
export interface PatternServer {
  readonly port: number;
  urlOf(group: PatternGroup, pattern: Pattern): string;
  close(): Promise<void>;
}

const html = 'text/html; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  html,
  svg: 'image/svg+xml',
  json: 'application/json',
};

/**
 * Starts the site on a free port of 127.0.0.1. The same site on `localhost` is the other origin.
 * `/color/rrggbb.png?ms=300` is an image of one colour that arrives after 300 ms.
 */
export async function startPatternServer(groups: readonly PatternGroup[]): Promise<PatternServer> {
  const folders = new Map(
    groups.flatMap((group) => group.patterns.map((one) => [`${group.name}/${one.name}`, one])),
  );
  const webSockets = new Set<Duplex>();
  const find = (url: URL) => {
    const [group = '', name = '', ...rest] = url.pathname.slice(1).split('/');
    return { pattern: folders.get(`${group}/${name}`), path: rest.join('/') };
  };
  let port = 0;
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://site');
    const { pattern, path } = find(url);
    const color = /^\/color\/([0-9a-f]{6})\.png$/.exec(url.pathname)?.[1];
    if (color !== undefined) void sendColor({ req, res, url }, color).catch(() => res.destroy());
    else if (pattern === undefined) res.writeHead(404).end();
    else respond({ req, res, url }, pattern, { path, port });
  });
  server.on('upgrade', (req, socket) => {
    const { pattern, path } = find(new URL(req.url ?? '/', 'http://site'));
    webSockets.add(socket);
    openSocket(req, socket, pattern?.sockets?.[path] ?? []);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  return {
    port,
    urlOf: (group, { name, query = '' }) =>
      `http://127.0.0.1:${port}/${group.name}/${name}/${query}`,
    async close() {
      server.closeAllConnections();
      for (const socket of webSockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(
  exchange: Exchange,
  pattern: Pattern,
  { path, port }: { readonly path: string; readonly port: number },
): void {
  const page = path === '' ? { type: html, body: pattern.page } : undefined;
  const route: Route = pattern.routes?.[path] ?? page ?? { status: 404 };
  if (typeof route === 'function') return route(exchange);
  const folder = exchange.url.pathname.split('/').slice(0, 3).join('/');
  const { delayMs = 0, status = 200, headers = {}, body = '' } = route;
  const type = route.type ?? types[path.split('.').at(-1) ?? ''] ?? 'text/plain';
  const filled = (text: string): string =>
    text.replaceAll('{{other}}', `http://localhost:${port}${folder}`);
  const send = (): void => {
    exchange.res.writeHead(status, {
      'content-type': type,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      ...headers,
    });
    exchange.res.end(typeof body === 'string' ? filled(body) : body);
  };
  setTimeout(send, delayMs).unref();
}

async function sendColor({ res, url }: Exchange, color: string): Promise<void> {
  const create = { width: 16, height: 16, channels: 3, background: `#${color}` } as const;
  const png = await sharp({ create }).png().toBuffer();
  const send = (): void => {
    res.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(png);
  };
  setTimeout(send, Number(url.searchParams.get('ms') ?? 0));
}

/** Accepts a web socket and sends its messages. Source: RFC 6455 §4.2.2 and §5.2. */
function openSocket(
  { headers }: IncomingMessage,
  socket: Duplex,
  messages: readonly { readonly afterMs: number; readonly text: string }[],
): void {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.on('error', () => socket.destroy());
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  for (const { afterMs, text } of messages) {
    const payload = Buffer.from(text);
    const frame = Buffer.concat([Buffer.from([0x81, payload.length]), payload]);
    setTimeout(() => socket.writable && socket.write(frame), afterMs).unref();
  }
}
