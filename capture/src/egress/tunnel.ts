import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostOf, portOf } from './address-policy.ts';
import { toEgressFailure } from './egress-failure.ts';
import { authorityOf } from './plain-request.ts';
import type { RouteDialer } from './route-dialer.ts';
import type { RouteUsage } from './route-usage.ts';
import type { TakeBytes } from './socks.ts';
import { followTalk } from './tunnel-talk.ts';
import type { Talk } from './tunnel-talk.ts';

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
export interface TunnelWish {
  readonly client: Duplex;
  /** Undefined if the request contained no valid target. */
  readonly target: TunnelTarget | undefined;
  /** Sent to the client when the tunnel is established. */
  readonly answer: Uint8Array | string;
  /** Sent to the client if the tunnel cannot be established. */
  readonly refusal: Uint8Array | string;
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
export function openTunnel(wish: TunnelWish, dialer: RouteDialer, usage: RouteUsage): TakeBytes {
  const { client, target, answer } = wish;
  if (target === undefined || !usage.admit(target.host)) {
    refuse(wish);
    return () => undefined;
  }
  const talk = followTalk(target, usage);
  const early: Buffer[] = [];
  let socket: Socket | undefined;

  function send(chunk: Buffer): void {
    if (socket === undefined) {
      early.push(chunk);
      client.pause();
      return;
    }
    talk.ask(chunk);
    if (socket.destroyed || socket.write(chunk)) return;
    client.pause();
    socket.once('drain', () => client.resume());
  }
  function receive(chunk: Buffer): boolean {
    talk.hear(chunk);
    if (client.destroyed) return true;
    client.write(chunk);
    if (client.writableLength === 0) return true;
    // The remaining bytes are still to be written from this buffer. The callback of an empty write
    // runs once all earlier writes are flushed.
    client.write(nothing, () => socket?.resume());
    return false;
  }
  function stand(dialled: Socket): void {
    if (client.destroyed || usage.isExhausted) {
      dialled.destroy();
      client.destroy();
      return;
    }
    socket = dialled;
    joinEnds(client, dialled, talk);
    client.write(answer);
    if (client.isPaused()) client.resume();
    // The socket of a customer's proxy is paused after the proxy's response.
    if (dialled.isPaused()) dialled.resume();
    for (const chunk of early.splice(0)) send(chunk);
  }
  dialer.dialTunnel(target, receive).then(stand, (error: unknown) => {
    usage.fail(target.authority, toEgressFailure(error, target.host));
    refuse(wish);
  });
  return send;
}

/** Connects both sockets. When one closes, the other is closed as well. */
function joinEnds(client: Duplex, target: Socket, talk: Talk): void {
  target.on('end', () => client.end());
  target.on('close', () => {
    if (client.destroyed) return;
    talk.breakOff();
    client.destroy();
  });
  target.setTimeout(idleTimeoutMs, () => target.destroy());
  client.on('end', () => target.end());
  client.on('close', () => target.destroy());
}

function refuse({ client, refusal }: TunnelWish): void {
  client.end(refusal);
  // A paused stream would never emit `end`.
  client.resume();
}
