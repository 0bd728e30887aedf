import type { AddressPolicy } from '../policy/address-policy.ts';
import type { EgressAnswer, EgressRequest } from './messages.ts';
import { createPeerCheck } from '../peer-check.ts';
import type { SessionServer } from '../proxy/session-server.ts';
import { openSessionServer } from '../proxy/session-server.ts';
import { createReadBuffers } from '../connect/read-buffers.ts';
import type { Lookup } from '../connect/resolve-allowed.ts';
import { lookupAll } from '../connect/resolve-allowed.ts';

/** All proxy sessions of one process, opened and closed by message. */
export interface ProxySessions {
  answer(request: EgressRequest): Promise<EgressAnswer>;
}

/**
 * Creates an empty set of proxy sessions, indexed by port. `lookup` resolves names. Default: the
 * system's resolver.
 */
export function createProxySessions(
  policy: AddressPolicy,
  lookup: Lookup = lookupAll,
): ProxySessions {
  const routes = new Map<number, SessionServer>();
  const surroundings = {
    policy,
    lookup,
    isOwnPort: (port: number) => routes.has(port),
    buffers: createReadBuffers(),
    peers: createPeerCheck(),
  };

  async function answer(request: EgressRequest): Promise<EgressAnswer> {
    const { id } = request;
    if (request.kind === 'open') {
      const route = await openSessionServer(request.options, surroundings);
      const { port, proxyServer } = route;
      routes.set(port, route);
      return { id, kind: 'opened', port, proxyServer };
    }
    const route = routes.get(request.port);
    if (route === undefined) return { id, kind: 'refused', message: 'The route is closed.' };
    if (request.kind === 'report') return { id, kind: 'report', report: route.report() };
    routes.delete(request.port);
    return { id, kind: 'report', report: route.close() };
  }
  return {
    answer: (request) =>
      answer(request).catch((error: unknown) => ({
        id: request.id,
        kind: 'refused' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
  };
}
