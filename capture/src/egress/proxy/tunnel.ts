import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostOf, portOf } from '../policy/address-policy.ts';
import { toEgressFailure } from '../connect/egress-failure.ts';
import { authorityOf } from './forward-request.ts';
import type { Connector } from '../connect/connector.ts';
import type { UsageMeter } from './usage-meter.ts';
import type { DataHandler } from './socks.ts';
import { inspectTunnel } from './tunnel-inspector.ts';
import type { TunnelInspector } from './tunnel-inspector.ts';

const idleTimeoutMs = 120_000;
const nothing = Buffer.alloc(0);

/** Target of a tunnel. */
export interface TunnelTarget {
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Key of failures in the report: `host:port`. */
  readonly authority: string;
}

/** A tunnel requested by the browser. */
export interface TunnelRequest {
  readonly client: Duplex;
  /** Undefined if the request contained no valid target. */
  readonly target: TunnelTarget | undefined;
  /** Sent to the client when the tunnel is established. */
  readonly successReply: Uint8Array | string;
  /** Sent to the client if the tunnel cannot be established. */
  readonly failureReply: Uint8Array | string;
  /** Sent to the client if the host is blocked for the caller. */
  readonly blockedReply: Uint8Array | string;
}

/** Returns the host and port of a URL as a tunnel target. */
export function tunnelTargetOf(url: URL): TunnelTarget {
  return { host: hostOf(url), port: portOf(url), authority: authorityOf(url) };
}

/**
 * Opens a tunnel if the target is allowed; otherwise rejects it, and the session's report contains
 * the reason. Returns a function that receives the client's bytes. Bytes received before the tunnel
 * is established are buffered.
 */
export function openTunnel(
  request: TunnelRequest,
  dialer: Connector,
  usage: UsageMeter,
): DataHandler {
  const { client, target, successReply } = request;
  if (target !== undefined && usage.isBlocked(target.host)) {
    refuse(client, request.blockedReply);
    return () => undefined;
  }
  if (target === undefined || !usage.admit(target.host)) {
    refuse(client, request.failureReply);
    return () => undefined;
  }
  const inspector = inspectTunnel(target, usage);
  const early: Buffer[] = [];
  let socket: Socket | undefined;

  function send(chunk: Buffer): void {
    if (socket === undefined) {
      early.push(chunk);
      client.pause();
      return;
    }
    inspector.inspectRequest(chunk);
    if (socket.destroyed || socket.write(chunk)) return;
    client.pause();
    socket.once('drain', () => client.resume());
  }
  function receive(chunk: Buffer): boolean {
    inspector.inspectResponse(chunk);
    if (client.destroyed) return true;
    client.write(chunk);
    if (client.writableLength === 0) return true;
    // The remaining bytes are still to be written from this buffer. The callback of an empty write
    // runs once all earlier writes are flushed.
    client.write(nothing, () => socket?.resume());
    return false;
  }
  function onConnected(dialled: Socket): void {
    if (client.destroyed || usage.isExhausted) {
      dialled.destroy();
      client.destroy();
      return;
    }
    socket = dialled;
    pipeBothWays(client, dialled, inspector);
    client.write(successReply);
    if (client.isPaused()) client.resume();
    // The socket of a customer's proxy is paused after the proxy's response.
    if (dialled.isPaused()) dialled.resume();
    for (const chunk of early.splice(0)) send(chunk);
  }
  dialer.connectTunnel(target, receive).then(onConnected, (error: unknown) => {
    usage.fail(target.authority, toEgressFailure(error, target.host));
    refuse(client, request.failureReply);
  });
  return send;
}

/** Connects both sockets. When one closes, the other is closed as well. */
function pipeBothWays(client: Duplex, target: Socket, inspector: TunnelInspector): void {
  target.on('end', () => client.end());
  target.on('close', () => {
    if (client.destroyed) return;
    inspector.abort();
    client.destroy();
  });
  target.setTimeout(idleTimeoutMs, () => target.destroy());
  client.on('end', () => target.end());
  client.on('close', () => target.destroy());
}

function refuse(client: Duplex, reply: Uint8Array | string): void {
  client.end(reply);
  // A paused stream would never emit `end`.
  client.resume();
}
