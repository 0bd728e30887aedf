import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { vi } from 'vitest';

/** A received request. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
}

/** A fake webhook endpoint on this machine. */
export interface WebhookReceiver {
  readonly url: string;
  /** `127.0.0.1:port`, for ALLOW_PRIVATE_TARGETS. */
  readonly host: string;
  readonly received: ReceivedRequest[];
  /** Returns the number of connections so far. */
  connections(): number;
  /** Handler of further requests; responds with 204 by default. */
  response: (req: ReceivedRequest, res: ServerResponse) => void;
  until(count: number): Promise<void>;
  close(): void;
}

/** Starts a {@link WebhookReceiver} on a free port. */
export async function startWebhookReceiver(
  response?: WebhookReceiver['response'],
): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  let connected = 0;
  const server = createServer((req, res) => {
    const handled = readBody(req).then((body) => {
      const request = {
        path: req.url ?? '',
        headers: req.headers as Record<string, string>,
        body,
        at: Date.now(),
      };
      received.push(request);
      receiver.response(request, res);
    });
    handled.catch(() => res.destroy());
  });
  server.on('connection', () => {
    connected += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received,
    connections: () => connected,
    response: response ?? ((_req, res) => res.writeHead(204).end()),
    until: async (count) => {
      await vi.waitUntil(() => received.length >= count, { timeout: 15_000, interval: 10 });
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of req) chunks.push(chunk as Buffer);
  } catch {
    // The request was cut off: the part that arrived is recorded.
  }
  return Buffer.concat(chunks).toString('utf8');
}
