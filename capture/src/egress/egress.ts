import type { SendHandle } from 'node:child_process';
import type { FailureReason } from '../failures.ts';
import type { BlockedHosts, HostBlocking } from './blocking/host-blocking.ts';
import type { HostCategory } from './blocking/host-category.ts';

/** Network limits of one capture. Exceeding a limit closes the connections of its proxy session. */
export interface EgressLimits {
  readonly maxReceivedBytes: number;
  readonly maxRequests: number;
  readonly maxHosts: number;
}

/**
 * Processes that may use a proxy session: those of one process session (setsid) with their user, those
 * in the network namespace of a listening socket, or `any` if the system has no users.
 */
export type EgressClient = EgressProcesses | EgressListener | 'any';

/** Processes of one process session that belong to one user. */
export interface EgressProcesses {
  readonly sessionId: number;
  readonly uid: number;
}

/** Listening socket in the network namespace of the client. */
export interface EgressListener {
  readonly handle: SendHandle;
  /** Closes the socket in this process, after it has been sent to the egress process. */
  close(): void;
}

/** Returns the listening socket of a client that has one. */
export function listenerOf(client: EgressClient): EgressListener | undefined {
  return typeof client === 'object' && 'handle' in client ? client : undefined;
}

/** Options for opening a proxy session. */
export interface EgressOpenOptions {
  readonly client: EgressClient;
  readonly limits: EgressLimits;
  /** A customer's proxy, `http://[user:password@]host:port`; the IP policy applies to it, too. */
  readonly upstreamProxyUrl?: string;
  /** Third-party hosts that are blocked. Default: none. */
  readonly blocked?: BlockedHosts;
}

/** Traffic of a proxy session. Counts include requests in progress. */
export interface EgressReport {
  readonly requestCount: number;
  readonly blockedRequestCount: number;
  readonly receivedBytes: number;
  /** Connections that were blocked for the caller, by category. They are no failures. */
  readonly blockedByCategory: Readonly<Record<HostCategory, number>>;
  /** Hosts of these connections; at most 20. */
  readonly blockedHosts: readonly string[];
  /** First failure per requested `host:port`. Captures read from it why a page did not load. */
  readonly failures: ReadonlyArray<{
    readonly authority: string;
    readonly reason: FailureReason;
    readonly detail: string;
  }>;
  readonly exceeded: 'bytes' | 'requests' | 'hosts' | null;
  /**
   * The egress process exited during the session: nothing of the page has been received since, and
   * the counts are unknown. Retry the capture.
   */
  readonly isLost: boolean;
}

/** Third-party hosts of a proxy session. */
export interface SessionHosts extends Pick<HostBlocking, 'isActive' | 'categoryOf'> {
  /**
   * Adds a host of the page itself, or one that the caller allows. The egress process knows it when the
   * promise resolves.
   */
  permit(host: string, as: 'page' | 'allowed'): Promise<void>;
}

/** Proxy session of one capture: a proxy with a dedicated port, open until `close`. */
export interface ProxySession {
  /** For `Target.createBrowserContext({ proxyServer, proxyBypassList: '<-loopback>' })`. */
  readonly proxyServer: string;
  /**
   * Settles when the egress process exits. Abort the capture then, because other processes may use
   * the port.
   */
  readonly lost: Promise<void>;
  /** Decision about third-party hosts, the same as that of the egress process. */
  readonly hosts: SessionHosts;
  report(): Promise<EgressReport>;
  /**
   * Closes every connection and returns the final report. Dispose of the browser context first.
   * Idempotent.
   */
  close(): Promise<EgressReport>;
}

/**
 * The browser's only way to the network: resolves a name once, requires every IP to be allowed, and
 * connects to those IPs only.
 */
export interface EgressProxy {
  /** Starts the egress process before the first proxy session needs it. */
  warm(): void;
  /** Rejects if the egress process cannot be started. */
  open(options: EgressOpenOptions): Promise<ProxySession>;
  close(): Promise<void>;
}
