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

/** Where a tunnel is to lead. */
export interface TunnelTarget {
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** As failures are told by: `host:port`. */
  readonly authority: string;
}

/** A connection the browser asks for. */
export interface TunnelWish {
  readonly client: Duplex;
  /** Undefined when what was asked for is no target. */
  readonly target: TunnelTarget | undefined;
  /** What tells the client that the tunnel stands. */
  readonly answer: Uint8Array | string;
  /** What tells it that none will. */
  readonly refusal: Uint8Array | string;
}

/** The target that a URL's host and port are. */
export function tunnelTargetOf(url: URL): TunnelTarget {
  return { host: hostOf(url), port: portOf(url), authority: authorityOf(url) };
}

/**
 * Opens a tunnel where the route may go; otherwise refuses it, and the route's report says why. What it gives takes the
 * client's bytes: those that come before the tunnel stands wait for it.
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
    // The rest is still read from this memory. What is told of nothing is told once all before it has gone.
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
    // A customer's proxy was paused once it had answered.
    if (dialled.isPaused()) dialled.resume();
    for (const chunk of early.splice(0)) send(chunk);
  }
  dialer.dialTunnel(target, receive).then(stand, (error: unknown) => {
    usage.fail(target.authority, toEgressFailure(error, target.host));
    refuse(wish);
  });
  return send;
}

/** Neither side outlives the other. */
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
  // Paused, it would never be seen to end.
  client.resume();
}
