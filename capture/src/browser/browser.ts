import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

/** A command's name, parameters and answer, from the protocol's own types. */
export type CdpCommands = ProtocolMapping.Commands;
/** An event's name and parameters, from the protocol's own types. */
export type CdpEvents = ProtocolMapping.Events;

/** One function per protocol event, each with that event's parameters; other events are not even read. */
export type CdpHandlers = { readonly [M in keyof CdpEvents]?: (params: CdpEvents[M][0]) => void };

/** Talks to one target (or, as `browser.cdp`, to the browser itself). */
export interface CdpSession {
  /** Rejects when the browser goes, the session is dropped, the protocol answers an error or `timeoutMs` (default 30 000) passes. */
  send<M extends keyof CdpCommands>(
    method: M,
    params?: CdpCommands[M]['paramsType'][0],
    options?: { readonly timeoutMs?: number },
  ): Promise<CdpCommands[M]['returnType']>;
  /** Answers how to stop listening. */
  on(handlers: CdpHandlers): () => void;
}

/** A running browser process, shared by several captures at a time. */
export interface Browser {
  readonly id: number;
  readonly pid: number;
  /** The user its processes run as; undefined where the system has none. */
  readonly uid: number | undefined;
  /** For example `HeadlessChrome/156.0.8078.79`. */
  readonly version: string;
  readonly cdp: CdpSession;
  session(sessionId: string): CdpSession;
  /** Rejects that session's pending calls and forgets its listeners. */
  dropSession(sessionId: string): void;
  /** Settles when the process has gone, whatever the cause. */
  readonly gone: Promise<void>;
  readonly isGone: boolean;
}

/** How a capture left its browser; anything but `ok` makes the pool replace it as soon as no other capture uses it. */
export type LeaseOutcome = 'ok' | 'suspect';

/** A browser lent to one capture. */
export interface BrowserLease {
  readonly browser: Browser;
  /** The browser was ended for its memory while this lease was the only one, or one of several that may be to blame. */
  readonly outgrown: 'alone' | 'together' | undefined;
  release(outcome: LeaseOutcome): void;
}

/** What a lease asks for. */
export interface LeaseOptions {
  readonly avoid?: number;
  readonly extraMemoryBytes?: number;
}

/** Keeps a warm browser ready, replaces it after N captures, on memory, after a crash or a timeout. */
export interface BrowserPool {
  /** Starts the browser before the first lease asks for it. Rejects when none can be started. */
  warm(): Promise<void>;
  /**
   * `avoid`: not this browser (a retry wants another one). `extraMemoryBytes` raises the memory limit of the lent browser
   * while the lease lasts, for a picture known to be large. Rejects when no browser can be started.
   */
  lease(options?: LeaseOptions): Promise<BrowserLease>;
  readonly pids: readonly number[];
  readonly restarts: number;
  /** Ends every browser process and removes its profile directory. Idempotent. */
  close(): Promise<void>;
}
