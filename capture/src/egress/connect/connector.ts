import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import type { AddressPolicy } from '../policy/address-policy.ts';
import { createAddressPolicy } from '../policy/address-policy.ts';
import { dial } from './dial.ts';
import type { Reading, Receive } from './dial.ts';
import { EgressFailure } from './egress-failure.ts';
import type { ReadBuffers } from './read-buffers.ts';
import type { Lookup } from './resolve-allowed.ts';
import { resolveAllowed } from './resolve-allowed.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';
import { proxyFailure, requestTunnel } from './upstream-proxy.ts';

const cacheMs = 30_000;
const withoutExceptions = createAddressPolicy();

/** Dependencies of a connector. */
export interface ConnectorDependencies {
  readonly policy: AddressPolicy;
  readonly lookup: Lookup;
  /**
   * Returns true if the port is a listener of the egress proxy itself, which pages must not reach.
   */
  isOwnPort(port: number): boolean;
  readonly buffers: ReadBuffers;
}

/**
 * Opens the connections of one proxy session; each one leads to a checked IP. All methods reject
 * with an `EgressFailure`.
 */
export interface Connector {
  /**
   * Connects to the host that receives a plain request for this target: the target itself or the
   * customer's proxy.
   */
  connectForRequest(host: string, port: number): Promise<Socket>;
  /**
   * Connects to the target, through the customer's proxy if there is one. Received bytes are passed
   * to `receive`.
   */
  connectTunnel(
    target: { readonly host: string; readonly port: number },
    receive: Receive,
  ): Promise<Socket>;
  /** Checks a target without connecting. */
  check(host: string, port: number): Promise<void>;
}

/**
 * Creates the dialer of a proxy session. A name is resolved at most once in 30 s, and connections
 * use only the checked IPs.
 */
export function createConnector(
  { policy, lookup, isOwnPort, buffers }: ConnectorDependencies,
  upstream: UpstreamProxy | undefined,
): Connector {
  const cache = new Map<
    string,
    { expiresAt: number; addresses: Promise<readonly LookupAddress[]> }
  >();

  async function resolve(host: string, port: number): Promise<readonly LookupAddress[]> {
    const addresses = await resolveAllowed({ policy, host, port, lookup });
    if (isOwnPort(port) && addresses.some(isPrivate)) {
      throw new EgressFailure('url_not_allowed', 'The IP address is not public.');
    }
    return addresses;
  }
  function resolveCached(host: string, port: number): Promise<readonly LookupAddress[]> {
    const key = `${host}:${port}`;
    const known = cache.get(key);
    if (known !== undefined && known.expiresAt > performance.now()) return known.addresses;
    const addresses = resolve(host, port);
    cache.set(key, { expiresAt: performance.now() + cacheMs, addresses });
    return addresses;
  }
  async function dialDirectly(host: string, port: number, reading?: Reading): Promise<Socket> {
    return dial({ host, port, reading, addresses: await resolveCached(host, port) });
  }
  async function dialUpstream({ host, port }: UpstreamProxy): Promise<Socket> {
    try {
      return await dialDirectly(host, port);
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      throw proxyFailure(`The proxy cannot be used. ${why}`);
    }
  }
  async function check(host: string, port: number): Promise<void> {
    await resolveCached(host, port);
  }
  return {
    check,
    connectForRequest: (host, port) =>
      upstream === undefined ? dialDirectly(host, port) : dialUpstream(upstream),
    async connectTunnel({ host, port }, receive) {
      if (upstream === undefined) return dialDirectly(host, port, { receive, buffers });
      await check(host, port);
      const socket = await dialUpstream(upstream);
      const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
      try {
        await requestTunnel(socket, authority, upstream);
        // The socket is paused: bytes after the proxy's own response wait for `resume`.
        return socket.on('data', (chunk: Buffer) => {
          if (!receive(chunk)) socket.pause();
        });
      } catch (error) {
        socket.destroy();
        throw error;
      }
    },
  };
}

function isPrivate({ address }: LookupAddress): boolean {
  return !withoutExceptions.checkAddress(address, 80).isAllowed;
}
