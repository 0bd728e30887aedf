import type { Socket } from 'node:net';
import { buildConnector, Client, errors } from 'undici';
import { ignoreErrors } from '../../lib/run-in-background.ts';
import type { ConnectOutbound } from './outbound-sender.ts';

/** Connections to URLs that customers chose. */
export interface OutboundNetwork {
  /** Checks, resolves and connects; see {@link ConnectOutbound}. */
  readonly connect: ConnectOutbound;
  /** Explains an error of `connect`. Returns undefined if the error is not one of its own. */
  explain(error: unknown): { readonly reason: string; readonly sentence: string } | undefined;
}

const tlsTimeoutMs = 15_000;
const maxHeaderBytes = 16 * 1_024;

class DeadlineError extends Error {}

/** A deadline for the steps of one request. */
export interface Deadline {
  /** Settles like `work`, or rejects at the deadline. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Releases the timer. */
  end(): void;
}

/** Starts a deadline that ends after `timeoutMs` or with the signal. */
export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const late = Promise.withResolvers<never>();
  // Not awaited if the connection cannot be started.
  ignoreErrors(late.promise);
  const abort = () => late.reject(new DeadlineError());
  const timer = setTimeout(abort, timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    race: (work) => Promise.race([work, late.promise]),
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

/** One checked connection for one request. */
export interface Line {
  /** Rejects if the connection fails or is closed before it is ready. */
  readonly client: Promise<Client>;
  /** Not awaited, so that a hanging receiver cannot delay the sender. */
  close(): void;
}

/** Opens a connection to the host of a URL. Returns at once. */
export function openLine(
  { connect }: OutboundNetwork,
  { origin, hostname, protocol, port }: URL,
): Line {
  const isSecure = protocol === 'https:';
  const dialing = connect({
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 443 : 80)),
  });
  let isClosed = false;
  const opening = async (): Promise<Client> => {
    const socket = await dialing;
    socket.on('error', () => undefined);
    const client = new Client(origin, {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connectorFor(socket, isSecure),
    });
    if (!isClosed) return client;
    await shut(client, socket);
    throw new DeadlineError();
  };
  const client = opening();
  client.catch(() => undefined);
  return {
    client,
    close: () => {
      isClosed = true;
      Promise.all([client, dialing]).then(
        ([open, socket]) => shut(open, socket),
        () => undefined,
      );
    },
  };
}

async function shut(client: Client, socket: Socket): Promise<void> {
  socket.destroy();
  await client.destroy().catch(() => undefined);
}

/**
 * Provides the open connection once. A second request would need a connection that was not checked.
 */
function connectorFor(socket: Socket, isSecure: boolean): buildConnector.connector {
  const secure = buildConnector({ allowH2: false, maxCachedSessions: 0, timeout: tlsTimeoutMs });
  let isTaken = false;
  return (target, callback) => {
    if (isTaken) {
      callback(new Error('the connection was closed'), null);
      return;
    }
    isTaken = true;
    if (isSecure) secure({ ...target, httpSocket: socket }, callback);
    // Deferred until this call has returned; otherwise undici would not notice the connection.
    else queueMicrotask(() => callback(null, socket));
  };
}

/** Returns the code and the sentence for an error of a request to `url` with this deadline. */
export function describeFailure(
  { explain }: OutboundNetwork,
  error: unknown,
  { url, timeoutMs }: { readonly url: string; readonly timeoutMs: number },
): { readonly code: string; readonly message: string } {
  const { hostname } = new URL(url);
  if (error instanceof DeadlineError) {
    const seconds = Math.round(timeoutMs / 1_000);
    return { code: 'timeout', message: `${hostname} did not respond within ${seconds} seconds.` };
  }
  const known = explain(error);
  if (known) return { code: known.reason, message: known.sentence };
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return { code: 'bad_answer', message: `${hostname} did not respond in HTTP.` };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TLS|SSL|CERT|SIGNED|VERIFY/.test(code)) {
    return {
      code: 'tls_error',
      message: `A secure connection to ${hostname} could not be established.`,
    };
  }
  return { code: 'connection_reset', message: `${hostname} closed the connection.` };
}
