import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One message received by a customer's endpoint. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A customer's endpoint on this machine; its response can be changed at any time. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  response: { readonly status: number; readonly body: string };
}

/** Serves a {@link Receiver} until it is disposed of; the initial response is 204. */
export async function serveReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      received.push({ headers: req.headers, body: Buffer.concat(chunks).toString('utf8') });
      res.writeHead(receiver.response.status, { 'content-type': 'text/plain' });
      res.end(receiver.response.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks/a-path-that-is-longer-than-forty-characters`,
    received,
    response: { status: 204, body: '' },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
