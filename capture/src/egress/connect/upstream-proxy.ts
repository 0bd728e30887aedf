import type { Socket } from 'node:net';
import { hostOf, portOf } from '../policy/address-policy.ts';
import { EgressFailure } from './egress-failure.ts';

/** A customer's proxy. */
export interface UpstreamProxy {
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

const answerTimeoutMs = 10_000;
const maxAnswerBytes = 16 * 1024;

/** Parses `http://[user:password@]host:port`. Throws an `EgressFailure` for anything else. */
export function parseUpstreamProxy(text: string): UpstreamProxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:')
    throw proxyFailure('The proxy must have the form http://host:port.');
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  const authorization =
    credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { host: hostOf(url), port: portOf(url), authorization };
}

/** Decodes percent-encoding. A stray `%` remains unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Requests a tunnel to `authority` from the proxy behind `socket`. Rejects with an `EgressFailure`.
 */
export async function requestTunnel(
  socket: Socket,
  authority: string,
  { authorization }: UpstreamProxy,
): Promise<void> {
  const credentials =
    authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`);
  const head = await readHead(socket);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
  if (status !== 200) throw explainStatus(status);
}

/** Converts a proxy's error status to a failure. */
export function explainStatus(status: number): EgressFailure {
  if (status === 407) return proxyFailure('The proxy rejected the user name and password.');
  return proxyFailure(
    Number.isNaN(status)
      ? 'The server at this address did not respond like an HTTP proxy.'
      : `The proxy responded with status ${status}.`,
  );
}

/** Creates a failure of the customer's proxy. */
export function proxyFailure(sentence: string): EgressFailure {
  return new EgressFailure('proxy_connection_failed', sentence);
}

/** Reads the response up to its empty line. Later bytes are returned to the socket. */
function readHead(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    const timer = setTimeout(
      () => finish(proxyFailure('The proxy did not respond in time.')),
      answerTimeoutMs,
    );
    function finish(outcome: string | EgressFailure): void {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).off('error', onClose).pause();
      if (typeof outcome === 'string') resolve(outcome);
      else reject(outcome);
    }
    function onClose(): void {
      finish(proxyFailure('The proxy closed the connection.'));
    }
    function onData(chunk: Buffer): void {
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf('\r\n\r\n');
      if (end < 0 && held.length <= maxAnswerBytes) return;
      finish(held.toString('latin1', 0, Math.max(end, 0)));
      if (end >= 0 && held.length > end + 4) socket.unshift(held.subarray(end + 4));
    }
    socket.on('data', onData).on('close', onClose).on('error', onClose);
  });
}
