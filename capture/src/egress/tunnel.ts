import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { EgressFailure } from './egress-failure.ts';
import type { RouteDialer } from './route-dialer.ts';
import type { RouteUsage } from './route-usage.ts';

const idleTimeoutMs = 120_000;
const tlsAlert = 0x15;
const tlsHandshake = 0x16;

/** A `CONNECT` the browser has sent. */
export interface TunnelRequest {
  readonly client: Duplex;
  /** What the browser has sent behind its request. */
  readonly head: Buffer;
  readonly host: string;
  readonly port: number;
  readonly authority: string;
}

/** Connects and then carries bytes both ways; the dialer's failure reaches the caller before anything is answered. */
export async function openTunnel(
  request: TunnelRequest,
  dialer: RouteDialer,
  usage: RouteUsage,
): Promise<void> {
  const { client, head, host, port } = request;
  const target = await dialer.dialTunnel(host, port);
  if (client.destroyed || usage.isExhausted) {
    target.destroy();
    client.destroy();
    return;
  }
  join(client, target);
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  // Before anybody listens, or only those that listen already would see it.
  if (head.length > 0) client.unshift(head);
  watchHandshake(request, target, usage);
  client.pipe(target);
  target.on('data', (chunk: Buffer) => {
    usage.receive(chunk.length);
    if (client.destroyed || client.write(chunk)) return;
    target.pause();
    client.once('drain', () => target.resume());
  });
  target.on('end', () => client.end());
  // A customer's proxy was read up to its answer and then paused.
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

/** The first bytes of each side tell whether encryption came about; the rest cannot be read. */
function watchHandshake(
  { client, host, authority }: TunnelRequest,
  target: Socket,
  usage: RouteUsage,
): void {
  let isTls = false;
  let hasAnswered = false;
  client.once('data', (chunk: Buffer) => {
    isTls = chunk[0] === tlsHandshake;
  });
  target.once('data', (chunk: Buffer) => {
    hasAnswered = true;
    if (!isTls || chunk[0] === tlsHandshake) return;
    const says =
      chunk[0] === tlsAlert ? 'refused the encryption offered' : 'does not offer encryption';
    usage.fail(authority, new EgressFailure('tls_error', `${host} ${says} at this port.`));
  });
  target.once('close', () => {
    if (!isTls || hasAnswered || client.destroyed) return;
    usage.fail(authority, new EgressFailure('connection_reset', `${host} broke the connection.`));
  });
}
