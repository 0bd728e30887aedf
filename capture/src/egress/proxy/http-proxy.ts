import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { runInBackground } from '../../rejections.ts';
import { hostOf, portOf } from '../policy/address-policy.ts';
import { toEgressFailure } from '../connect/egress-failure.ts';
import { answerBadGateway, authorityOf, forwardRequest } from './forward-request.ts';
import type { ForwardContext } from './forward-request.ts';
import type { Connector } from '../connect/connector.ts';
import type { UsageMeter } from './usage-meter.ts';
import { openTunnel, tunnelTargetOf } from './tunnel.ts';
import type { TunnelTarget } from './tunnel.ts';
import type { UpstreamProxy } from '../connect/upstream-proxy.ts';

const badGateway = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const forbidden = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const connectionEstablished = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** Serves the browser's connections of one proxy session. */
export interface ProxyHandler {
  serve(client: Socket): void;
  /** Closes the session's open connections to targets. */
  end(): void;
}

/** Dependencies of a proxy protocol handler. */
export interface HandlerContext {
  readonly dialer: Connector;
  readonly usage: UsageMeter;
}

/**
 * Creates an HTTP proxy in front of a customer's proxy, if there is one. As HTTP proxies expect,
 * plain requests to the latter contain the absolute URL.
 */
export function createHttpProxy(
  { dialer, usage }: HandlerContext,
  upstream: UpstreamProxy | undefined,
): ProxyHandler {
  const { agent, end } = createDialingAgent(dialer, usage);
  const context = { agent, usage, upstream };
  const server = createServer({
    keepAliveTimeout: 60_000,
    requestTimeout: 0,
    maxHeaderSize: 262_144,
  });
  server.on('clientError', (_error, client) => client.destroy());
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    handleRequest({ req, res }, dialer, context).catch(() => res.destroy());
  });
  server.on('connect', (req: IncomingMessage, client: Duplex, head: Buffer) => {
    const target = parseTunnelTarget(req.url ?? '');
    const request = {
      client,
      target,
      successReply: connectionEstablished,
      failureReply: badGateway,
      blockedReply: forbidden,
    };
    const send = openTunnel(request, dialer, usage);
    client.on('data', send);
    if (head.length > 0) send(head);
  });
  const serve = (client: Socket): void => {
    server.emit('connection', client);
  };
  return { serve, end };
}

/**
 * Creates an agent that pools a session's connections to its targets. The dialer checks and opens
 * each new one.
 */
function createDialingAgent(dialer: Connector, usage: UsageMeter): { agent: Agent; end(): void } {
  const agent = new Agent({ keepAlive: true });
  let hasEnded = false;
  type Done = Parameters<Agent['createConnection']>[1];

  async function connect(host: string, port: number, done: Done): Promise<void> {
    try {
      const socket = await dialer.connectForRequest(host, port);
      if (hasEnded || usage.isExhausted) socket.destroy();
      done?.(null, socket);
    } catch (error) {
      // The type of the callback requires a socket in addition to the error, but the agent reads
      // only the error.
      done?.(toEgressFailure(error, host), new Socket());
    }
  }
  agent.createConnection = ({ host, port }, done) => {
    runInBackground(connect(String(host), Number(port), done));
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
  dialer: Connector,
  context: ForwardContext,
): Promise<void> {
  const { usage } = context;
  const url = parsePlainTarget(req.url ?? '');
  if (url !== undefined && usage.isBlocked(hostOf(url))) {
    res.writeHead(403, ['Content-Length', '0']).end();
    return;
  }
  if (url === undefined || !usage.admit(hostOf(url))) {
    answerBadGateway(res);
    return;
  }
  try {
    // The connection leads to the customer's proxy, so the final target is checked here.
    await dialer.check(hostOf(url), portOf(url));
    forwardRequest({ url, req, res }, context);
  } catch (error) {
    usage.fail(authorityOf(url), toEgressFailure(error, hostOf(url)));
    answerBadGateway(res);
  }
}

function parsePlainTarget(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' ? url : undefined;
}

/** Parses exactly `host:port`. */
function parseTunnelTarget(text: string): TunnelTarget | undefined {
  const url = /^[^/?#@\\]+:\d{1,5}$/.test(text) ? URL.parse(`http://${text}`) : null;
  return url === null ? undefined : tunnelTargetOf(url);
}
