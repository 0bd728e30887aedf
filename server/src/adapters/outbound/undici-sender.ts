import type { Socket } from 'node:net';
import { buildConnector, Client, errors, type Dispatcher } from 'undici';
import { ignoreErrors } from '../../lib/run-in-background.ts';
import type { ConnectOutbound, OutboundMessage, OutboundSender } from './outbound-sender.ts';

interface SenderOptions {
  /** Checks, resolves and connects; see {@link ConnectOutbound}. */
  readonly connect: ConnectOutbound;
  /** Explains an error of `connect`. Returns undefined if the error is not one of its own. */
  explain(error: unknown): { readonly reason: string; readonly sentence: string } | undefined;
  /** Maximum time from DNS resolution to the status. Unit: ms. Default: 15 000. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 15_000;
/**
 * Maximum time to read the body once the status is known. The body is only for display. Unit: ms.
 */
const bodyMs = 2_000;
const bodyBytes = 64 * 1_024;
const maxHeaderBytes = 16 * 1_024;

class DeadlineError extends Error {}

/** Creates an {@link OutboundSender} over undici. */
export function createOutboundSender(options: SenderOptions): OutboundSender {
  const { timeoutMs = usualTimeoutMs } = options;
  const send =
    (method: 'POST' | 'PUT'): OutboundSender['post'] =>
    async (message, signal) => {
      const startedAt = performance.now();
      const elapsed = () => Math.round(performance.now() - startedAt);
      const late = Promise.withResolvers<never>();
      // Not awaited if the connection cannot be started.
      ignoreErrors(late.promise);
      const abort = () => late.reject(new DeadlineError());
      const timer = setTimeout(abort, timeoutMs);
      signal?.addEventListener('abort', abort, { once: true });
      const line = openLine(options, new URL(message.url));
      try {
        const response = await Promise.race([request(line, { method, ...message }), late.promise]);
        const durationMs = elapsed();
        const { bytes, isCut } = await readSome(response.body);
        return {
          kind: 'answered',
          durationMs,
          statusCode: response.statusCode,
          headers: plainHeaders(response.headers),
          body: bytes,
          isBodyCut: isCut,
        };
      } catch (error) {
        return { kind: 'failed', durationMs: elapsed(), ...describe(options, error, message) };
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        line.close();
      }
    };
  return { post: send('POST'), put: send('PUT') };
}

/** One checked connection for one request. */
interface Line {
  /** Rejects if the connection fails or is closed before it is ready. */
  readonly client: Promise<Client>;
  /** Not awaited, so that a hanging receiver cannot delay the sender. */
  close(): void;
}

function openLine({ connect }: SenderOptions, { origin, hostname, protocol, port }: URL): Line {
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
  const secure = buildConnector({ allowH2: false, maxCachedSessions: 0, timeout: usualTimeoutMs });
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

async function request(
  line: Line,
  { url, headers, body, method }: OutboundMessage & { readonly method: 'POST' | 'PUT' },
) {
  const { pathname, search } = new URL(url);
  const client = await line.client;
  return client.request({ method, path: pathname + search, headers, body });
}

/** Reads the first 64 KiB that arrive in time. A truncated body yields the part that arrived. */
async function readSome(
  stream: Dispatcher.ResponseData['body'],
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = true;
  stream.on('error', () => undefined);
  const timer = setTimeout(() => stream.destroy(), bodyMs);
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, bodyBytes - size));
      size += bytes.length;
      if (size > bodyBytes) break;
    }
    isCut = size > bodyBytes;
  } catch {
    // The status is already known; a truncated body changes nothing.
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  return { bytes: Buffer.concat(chunks), isCut };
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function describe(
  { explain, timeoutMs = usualTimeoutMs }: SenderOptions,
  error: unknown,
  { url }: OutboundMessage,
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
