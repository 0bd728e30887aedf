import type { LookupAddress } from 'node:dns';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { EgressFailure, toEgressFailure } from './egress-failure.ts';

const defaultTimeoutMs = 10_000;
/** How long one address may take before the next is tried. */
const attemptMs = 500;

/** Where to connect: the judged addresses and nothing else. */
export interface DialOptions {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly LookupAddress[];
  /** Default 10 000. */
  readonly timeoutMs?: number;
}

/** Connects to one of the addresses given, whichever family answers first. Rejects with an `EgressFailure`. */
export function dial(options: DialOptions): Promise<Socket> {
  const { host, port, addresses, timeoutMs = defaultTimeoutMs } = options;
  return new Promise((resolve, reject) => {
    const socket = connect({
      // Never a literal: the "lookup" below is then always asked, and knows only the judged addresses.
      host: 'judged.invalid',
      port,
      lookup: (_name, _options, done) => done(null, [...addresses]),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      noDelay: true,
    });
    const timer = setTimeout(() => {
      socket.destroy(new EgressFailure('connection_timeout', `${host} did not answer in time.`));
    }, timeoutMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
    function fail(error: Error): void {
      clearTimeout(timer);
      reject(toEgressFailure(error, host));
    }
    socket.once('error', fail);
  });
}
