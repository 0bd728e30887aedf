import { runInBackground } from '../../rejections.ts';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { toEgressFailure } from '../connect/egress-failure.ts';
import { listenerOf, type EgressOpenOptions, type EgressReport } from '../egress.ts';
import type { HostLists } from '../blocking/host-lists.ts';
import type { PeerCheck } from '../peer-check.ts';
import { createHostBlocking } from '../blocking/host-blocking.ts';
import { createHttpProxy } from './http-proxy.ts';
import type { ConnectorDependencies, Connector } from '../connect/connector.ts';
import { createConnector } from '../connect/connector.ts';
import { createUsageMeter } from './usage-meter.ts';
import { createSocks5Proxy } from './socks-proxy.ts';
import type { UpstreamProxy } from '../connect/upstream-proxy.ts';
import { parseUpstreamProxy } from '../connect/upstream-proxy.ts';

/** Dependencies shared by all proxy sessions of the process. */
export interface SessionDependencies extends ConnectorDependencies {
  readonly peers: PeerCheck;
  /** Returns the lists of third-party hosts. */
  hostLists(): HostLists;
}

/** Proxy of one capture, which listens on a dedicated port. */
export interface SessionServer {
  /** Port on 127.0.0.1, in the network namespace of the client. */
  readonly port: number;
  /** The same, if that is the network namespace of this process. */
  readonly hostPort: number | undefined;
  /** URL of the proxy in the browser's format. */
  readonly proxyServer: string;
  /** Adds a host of the page itself, or one that the caller allows. */
  permit(host: string, as: 'page' | 'allowed'): void;
  report(): EgressReport;
  /** Closes every connection immediately and returns the final report. Idempotent. */
  close(): EgressReport;
}

/**
 * Opens a proxy for one capture on the socket of the client, or else on an ephemeral port of
 * 127.0.0.1. It is a SOCKS5 proxy, which
 * forwards bytes unchanged, or an HTTP proxy if there is a customer's proxy, because that one uses
 * HTTP. It serves only the processes of `options.client`.
 */
export async function openSessionServer(
  options: EgressOpenOptions,
  dependencies: SessionDependencies,
): Promise<SessionServer> {
  const clients = new Set<Socket>();
  const blocking = createHostBlocking(dependencies.hostLists(), options.blocked);
  const usage = createUsageMeter(options.limits, blocking, endConnections);
  const { peers } = dependencies;
  const listener = listenerOf(options.client);
  if (options.client !== 'any' && listener === undefined) peers.warm();
  const { dialer, upstream } = prepareDialer(options, dependencies);
  const isSocks = options.upstreamProxyUrl === undefined;
  const proxy = isSocks
    ? createSocks5Proxy({ dialer, usage })
    : createHttpProxy({ dialer, usage }, upstream);
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    clients.add(client);
    // A disconnected client is not a failure.
    client.on('error', () => client.destroy()).on('close', () => clients.delete(client));
    runInBackground(admit(client));
  });

  /**
   * Serves a connection only after its peer is verified as the browser of this session; nothing is
   * read before.
   */
  async function admit(client: Socket): Promise<void> {
    const isAllowed = await peers.isAllowed(client, options.client).catch(() => false);
    if (client.destroyed) return;
    if (!isAllowed) {
      client.destroy();
      return;
    }
    proxy.serve(client);
    client.resume();
  }

  function endConnections(): void {
    for (const client of clients) client.destroy();
    proxy.end();
  }
  if (listener === undefined) server.listen(0, '127.0.0.1');
  else server.listen(listener.handle);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    hostPort: listener === undefined ? port : undefined,
    proxyServer: `${isSocks ? 'socks5' : 'http'}://127.0.0.1:${port}`,
    permit: (host, as) => (as === 'page' ? blocking.addPageHost(host) : blocking.allow(host)),
    report: usage.report,
    close() {
      server.close();
      endConnections();
      return usage.report();
    },
  };
}

/**
 * Creates the dialer. An invalid URL of a customer's proxy fails that capture at its first
 * connection, not here.
 */
function prepareDialer(
  { upstreamProxyUrl }: EgressOpenOptions,
  dependencies: ConnectorDependencies,
): { dialer: Connector; upstream: UpstreamProxy | undefined } {
  try {
    const upstream =
      upstreamProxyUrl === undefined ? undefined : parseUpstreamProxy(upstreamProxyUrl);
    return { dialer: createConnector(dependencies, upstream), upstream };
  } catch (error) {
    const refuse = () => Promise.reject(toEgressFailure(error, 'The proxy'));
    return {
      dialer: { connectForRequest: refuse, connectTunnel: refuse, check: refuse },
      upstream: undefined,
    };
  }
}
