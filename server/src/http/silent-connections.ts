import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Follows the connections of a server; the answer ends those over which nothing has come. Node's own closing waits for
 * them, and browsers keep such connections open in reserve.
 */
export function followSilentConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
