import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

/** Name, parameters and result of each command, from the protocol's own types. */
export type CdpCommands = ProtocolMapping.Commands;
/** Name and parameters of each event, from the protocol's own types. */
export type CdpEvents = ProtocolMapping.Events;

/**
 * One handler per protocol event, with that event's parameters. Events without a handler are not
 * decoded.
 */
export type CdpHandlers = { readonly [M in keyof CdpEvents]?: (params: CdpEvents[M][0]) => void };

/** Connection to one target (or, as `browser.cdp`, to the browser itself). */
export interface CdpSession {
  /**
   * Rejects if the browser exits, the session is dropped, the protocol returns an error or
   * `timeoutMs` (default 30 000) passes.
   */
  send<M extends keyof CdpCommands>(
    method: M,
    params?: CdpCommands[M]['paramsType'][0],
    options?: { readonly timeoutMs?: number },
  ): Promise<CdpCommands[M]['returnType']>;
  /** Adds handlers and returns a function that removes them. */
  on(handlers: CdpHandlers): () => void;
}

/** A running browser process, shared by several captures at a time. */
export interface Browser {
  readonly id: number;
  readonly pid: number;
  /** User that its processes run as; undefined if the system has no users. */
  readonly uid: number | undefined;
  /** For example `HeadlessChrome/156.0.8078.79`. */
  readonly version: string;
  readonly cdp: CdpSession;
  session(sessionId: string): CdpSession;
  /** Rejects that session's pending calls and removes its listeners. */
  dropSession(sessionId: string): void;
  /** Settles when the process has exited, whatever the cause. */
  readonly exited: Promise<void>;
  readonly hasExited: boolean;
}

/**
 * State in which a capture left its browser. After anything but `ok`, the pool replaces the browser
 * once no other capture uses it.
 */
export type LeaseOutcome = 'ok' | 'suspect';

/** A browser leased to one capture. */
export interface BrowserLease {
  readonly browser: Browser;
  /**
   * Set if the browser was killed for its memory use while this lease was the only one (`alone`) or
   * one of several possible causes (`together`).
   */
  readonly memoryKill: 'sole' | 'shared' | undefined;
  release(outcome: LeaseOutcome): void;
}

/** Options of a lease. */
export interface LeaseOptions {
  readonly avoid?: number;
  readonly extraMemoryBytes?: number;
}

/**
 * Maintains a warm browser and replaces it after N captures, on memory, or after a crash or a
 * timeout.
 */
export interface BrowserPool {
  /** Starts the browser before the first lease needs it. Rejects if no browser can be started. */
  warm(): Promise<void>;
  /**
   * `avoid` excludes this browser, because a retry needs another one. `extraMemoryBytes` raises the
   * memory limit of the leased browser for the duration of the lease, for an image known to be
   * large. Rejects if no browser can be started.
   */
  lease(options?: LeaseOptions): Promise<BrowserLease>;
  readonly pids: readonly number[];
  readonly restarts: number;
  /** Closes every browser process and removes its profile directory. Idempotent. */
  close(): Promise<void>;
}
