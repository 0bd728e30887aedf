import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { hostOf, portOf } from './address-policy.ts';
import { EgressFailure, toEgressFailure } from './egress-failure.ts';
import { authorityOf } from './plain-request.ts';
import type { RouteDialer } from './route-dialer.ts';
import type { RouteUsage } from './route-usage.ts';

const idleTimeoutMs = 120_000;
const tlsAlert = 0x15;
const tlsHandshake = 0x16;

/** A connection the browser asks for. */
export interface TunnelWish {
  readonly client: Duplex;
  /** Where to; undefined when what was asked for is no target. */
  readonly url: URL | undefined;
  /** What tells the client that the tunnel stands. */
  readonly answer: Uint8Array | string;
  /** What tells it that none will. */
  readonly refusal: Uint8Array | string;
}

/** Opens a tunnel where the route may go; otherwise refuses it, and the route's report says why. */
export async function grantTunnel(
  { client, url, answer, refusal }: TunnelWish,
  dialer: RouteDialer,
  usage: RouteUsage,
): Promise<void> {
  const refuse = (): void => {
    client.end(refusal);
    // Paused, it would never be seen to end.
    client.resume();
  };
  if (url === undefined || !usage.admit(url.hostname)) return refuse();
  const target = { host: hostOf(url), port: portOf(url), authority: authorityOf(url) };
  try {
    await openTunnel({ client, answer, ...target }, dialer, usage);
  } catch (error) {
    usage.fail(target.authority, toEgressFailure(error, target.host));
    refuse();
  }
}

interface TunnelRequest {
  readonly client: Duplex;
  readonly host: string;
  readonly port: number;
  readonly authority: string;
  readonly answer: Uint8Array | string;
}

/** Connects and then carries bytes both ways; the dialer's failure reaches the caller before anything is answered. */
async function openTunnel(
  request: TunnelRequest,
  dialer: RouteDialer,
  usage: RouteUsage,
): Promise<void> {
  const { client, host, port, answer } = request;
  const target = await dialer.dialTunnel(host, port);
  if (client.destroyed || usage.isExhausted) {
    target.destroy();
    client.destroy();
    return;
  }
  const talk = followTalk(request, usage);
  const hasLeft = (): void => {
    if (!client.destroyed) talk.breakOff();
  };
  target.once('error', hasLeft).once('close', hasLeft);
  join(client, target);
  client.write(answer);
  client.on('data', (chunk: Buffer) => {
    talk.ask(chunk);
    if (target.destroyed || target.write(chunk)) return;
    client.pause();
    target.once('drain', () => client.resume());
  });
  client.on('end', () => target.end());
  target.on('data', (chunk: Buffer) => {
    talk.hear(chunk);
    if (client.destroyed || client.write(chunk)) return;
    target.pause();
    client.once('drain', () => target.resume());
  });
  target.on('end', () => client.end());
  // Both were paused: a client once it had asked, a customer's proxy once it had answered.
  client.resume();
  target.resume();
}

/** Neither side outlives the other. */
function join(client: Duplex, target: Socket): void {
  client.on('error', () => target.destroy());
  client.on('close', () => target.destroy());
  target.on('error', () => client.destroy());
  target.on('close', () => client.destroy());
  target.setTimeout(idleTimeoutMs, () => target.destroy());
}

/** What can be told of a conversation without taking part in it. */
interface Talk {
  ask(chunk: Buffer): void;
  hear(chunk: Buffer): void;
  /** The target has gone first. */
  breakOff(): void;
}

/**
 * Counts bytes and, where nothing is encrypted, requests: a browser sends each as a chunk of its own. The first bytes
 * of each side tell whether encryption came about; what follows cannot be read.
 */
function followTalk({ host, authority }: TunnelRequest, usage: RouteUsage): Talk {
  let isTls: boolean | undefined;
  let hasAnswered = false;
  return {
    ask(chunk) {
      // The first request was admitted with its connection.
      if (isTls === undefined) isTls = chunk[0] === tlsHandshake;
      else if (!isTls && startsRequest(chunk)) usage.admit(host);
    },
    hear(chunk) {
      usage.receive(chunk.length);
      if (hasAnswered) return;
      hasAnswered = true;
      if (isTls !== true || chunk[0] === tlsHandshake) return;
      const says =
        chunk[0] === tlsAlert ? 'refused the encryption offered' : 'does not offer encryption';
      usage.fail(authority, new EgressFailure('tls_error', `${host} ${says} at this port.`));
    },
    breakOff() {
      if (isTls === undefined || hasAnswered || usage.isExhausted) return;
      usage.fail(authority, new EgressFailure('connection_reset', `${host} broke the connection.`));
    },
  };
}

/** `GET /`, `POST /`, `OPTIONS *` …: told by its first bytes. */
function startsRequest(chunk: Buffer): boolean {
  return /^[A-Z]{3,16} [/*]/.test(chunk.toString('latin1', 0, 18));
}
