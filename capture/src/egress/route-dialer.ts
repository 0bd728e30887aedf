import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { createAddressPolicy } from './address-policy.ts';
import { dial } from './dial.ts';
import type { Reading, Receive } from './dial.ts';
import { EgressFailure } from './egress-failure.ts';
import type { PeerCheck } from './peer-check.ts';
import type { ReadBuffers } from './read-buffers.ts';
import type { Lookup } from './resolve-allowed.ts';
import { resolveAllowed } from './resolve-allowed.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';
import { proxyFailure, requestTunnel } from './upstream-proxy.ts';

const cacheMs = 30_000;
const withoutExceptions = createAddressPolicy();

/** What every route of the gate shares. */
export interface EgressSurroundings {
  readonly policy: AddressPolicy;
  readonly lookup: Lookup;
  /** Whether a port is one of the gate's own listeners, which no page may speak to. */
  isOwnPort(port: number): boolean;
  readonly buffers: ReadBuffers;
  readonly peers: PeerCheck;
}

/** Connects for one route; each connection goes to an address judged for it. All reject with an `EgressFailure`. */
export interface RouteDialer {
  /** Connects to where a plain request to this target is sent: the target, or the customer's proxy. */
  dialForRequest(host: string, port: number): Promise<Socket>;
  /** Connects to the target itself, through the customer's proxy if there is one; its bytes go to `receive`. */
  dialTunnel(
    target: { readonly host: string; readonly port: number },
    receive: Receive,
  ): Promise<Socket>;
  /** Judges a target without connecting. */
  judge(host: string, port: number): Promise<void>;
}

/** Makes a route's dialer. A name is resolved at most once in 30 s, and what was judged is what is dialled. */
export function createRouteDialer(
  { policy, lookup, isOwnPort, buffers }: Omit<EgressSurroundings, 'peers'>,
  upstream: UpstreamProxy | undefined,
): RouteDialer {
  const cache = new Map<
    string,
    { expiresAt: number; addresses: Promise<readonly LookupAddress[]> }
  >();

  async function resolve(host: string, port: number): Promise<readonly LookupAddress[]> {
    const addresses = await resolveAllowed({ policy, host, port, lookup });
    if (isOwnPort(port) && addresses.some(isNearby)) {
      throw new EgressFailure('url_not_allowed', 'The address is not public.');
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
  async function judge(host: string, port: number): Promise<void> {
    await resolveCached(host, port);
  }
  return {
    judge,
    dialForRequest: (host, port) =>
      upstream === undefined ? dialDirectly(host, port) : dialUpstream(upstream),
    async dialTunnel({ host, port }, receive) {
      if (upstream === undefined) return dialDirectly(host, port, { receive, buffers });
      await judge(host, port);
      const socket = await dialUpstream(upstream);
      const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
      try {
        await requestTunnel(socket, authority, upstream);
        // It is paused: what follows the proxy's own answer waits for `resume`.
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

function isNearby({ address }: LookupAddress): boolean {
  return !withoutExceptions.judgeAddress(address, 80).isAllowed;
}
