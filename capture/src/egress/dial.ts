import type { LookupAddress } from 'node:dns';
import { connect, isIP } from 'node:net';
import type { OnReadOpts, Socket, TcpNetConnectOpts } from 'node:net';
import { EgressFailure, toEgressFailure } from './egress-failure.ts';
import type { ReadBuffers } from './read-buffers.ts';

const defaultTimeoutMs = 10_000;
/** How long one address may take before the next is tried. */
const attemptMs = 500;

/**
 * Takes what a connection brings, in memory that is used again: all of it is to be gone when this answers true. After
 * false nothing is read until the socket's `resume`.
 */
export type Receive = (chunk: Buffer) => boolean;

/** How a connection is read without `data` events. */
export interface Reading {
  readonly receive: Receive;
  readonly buffers: ReadBuffers;
}

/** Where to connect: the judged addresses and nothing else. */
export interface DialOptions {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly LookupAddress[];
  readonly reading?: Reading | undefined;
  /** Default 10 000. */
  readonly timeoutMs?: number;
}

/** Connects to one of the addresses given, whichever family answers first. Rejects with an `EgressFailure`. */
export function dial(options: DialOptions): Promise<Socket> {
  const { host, port, addresses, reading, timeoutMs = defaultTimeoutMs } = options;
  return new Promise((resolve, reject) => {
    const pooled = reading && openReader(reading);
    const socket = connect({
      ...howToReach(addresses),
      port,
      noDelay: true,
      onread: pooled?.onread,
    });
    if (pooled !== undefined) socket.on('close', pooled.release);
    const timer = setTimeout(() => {
      socket.destroy(new EgressFailure('connection_timeout', `${host} did not answer in time.`));
    }, timeoutMs);
    socket.on('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    // Stays: whoever gets the socket looks at its end, which follows every error.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(toEgressFailure(error, host));
    });
  });
}

/** A single address is dialled as it stands; of several, each gets its turn. */
function howToReach(addresses: readonly LookupAddress[]): Omit<TcpNetConnectOpts, 'port'> {
  const [first] = addresses;
  if (addresses.length === 1 && first !== undefined && isIP(first.address) !== 0) {
    return { host: first.address };
  }
  return {
    // Never a literal: the "lookup" below is then always asked, and knows only the judged addresses.
    host: 'judged.invalid',
    lookup: (_name, _options, done) => done(null, [...addresses]),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
  };
}

/** One buffer for all that a connection brings. */
function openReader({ receive, buffers }: Reading): { onread: OnReadOpts; release(): void } {
  const buffer = buffers.take();
  let isFree = true;
  function callback(length: number): boolean {
    isFree = receive(buffer.subarray(0, length));
    return isFree;
  }
  return {
    onread: { buffer, callback },
    release() {
      // Otherwise its last bytes may still be on their way out.
      if (isFree) buffers.giveBack(buffer);
    },
  };
}
