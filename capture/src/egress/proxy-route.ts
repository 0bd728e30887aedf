import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostOf, portOf } from './address-policy.ts';
import { toEgressFailure } from './egress-failure.ts';
import type { EgressOpenOptions, EgressReport } from './egress.ts';
import { answerBadGateway, authorityOf, forwardPlainRequest } from './plain-request.ts';
import type { PlainRequestContext } from './plain-request.ts';
import type { EgressSurroundings, RouteDialer } from './route-dialer.ts';
import { createRouteDialer } from './route-dialer.ts';
import type { RouteUsage } from './route-usage.ts';
import { createRouteUsage } from './route-usage.ts';
import { openTunnel } from './tunnel.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';
import { parseUpstreamProxy } from './upstream-proxy.ts';

const badGateway = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** One capture's proxy, listening on a port of its own. */
export interface ProxyRoute {
  readonly port: number;
  report(): EgressReport;
  /** Ends every connection at once and answers the last report. Idempotent. */
  close(): EgressReport;
}

/** Opens a proxy for one capture on an ephemeral port of 127.0.0.1. */
export async function openProxyRoute(
  options: EgressOpenOptions,
  surroundings: EgressSurroundings,
): Promise<ProxyRoute> {
  const clients = new Set<Socket>();
  const usage = createRouteUsage(options.limits, endConnections);
  const { dialer, upstream } = prepareDialer(options, surroundings);
  const { agent, end: endAgent } = createDialingAgent(dialer, usage);
  const context = { agent, usage, upstream };
  const server = createServer({
    keepAliveTimeout: 60_000,
    requestTimeout: 0,
    maxHeaderSize: 262_144,
  });

  function endConnections(): void {
    for (const client of clients) client.destroy();
    endAgent();
  }
  server.on('connection', (client: Socket) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
  });
  server.on('clientError', (_error, client) => client.destroy());
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    void handleRequest({ req, res }, dialer, context);
  });
  server.on('connect', (req: IncomingMessage, client: Duplex, head: Buffer) => {
    void handleConnect({ req, client, head }, dialer, usage);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    report: usage.report,
    close() {
      server.close();
      endConnections();
      return usage.report();
    },
  };
}

/** A customer's proxy that cannot be read is that capture's failure, told when its first connection is wanted. */
function prepareDialer(
  { upstreamProxyUrl }: EgressOpenOptions,
  surroundings: EgressSurroundings,
): { dialer: RouteDialer; upstream: UpstreamProxy | undefined } {
  try {
    const upstream =
      upstreamProxyUrl === undefined ? undefined : parseUpstreamProxy(upstreamProxyUrl);
    return { dialer: createRouteDialer(surroundings, upstream), upstream };
  } catch (error) {
    const refuse = () => Promise.reject(toEgressFailure(error, 'The proxy'));
    return {
      dialer: { dialForRequest: refuse, dialTunnel: refuse, judge: refuse },
      upstream: undefined,
    };
  }
}

/** Keeps connections of one route to its targets; every new one is judged and dialled by the route. */
function createDialingAgent(dialer: RouteDialer, usage: RouteUsage): { agent: Agent; end(): void } {
  const agent = new Agent({ keepAlive: true });
  let hasEnded = false;
  type Done = Parameters<Agent['createConnection']>[1];

  async function connect(host: string, port: number, done: Done): Promise<void> {
    try {
      const socket = await dialer.dialForRequest(host, port);
      if (hasEnded || usage.isExhausted) socket.destroy();
      done?.(null, socket);
    } catch (error) {
      // The agent's callback is typed to want a socket beside the error; it looks at the error only.
      done?.(toEgressFailure(error, host), new Socket());
    }
  }
  agent.createConnection = ({ host, port }, done) => {
    void connect(String(host), Number(port), done);
    return undefined;
  };
  return {
    agent,
    end() {
      hasEnded = true;
      agent.destroy();
    },
  };
}

async function handleRequest(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  dialer: RouteDialer,
  context: PlainRequestContext,
): Promise<void> {
  const { usage, upstream } = context;
  const url = parsePlainTarget(req.url ?? '');
  if (url === undefined || !usage.admit(url.hostname)) {
    answerBadGateway(res);
    return;
  }
  try {
    // Without a customer's proxy the connection is judged when it is dialled.
    if (upstream !== undefined) await dialer.judge(hostOf(url), portOf(url));
    forwardPlainRequest({ url, req, res }, context);
  } catch (error) {
    usage.fail(authorityOf(url), toEgressFailure(error, hostOf(url)));
    answerBadGateway(res);
  }
}

async function handleConnect(
  { req, client, head }: { req: IncomingMessage; client: Duplex; head: Buffer },
  dialer: RouteDialer,
  usage: RouteUsage,
): Promise<void> {
  const url = parseTunnelTarget(req.url ?? '');
  // Until the tunnel stands, a client that breaks off is nobody's failure.
  client.on('error', () => client.destroy());
  if (url === undefined || !usage.admit(url.hostname)) {
    client.end(badGateway);
    return;
  }
  const authority = authorityOf(url);
  try {
    const target = { host: hostOf(url), port: portOf(url), authority };
    await openTunnel({ client, head, ...target }, dialer, usage);
  } catch (error) {
    usage.fail(authority, toEgressFailure(error, hostOf(url)));
    client.end(badGateway);
  }
}

function parsePlainTarget(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' ? url : undefined;
}

/** `host:port` and nothing more. */
function parseTunnelTarget(text: string): URL | undefined {
  if (!/^[^/?#@\\]+:\d{1,5}$/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  return new URL(`http://${text}`);
}
