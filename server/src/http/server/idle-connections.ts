import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks the connections of a server. Returns a function that closes the idle ones: those between
 * two requests, and unused ones that browsers open in reserve. The framework's own close waits for
 * the latter and for some of the former.
 */
export function trackConnections(server: Server): () => void {
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
