import { createHostLists } from '../blocking/host-lists.ts';
import type { AddressPolicy } from '../policy/address-policy.ts';
import type { SendHandle } from 'node:child_process';
import type { EgressClient } from '../egress.ts';
import type { EgressOpenMessage, EgressResponse, EgressRequest } from './messages.ts';
import { createPeerCheck } from '../peer-check.ts';
import type { SessionServer } from '../proxy/session-server.ts';
import { openSessionServer } from '../proxy/session-server.ts';
import { createReadBuffers } from '../connect/read-buffers.ts';
import type { Lookup } from '../connect/resolve-allowed.ts';
import { lookupAll } from '../connect/resolve-allowed.ts';

/** All proxy sessions of one process, opened and closed by message. */
export interface ProxySessions {
  /** `handle` is the listening socket that was sent with the request. */
  respond(request: EgressRequest, handle?: SendHandle): Promise<EgressResponse>;
}

/**
 * Creates an empty set of proxy sessions, indexed by the id of the request that opened them. `lookup` resolves names. Default: the
 * system's resolver.
 */
export function createProxySessions(
  policy: AddressPolicy,
  lookup: Lookup = lookupAll,
): ProxySessions {
  const sessions = new Map<number, SessionServer>();
  let hostLists = createHostLists();
  const dependencies = {
    policy,
    hostLists: () => hostLists,
    lookup,
    isOwnPort: (port: number) => [...sessions.values()].some((one) => one.hostPort === port),
    buffers: createReadBuffers(),
    peers: createPeerCheck(),
  };

  async function respond(request: EgressRequest, handle?: SendHandle): Promise<EgressResponse> {
    const { id } = request;
    if (request.kind === 'lists') {
      hostLists = createHostLists(request.rules);
      return { id, kind: 'done' };
    }
    if (request.kind === 'open') {
      const options = { ...request.options, client: clientOf(request.options.client, handle) };
      const session = await openSessionServer(options, dependencies);
      sessions.set(id, session);
      return { id, kind: 'opened', proxyServer: session.proxyServer };
    }
    const session = sessions.get(request.session);
    if (session === undefined)
      return { id, kind: 'refused', message: 'The proxy session is closed.' };
    if (request.kind === 'permit') {
      session.permit(request.host, request.as);
      return { id, kind: 'done' };
    }
    if (request.kind === 'report') return { id, kind: 'report', report: session.report() };
    sessions.delete(request.session);
    return { id, kind: 'report', report: session.close() };
  }
  return {
    respond: (request, handle) =>
      respond(request, handle).catch((error: unknown) => ({
        id: request.id,
        kind: 'refused' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
  };
}

function clientOf(client: EgressOpenMessage['client'], handle?: SendHandle): EgressClient {
  if (client !== 'listener') return client;
  if (handle === undefined) throw new Error('The listening socket was not received.');
  // The server that listens on it closes it.
  return { handle, close: () => undefined };
}
