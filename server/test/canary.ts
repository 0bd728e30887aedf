import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';

/** A server on a private network; a test fails if anything reaches it. */
export interface Canary {
  readonly port: number;
  /** Number of connections and datagrams received on any IP address of this machine. */
  receivedCount(): number;
  close(): void;
}

const response =
  'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 32\r\nconnection: close\r\naccess-control-allow-origin: *\r\n\r\n<body style="background:#ff0000">';

/** Listens on every IP address of this machine, by TCP and UDP on one port. */
export async function startCanary(): Promise<Canary> {
  let received = 0;
  const tcp = createServer((socket) => {
    received += 1;
    socket.on('error', () => undefined).end(response);
  });
  await new Promise<void>((resolve) => tcp.listen(0, resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4', () => (received += 1));
  await new Promise<void>((resolve) => udp.bind(port, resolve));
  return {
    port,
    receivedCount: () => received,
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}
