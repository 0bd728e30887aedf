import type { AddressPolicy } from '../policy/address-policy.ts';
import type { EgressResponse, EgressRequest } from './messages.ts';
import { createPeerCheck } from '../peer-check.ts';
import type { SessionServer } from '../proxy/session-server.ts';
import { openSessionServer } from '../proxy/session-server.ts';
import { createReadBuffers } from '../connect/read-buffers.ts';
import type { Lookup } from '../connect/resolve-allowed.ts';
import { lookupAll } from '../connect/resolve-allowed.ts';

/** All proxy sessions of one process, opened and closed by message. */
export interface ProxySessions {
  respond(request: EgressRequest): Promise<EgressResponse>;
}

/**
 * Creates an empty set of proxy sessions, indexed by port. `lookup` resolves names. Default: the
 * system's resolver.
 */
export function createProxySessions(
  policy: AddressPolicy,
  lookup: Lookup = lookupAll,
): ProxySessions {
  const sessions = new Map<number, SessionServer>();
  const dependencies = {
    policy,
    lookup,
    isOwnPort: (port: number) => sessions.has(port),
    buffers: createReadBuffers(),
    peers: createPeerCheck(),
  };

  async function respond(request: EgressRequest): Promise<EgressResponse> {
    const { id } = request;
    if (request.kind === 'open') {
      const session = await openSessionServer(request.options, dependencies);
      const { port, proxyServer } = session;
      sessions.set(port, session);
      return { id, kind: 'opened', port, proxyServer };
    }
    const session = sessions.get(request.port);
    if (session === undefined)
      return { id, kind: 'refused', message: 'The proxy session is closed.' };
    if (request.kind === 'report') return { id, kind: 'report', report: session.report() };
    sessions.delete(request.port);
    return { id, kind: 'report', report: session.close() };
  }
  return {
    respond: (request) =>
      respond(request).catch((error: unknown) => ({
        id: request.id,
        kind: 'refused' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
  };
}
