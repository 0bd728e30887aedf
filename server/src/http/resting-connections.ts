import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Follows the connections of a server; the answer ends those that rest: between two requests, or never used at all, as
 * browsers keep them in reserve. The framework's own closing waits for the latter, and for some of the former.
 */
export function followConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
