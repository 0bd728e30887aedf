import { once } from 'node:events';
import type { AgentOptions, IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo, Server as RawServer, Socket } from 'node:net';
import { connect, createServer as createRawServer } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HostRules } from '../src/egress/blocking/easylist.ts';
import { createHostLists } from '../src/egress/blocking/host-lists.ts';
import { createAddressPolicy } from '../src/egress/policy/address-policy.ts';
import type { EgressLimits, EgressOpenOptions } from '../src/egress/egress.ts';
import { createPeerCheck } from '../src/egress/peer-check.ts';
import type { SessionServer } from '../src/egress/proxy/session-server.ts';
import { openSessionServer } from '../src/egress/proxy/session-server.ts';
import { createOwnAddresses } from '../src/egress/own-addresses.ts';
import { createReadBuffers } from '../src/egress/connect/read-buffers.ts';

/** A fake web server with its port and the requests it received. */
export interface TestSite {
  readonly port: number;
  /** Method and path of every request, in order. */
  readonly hits: string[];
  readonly server: Server;
}

/** Limits that no test exceeds unintentionally. */
export const wideLimits: EgressLimits = { maxReceivedBytes: 1e9, maxRequests: 1e6, maxHosts: 1e3 };

/** Options of a session with {@link wideLimits}, open to every client. */
export const wideOptions: EgressOpenOptions = { limits: wideLimits, client: 'any' };

/** Starts a web server for one test; by default it responds with `hello`. */
export async function openSite(
  options: {
    readonly host?: string;
    readonly port?: number;
    readonly handler?: RequestListener;
  } = {},
): Promise<TestSite> {
  const { host = '127.0.0.1', port = 0, handler = (_req, res) => res.end('hello') } = options;
  const hits: string[] = [];
  const server = createServer((req, res) => {
    hits.push(`${req.method} ${req.url}`);
    handler(req, res);
  });
  server.on('connect', (req, socket) => {
    hits.push(`CONNECT ${req.url}`);
    socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: portOf(server), hits, server };
}

/** Starts a TCP server with the given connection handler. */
export async function openRawServer(serve: (socket: Socket) => void): Promise<RawServer> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

const buffers = createReadBuffers();
const peers = createPeerCheck();

/** Network around a proxy session. */
export interface SessionSetup {
  /**
   * Results of DNS lookups by name, without the final dot; each lookup takes the next result, and
   * the last one is repeated.
   */
  readonly names?: Record<string, string[][]>;
  /** Allowed private targets. */
  readonly open?: readonly string[];
  /** IP addresses that reach the service itself, in addition to those of this host. */
  readonly own?: readonly string[];
  readonly options?: Partial<EgressOpenOptions>;
  /** Rules of the operator about third-party hosts. */
  readonly rules?: HostRules;
}

/** Opens a proxy session in this process, with a fake resolver that records its lookups. */
export async function openSession({
  names = {},
  open = [],
  own = [],
  options = {},
  rules,
}: SessionSetup = {}): Promise<SessionServer & { lookups: string[] }> {
  const lookups: string[] = [];
  async function lookup(host: string): Promise<LookupAddress[]> {
    lookups.push(host);
    const results = names[host.replace(/\.$/, '')];
    if (results === undefined)
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const addresses = (results.length > 1 ? results.shift() : results[0]) ?? [];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }
  const ownPorts = new Set<number>();
  const session = await openSessionServer(
    { ...wideOptions, ...options },
    {
      policy: createAddressPolicy(open, createOwnAddresses({ configured: own })),
      lookup,
      isOwnPort: (port) => ownPorts.has(port),
      buffers,
      peers,
      hostLists: () => createHostLists(rules),
    },
  );
  ownPorts.add(session.port);
  onTestFinished(() => void session.close());
  return { ...session, lookups };
}

/** Returns the port on which a server listens. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen.');
  return address.port;
}

/** A response received through a proxy; status 0 if the connection failed. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly isWhole: boolean;
}

/**
 * Requests an `http:` URL through a proxy session as a browser does: with a relative path over a
 * SOCKS connection, with an absolute URL if the session uses HTTP. Status 0 if the connection
 * failed.
 */
export function getThrough(
  proxyServer: string,
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Record<string, string | string[]>;
    readonly body?: string;
    readonly agent?: Agent;
  } = {},
): Promise<ProxyResponse> {
  const { method = 'GET', headers = {}, body } = options;
  const isSocks = new URL(proxyServer).protocol === 'socks5:';
  const agent = options.agent ?? (isSocks ? socksAgent(proxyServer) : new Agent());
  return new Promise((resolve) => {
    const req = request({
      host: '127.0.0.1',
      port: new URL(proxyServer).port,
      path: isSocks ? url.replace(/^http:\/\/[^/]*/, '') : url,
      method,
      headers: { host: new URL(url).host, ...headers },
      agent,
      setHost: false,
      ...(isSocks && { authority: url.replace(/^http:\/\/([^/]*).*$/, '$1') }),
    });
    req.on('error', () => resolve({ status: 0, headers: {}, body: '', isWhole: false }));
    req.on('response', (res) => {
      let text = '';
      res.on('data', (chunk) => (text += String(chunk)));
      res.on('error', () => undefined);
      res.on('close', () =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          body: text,
          isWhole: res.complete,
        }),
      );
    });
    req.end(body);
  });
}

/** Reuses connections as a browser does: each for one target, by its host as spelt in the URL. */
export function socksAgent(proxyServer: string, settings: AgentOptions = {}): Agent {
  const agent = new Agent(settings);
  agent.getName = (options = {}) => authorityIn(options);
  type Done = Parameters<Agent['createConnection']>[1];
  async function open(authority: string, done: Done): Promise<void> {
    const { socket, isOpen } = await openSocks(proxyServer, authority);
    done?.(isOpen ? null : new Error('refused'), socket);
  }
  agent.createConnection = (options, done) => {
    open(authorityIn(options), done).catch(() => agent.destroy());
    return undefined;
  };
  return agent;
}

/** Returns the option that {@link getThrough} passes to the agent. */
function authorityIn(options: object): string {
  return String(Reflect.get(options, 'authority'));
}

/** Requests a tunnel and sends `early` without waiting; returns whether the tunnel is open. */
export async function connectThrough(
  proxyServer: string,
  authority: string,
  early = '',
): Promise<{ isOpen: boolean; socket: Socket }> {
  if (new URL(proxyServer).protocol === 'socks5:') return openSocks(proxyServer, authority, early);
  const socket = connect(Number(new URL(proxyServer).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n${early}`);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk).startsWith('HTTP/1.1 200')));
    socket.once('close', () => resolve(false));
  });
  return { isOpen, socket };
}

/** Opens a connection through a SOCKS5 proxy as Chromium does: IP addresses are sent as names. */
async function openSocks(
  proxyServer: string,
  authority: string,
  early = '',
): Promise<{ isOpen: boolean; socket: Socket }> {
  const socket = connect(Number(new URL(proxyServer).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const [, host = '', port = '80'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(authority) ?? [];
  const name = Buffer.from(host);
  socket.write(Uint8Array.of(5, 1, 0));
  const greeting = await nextBytes(socket);
  if (greeting[1] !== 0) return { isOpen: false, socket };
  const bytes = [5, 1, 0, 3, name.length, ...name, Number(port) >> 8, Number(port) & 255];
  socket.write(Buffer.concat([Buffer.from(bytes), Buffer.from(early)]));
  const reply = await nextBytes(socket);
  if (reply.length > 10) socket.unshift(reply.subarray(10));
  // Resumes with the next data listener; until then the bytes are buffered.
  socket.on('newListener', (event) => event === 'data' && process.nextTick(() => socket.resume()));
  return { isOpen: reply[1] === 0, socket };
}

/** Returns an empty buffer if the connection ends instead. */
function nextBytes(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const finish = (chunk: Buffer): void => {
      socket.off('data', finish).off('close', end).pause();
      resolve(chunk);
    };
    const end = (): void => finish(Buffer.alloc(0));
    socket.on('data', finish).on('close', end).resume();
  });
}
