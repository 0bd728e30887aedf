import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server that is closed at the end of the test; returns its URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

/** Returns the URL of a port on which no program listens. */
export async function unusedUrl(): Promise<string> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** A TCP relay to a server, whose connections can be cut. */
export interface Relay {
  readonly url: string;
  /** Closes the open connections of clients without a response. */
  cut(): void;
}

/** Starts a {@link Relay} that is closed at the end of the test. */
export async function startRelay(targetUrl: string): Promise<Relay> {
  const { hostname, port } = new URL(targetUrl);
  const cuts = new Set<() => void>();
  const server = createTcpServer((client) => {
    const target = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      target.destroy();
    };
    cuts.add(cut);
    for (const socket of [client, target]) socket.on('error', cut).on('close', cut);
    client.on('close', () => cuts.delete(cut));
    client.pipe(target).pipe(client);
  });
  const cut = () => {
    for (const one of cuts) one();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { url: `http://127.0.0.1:${await portOf(server)}`, cut };
}

async function portOf(server: Server | TcpServer): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
