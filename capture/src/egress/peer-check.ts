import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { sessionPids } from '../browser/process-memory.ts';
import type { EgressClient } from './egress.ts';
import type { SocketOwners } from './socket-owners.ts';
import { openSocketOwners } from './socket-owners.ts';

/** Tells whether an accepted connection comes from the browser that its route belongs to. */
export interface PeerCheck {
  isAllowed(connection: Socket, client: EgressClient): Promise<boolean>;
  /** Starts what the check needs, so that the first connection does not wait for it. */
  warm(): void;
}

/**
 * Makes the check. A browser that has a user of its own is known by that; one that shares ours by its processes, which
 * are those of one session (setsid). On systems other than Linux every connection is allowed.
 */
export function createPeerCheck(open = openSocketOwners): PeerCheck {
  let owners: SocketOwners | undefined;
  const isOfSession = createSessionCheck();
  const warm = (): SocketOwners => (owners ??= open());
  return {
    warm,
    async isAllowed({ remotePort, localPort }, client) {
      if (client === 'any' || process.platform !== 'linux') return true;
      if (remotePort === undefined || localPort === undefined) return false;
      // The peer's socket has the two ports the other way round.
      const owner = await warm().find({ localPort: remotePort, remotePort: localPort });
      if (owner === 'unknown') return true;
      if (owner === undefined || owner.uid !== client.uid) return false;
      return owner.uid !== process.getuid?.() || isOfSession(client.sessionId, owner.inode);
    },
  };
}

/** Tells whether a process of a session holds a socket. Nearly always it is the same process: the network service. */
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
    // The highest descriptors are mostly the latest.
    return readdirSync(folder)
      .toReversed()
      .some((fd) => readLink(`${folder}/${fd}`) === link);
  } catch {
    // The process has ended, or does not show what it holds.
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
