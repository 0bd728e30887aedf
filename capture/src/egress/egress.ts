import type { FailureReason } from '../failures.ts';

/** What one capture may use of the network. Crossing a limit ends the route's connections. */
export interface EgressLimits {
  readonly maxReceivedBytes: number;
  readonly maxRequests: number;
  readonly maxHosts: number;
}

/** The processes that may use a route: those of one session (setsid), with their user; `any` where there are no users. */
export type EgressClient = { readonly sessionId: number; readonly uid: number } | 'any';

/** How a route is opened. */
export interface EgressOpenOptions {
  readonly client: EgressClient;
  readonly limits: EgressLimits;
  /** A customer's own proxy, `http://[user:password@]host:port`; itself held to the address policy. */
  readonly upstreamProxyUrl?: string;
}

/** What went through a route. Counts include requests still under way. */
export interface EgressReport {
  readonly requestCount: number;
  readonly blockedRequestCount: number;
  readonly receivedBytes: number;
  /** The first failure per `host:port` the browser asked for; this is how a capture learns why a page did not come. */
  readonly failures: ReadonlyArray<{
    readonly authority: string;
    readonly reason: FailureReason;
    readonly detail: string;
  }>;
  readonly exceeded: 'bytes' | 'requests' | 'hosts' | null;
  /** The gate's process ended under the route: nothing of the page came through since, and its counts are unknown. Retry. */
  readonly isLost: boolean;
}

/** One capture's way out: a proxy address of its own, open until `close`. */
export interface EgressRoute {
  /** For `Target.createBrowserContext({ proxyServer, proxyBypassList: '<-loopback>' })`. */
  readonly proxyServer: string;
  /** Settles when the gate's process ends. End the capture then: the port is free for others. */
  readonly lost: Promise<void>;
  report(): Promise<EgressReport>;
  /** Ends every connection of the route. Dispose of the browser context first. Idempotent; answers the final report. */
  close(): Promise<EgressReport>;
}

/** The one way from the browser to the network: resolves once, requires every address to be allowed, dials that one. */
export interface EgressGate {
  /** Starts the gate's process before the first route asks for it. */
  warm(): void;
  /** Rejects when the gate's process cannot be started. */
  open(options: EgressOpenOptions): Promise<EgressRoute>;
  close(): Promise<void>;
}
