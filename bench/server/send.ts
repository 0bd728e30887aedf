import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';

const requestTimeoutMs = 35_000;
/** The server closes unused connections after 72 s; one that it is closing must not be used. */
const unusedConnectionMs = 30_000;

/** A response, read completely. */
export interface ReadResponse {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Calls of one HTTP API, over connections that stay open. */
export interface Sender {
  /** Rejects without a response within 35 s. `signal` closes the connection. */
  send(
    method: string,
    path: string,
    options: { readonly body?: object | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<ReadResponse>;
  /** Like `send`, but an error response rejects with its status and body. Returns the body. */
  call(method: string, path: string, body?: object): Promise<Buffer>;
  /**
   * Remaining credits, from the header of the last response that had one; undefined before the
   * first.
   */
  creditsRemaining(): number | undefined;
}

/**
 * Creates a {@link Sender} of paths below `base`, with these headers in each request. It uses
 * `node:http`, because the clients share the processors with the server that they measure, and `fetch`
 * takes twice the time.
 */
export function createSender(base: URL, fixedHeaders: Readonly<Record<string, string>>): Sender {
  const agent = new Agent({ keepAlive: true, timeout: unusedConnectionMs });
  const { hostname, port, pathname } = base;
  let remaining: number | undefined;
  const sender: Sender = {
    creditsRemaining: () => remaining,
    call: async (method, path, body) => {
      const { status, bytes } = await sender.send(method, path, { body });
      if (status >= 400) throw new Error(`HTTP ${status}: ${bytes.toString().slice(0, 200)}`);
      return bytes;
    },
    send: async (method, path, { body, signal }) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...fixedHeaders,
        'content-type': 'application/json',
        ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
      };
      const target = { agent, hostname, port, method, path: `${pathname}${path}`, headers };
      const sent = request({ ...target, ...(signal && { signal }) });
      const timer = setTimeout(
        () => sent.destroy(new Error(`${path} timed out`)),
        requestTimeoutMs,
      );
      try {
        const response = await responseTo(sent.end(text));
        const bytes = await bytesOf(response);
        const header = response.headers['x-credits-remaining'];
        if (header !== undefined) remaining = Number(header);
        return { status: response.statusCode ?? 0, bytes };
      } finally {
        clearTimeout(timer);
      }
    },
  };
  return sender;
}

function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
  });
}

function bytesOf(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => resolve(Buffer.concat(chunks)));
    response.once('error', reject);
  });
}
