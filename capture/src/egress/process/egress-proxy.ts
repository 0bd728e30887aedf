import type { HostRules } from '../blocking/easylist.ts';
import { createHostBlocking } from '../blocking/host-blocking.ts';
import { noneBlocked } from '../blocking/host-category.ts';
import { createHostLists, type HostLists } from '../blocking/host-lists.ts';
import type { EngineLogger } from '../../logger.ts';
import { ignoreErrors, runInBackground } from '../../rejections.ts';
import { createAddressPolicy } from '../policy/address-policy.ts';
import type { ProcessChannel } from './process-channel.ts';
import { openProcessChannel } from './process-channel.ts';
import { createOwnAddresses } from '../own-addresses.ts';
import {
  listenerOf,
  type EgressProxy,
  type EgressOpenOptions,
  type EgressReport,
  type ProxySession,
} from '../egress.ts';

/** Options of the egress proxy. */
export interface EgressProxyOptions {
  /** Private networks, IPs and `host:port` pairs that may be reached regardless. */
  readonly allowPrivateTargets?: readonly string[];
  /** IPs and networks that lead to this installation, in addition to those of this host. */
  readonly ownAddresses?: readonly string[];
  /** Rules of the operator about third-party hosts. */
  readonly hostRules?: HostRules;
  readonly logger?: EngineLogger;
}

/** Egress proxy with access to its process, for metrics and tests. */
export interface ProcessEgressProxy extends EgressProxy {
  /**
   * Pid of the running egress process; null before the first proxy session and after the process
   * exits.
   */
  readonly pid: number | null;
}

const lostReport: EgressReport = {
  requestCount: 0,
  blockedRequestCount: 0,
  receivedBytes: 0,
  blockedByCategory: noneBlocked,
  blockedHosts: [],
  failures: [],
  exceeded: null,
  isLost: true,
};

/**
 * Runs the egress proxy in a separate process, so that page traffic and the server do not delay
 * each other. The process starts with the first proxy session and restarts if it has exited. Throws
 * if a list contains an invalid entry.
 */
export function createEgressProxy(options: EgressProxyOptions = {}): ProcessEgressProxy {
  const { allowPrivateTargets = [], ownAddresses = [], hostRules, logger } = options;
  const lists = createHostLists(hostRules);
  // The process creates the same policy; creating it here reports an invalid entry before the
  // start.
  createAddressPolicy(allowPrivateTargets, createOwnAddresses({ configured: ownAddresses }));
  let channel: ProcessChannel | undefined;
  let isClosed = false;

  function connected(): ProcessChannel {
    if (isClosed) throw new Error('The egress proxy is closed.');
    if (channel !== undefined && !channel.hasEnded) return channel;
    const started = openProcessChannel({ allowPrivateTargets, ownAddresses });
    // Messages arrive in order, so every session is opened with the rules.
    if (hostRules) ignoreErrors([started.request({ kind: 'lists', rules: hostRules })]);
    const told = started.ended.then(() => {
      if (!isClosed) logger?.warn({ pid: started.pid }, 'egress process ended; its captures fail');
    });
    runInBackground(told);
    channel = started;
    return started;
  }
  return {
    get pid() {
      return channel === undefined || channel.hasEnded ? null : channel.pid;
    },
    warm() {
      connected();
    },
    async open(openOptions) {
      const first = connected();
      try {
        return await openSession(first, openOptions, lists);
      } catch (error) {
        if (!first.hasEnded) throw error;
        // The process exited between two captures: nothing has been sent yet, so a new one can be
        // used.
        return await openSession(connected(), openOptions, lists);
      } finally {
        listenerOf(openOptions.client)?.close();
      }
    },
    async close() {
      isClosed = true;
      await channel?.end();
    },
  };
}

async function openSession(
  channel: ProcessChannel,
  options: EgressOpenOptions,
  lists: HostLists,
): Promise<ProxySession> {
  const { client } = options;
  const message = {
    ...options,
    client: typeof client === 'object' && 'handle' in client ? ('listener' as const) : client,
  };
  const handle = listenerOf(client)?.handle;
  const opened = await channel.request({ kind: 'open', options: message }, handle);
  if (opened.kind !== 'opened') throw new Error('The egress process sent an unexpected response.');
  const { id: session, proxyServer } = opened;
  let last: Promise<EgressReport> | undefined;

  async function request(kind: 'report' | 'close'): Promise<EgressReport> {
    const response = await channel.request({ kind, session }).catch((error: unknown) => {
      if (!channel.hasEnded) throw error;
      return { kind: 'report' as const, report: lostReport };
    });
    return response.kind === 'report' ? response.report : lostReport;
  }
  const blocking = createHostBlocking(lists, options.blocked);
  return {
    proxyServer,
    lost: channel.ended,
    hosts: {
      isActive: blocking.isActive,
      categoryOf: blocking.categoryOf,
      async permit(host, as) {
        await channel.request({ kind: 'permit', session, host, as });
        // Not before: another request for the host would not wait for the egress process.
        if (as === 'page') blocking.addPageHost(host);
        else blocking.allow(host);
      },
    },
    report: () => last ?? request('report'),
    close: () => (last ??= request('close')),
  };
}
