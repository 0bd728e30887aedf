import { runInBackground } from '../rejections.ts';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { toEgressFailure } from './egress-failure.ts';
import type { EgressOpenOptions, EgressReport } from './egress.ts';
import { speakHttp } from './http-proxy.ts';
import type { EgressSurroundings, RouteDialer } from './route-dialer.ts';
import { createRouteDialer } from './route-dialer.ts';
import { createRouteUsage } from './route-usage.ts';
import { speakSocks } from './socks-proxy.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';
import { parseUpstreamProxy } from './upstream-proxy.ts';

/** One capture's proxy, listening on a port of its own. */
export interface ProxyRoute {
  readonly port: number;
  /** Its address as the browser takes it. */
  readonly proxyServer: string;
  report(): EgressReport;
  /** Ends every connection at once and answers the last report. Idempotent. */
  close(): EgressReport;
}

/**
 * Opens a proxy for one capture on an ephemeral port of 127.0.0.1: SOCKS5, which carries bytes as they are, or HTTP
 * when a customer's proxy, which speaks HTTP, is to be asked. It serves the processes of `options.client` only.
 */
export async function openProxyRoute(
  options: EgressOpenOptions,
  surroundings: EgressSurroundings,
): Promise<ProxyRoute> {
  const clients = new Set<Socket>();
  const usage = createRouteUsage(options.limits, endConnections);
  const { peers } = surroundings;
  if (options.client !== 'any') peers.warm();
  const { dialer, upstream } = prepareDialer(options, surroundings);
  const isSocks = options.upstreamProxyUrl === undefined;
  const speaker = isSocks ? speakSocks({ dialer, usage }) : speakHttp({ dialer, usage }, upstream);
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    clients.add(client);
    // A client that breaks off is nobody's failure.
    client.on('error', () => client.destroy()).on('close', () => clients.delete(client));
    runInBackground(admit(client));
  });

  /** Nothing is read from a connection before its peer is known to be the browser of this route. */
  async function admit(client: Socket): Promise<void> {
    const isAllowed = await peers.isAllowed(client, options.client).catch(() => false);
    if (client.destroyed) return;
    if (!isAllowed) {
      client.destroy();
      return;
    }
    speaker.serve(client);
    client.resume();
  }

  function endConnections(): void {
    for (const client of clients) client.destroy();
    speaker.end();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    proxyServer: `${isSocks ? 'socks5' : 'http'}://127.0.0.1:${port}`,
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
