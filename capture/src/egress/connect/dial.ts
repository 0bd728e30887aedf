import type { LookupAddress } from 'node:dns';
import { connect, isIP } from 'node:net';
import type { OnReadOpts, Socket, TcpNetConnectOpts } from 'node:net';
import { EgressFailure, toEgressFailure } from './egress-failure.ts';
import type { ReadBuffers } from './read-buffers.ts';

const defaultTimeoutMs = 10_000;
/** Maximum time per IP before the next one is tried. Unit: ms. */
const attemptMs = 500;

/**
 * Consumes received data in a reused buffer. Returns true once the chunk has been consumed
 * completely. After false, nothing is read until the socket's `resume`.
 */
export type Receive = (chunk: Buffer) => boolean;

/** Options for reading a connection without `data` events. */
export interface Reading {
  readonly receive: Receive;
  readonly buffers: ReadBuffers;
}

/** Target of a connection: only these checked IPs. */
export interface DialOptions {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly LookupAddress[];
  readonly reading?: Reading | undefined;
  /** Unit: ms. Default: 10 000. */
  readonly timeoutMs?: number;
}

/**
 * Connects to one of the IPs, of whichever family responds first. Rejects with an `EgressFailure`.
 */
export function dial(options: DialOptions): Promise<Socket> {
  const { host, port, addresses, reading, timeoutMs = defaultTimeoutMs } = options;
  return new Promise((resolve, reject) => {
    const pooled = reading && openReader(reading);
    const socket = connect({
      ...connectOptions(addresses),
      port,
      noDelay: true,
      onread: pooled?.onread,
    });
    if (pooled !== undefined) socket.on('close', pooled.release);
    const timer = setTimeout(() => {
      socket.destroy(new EgressFailure('connection_timeout', `${host} did not respond in time.`));
    }, timeoutMs);
    socket.on('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    // This listener remains: the receiver of the socket handles `close`, which follows every error.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(toEgressFailure(error, host));
    });
  });
}

/** Returns connect options: a single IP is used directly, several are tried in turn. */
function connectOptions(addresses: readonly LookupAddress[]): Omit<TcpNetConnectOpts, 'port'> {
  const [first] = addresses;
  if (addresses.length === 1 && first !== undefined && isIP(first.address) !== 0) {
    return { host: first.address };
  }
  return {
    // Never an IP literal, so that `lookup` below is always called. It returns only the checked
    // IPs.
    host: 'checked.invalid',
    lookup: (_name, _options, done) => done(null, [...addresses]),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
  };
}

/** Creates a reader with one buffer for all data of a connection. */
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
      // If not free, its last bytes may still be waiting to be written.
      if (isFree) buffers.release(buffer);
    },
  };
}
