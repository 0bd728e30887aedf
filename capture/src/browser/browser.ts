import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { BrowserIdentity } from './browser-identity.ts';
import type { BrowserListener } from './isolation/listener-channel.ts';

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

/** A running browser process, used by one capture at a time. */
export interface Browser {
  readonly id: number;
  readonly pid: number;
  /** User that its processes run as; undefined if the system has no users. */
  readonly uid: number | undefined;
  /** For example `HeadlessChrome/156.0.8078.79`. */
  readonly version: string;
  readonly identity: BrowserIdentity;
  /**
   * Opens a socket that listens inside the browser's network namespace; undefined if the browser has
   * no network namespace.
   */
  readonly openListener?: () => Promise<BrowserListener>;
  readonly cdp: CdpSession;
  session(sessionId: string): CdpSession;
  /** Rejects that session's pending calls and removes its listeners. */
  dropSession(sessionId: string): void;
  /** Settles when the process has exited, whatever the cause. */
  readonly exited: Promise<void>;
  readonly hasExited: boolean;
}

/** State in which a capture left its browser. After anything but `ok`, the browser is killed. */
export type LeaseOutcome = 'ok' | 'suspect';

/** A browser leased to one capture. No other capture uses it until it is released. */
export interface BrowserLease {
  readonly browser: Browser;
  /** True if the browser was killed because the capture used too much memory. */
  readonly hasExceededMemory: boolean;
  /** True if the capture used so much CPU time that its priority is the lowest. */
  readonly hasUsedMuchCpu: boolean;
  /** The first call decides; later ones are ignored. */
  release(outcome: LeaseOutcome): void;
}

/** Options of a lease. */
export interface LeaseOptions {
  /** Memory beyond the browser's limit, for an image known to be large. */
  readonly extraMemoryBytes?: number;
  /**
   * Waits until the browser has responded. Required for a retry, because what ended one browser may
   * have ended the idle ones as well.
   */
  readonly mustRespond?: boolean;
  /** See `CaptureCallOptions`. */
  readonly hasLowCpuPriority?: () => boolean;
}

/**
 * Maintains a browser for each running capture and warm ones for the next captures. Replaces a
 * browser after N captures, on memory, or after a crash or a timeout.
 */
export interface BrowserPool {
  /** Starts a browser before the first lease needs it. Rejects if no browser can be started. */
  warm(): Promise<void>;
  /** Leases a whole browser to one capture. Rejects if no browser can be started. */
  lease(options?: LeaseOptions): Promise<BrowserLease>;
  readonly pids: readonly number[];
  /** Number of browsers that were recycled, killed or crashed. */
  readonly restarts: number;
  /** Closes every browser process and removes its profile directory. Idempotent. */
  close(): Promise<void>;
}
