import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { sessionPids } from '../browser/pool/process-memory.ts';
import type { EgressClient } from './egress.ts';
import type { SocketOwners } from './socket-owners.ts';
import { openSocketOwners } from './socket-owners.ts';

/** Checks that an accepted connection comes from the browser that its proxy session belongs to. */
export interface PeerCheck {
  isAllowed(connection: Socket, client: EgressClient): Promise<boolean>;
  /** Starts the helper of the check, so that the first connection does not wait for it. */
  warm(): void;
}

/**
 * Creates the check. A browser with a dedicated user is identified by that user. A browser that
 * shares ours is identified by its processes, which form one session (setsid). On systems other
 * than Linux every connection is allowed.
 */
export function createPeerCheck(open = openSocketOwners): PeerCheck {
  let owners: SocketOwners | undefined;
  const isOfSession = createSessionCheck();
  const warm = (): SocketOwners => (owners ??= open());
  return {
    warm,
    async isAllowed({ remotePort, localPort }, client) {
      if (client === 'any' || process.platform !== 'linux') return true;
      // No other process reaches the socket.
      if ('handle' in client) return true;
      if (remotePort === undefined || localPort === undefined) return false;
      // The peer's socket has the two ports in reverse order.
      const owner = await warm().find({ localPort: remotePort, remotePort: localPort });
      if (owner === 'unknown') return true;
      if (owner === undefined || owner.uid !== client.uid) return false;
      return owner.uid !== process.getuid?.() || isOfSession(client.sessionId, owner.inode);
    },
  };
}

/**
 * Creates a check that a process of a session holds a socket. It is nearly always the same process:
 * the network service.
 */
function createSessionCheck(): (sessionId: number, inode: number) => boolean {
  const lastPids = new Map<number, number>();
  return (sessionId, inode) => {
    const last = lastPids.get(sessionId);
    if (last !== undefined && holdsSocket(last, inode)) return true;
    const pid = sessionPids(sessionId).find((one) => holdsSocket(one, inode));
    if (pid === undefined) return false;
    lastPids.set(sessionId, pid);
    return true;
  };
}

function holdsSocket(pid: number, inode: number): boolean {
  const folder = `/proc/${pid}/fd`;
  const link = `socket:[${inode}]`;
  try {
    // The highest descriptors are usually the newest.
    return readdirSync(folder)
      .toReversed()
      .some((fd) => readLink(`${folder}/${fd}`) === link);
  } catch {
    // The process has exited, or its descriptors are not readable.
    return false;
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
