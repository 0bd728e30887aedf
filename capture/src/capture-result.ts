import type { CaptureSpec } from './capture-spec.ts';
import type { FailureReason } from './failures.ts';

/** What the engine is doing for a capture just now, in order; told to `onPhase`. */
export type CapturePhase = 'queued' | 'loading' | 'waiting' | 'capturing';

/** Time spent in each phase. Units: ms. */
export interface CaptureTimings {
  readonly queueMs: number;
  readonly navigateMs: number;
  readonly waitMs: number;
  readonly captureMs: number;
  readonly totalMs: number;
}

/** What happened while a page was captured; kept with the capture, also with a failed one. */
export interface RenderReport {
  readonly finalUrl: string | null;
  /** Addresses left by a redirect of the main frame, in order, without the final one. */
  readonly redirects: readonly string[];
  /** HTTP status of the main document; null when none arrived. */
  readonly targetStatus: number | null;
  /** Size of the whole page; CSS pixels; null when it was not measured. */
  readonly pageWidthPx: number | null;
  readonly pageHeightPx: number | null;
  /** True when the page was taller than the engine captures and the picture ends before it does. */
  readonly isTruncated: boolean;
  readonly timings: CaptureTimings;
  readonly requestCount: number;
  readonly blockedRequestCount: number;
  readonly receivedBytes: number;
  /** The first 20 console errors and uncaught exceptions, each cut at 500 characters. */
  readonly consoleErrors: readonly string[];
  readonly browserVersion: string;
}

/** A finished picture whose header was read back: its size is the encoded one. */
export interface CapturedImage {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A page's fault is a result, never a throw. `detail` is a sentence a person understands. */
export type CaptureResult =
  | { readonly ok: true; readonly image: CapturedImage; readonly report: RenderReport }
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      readonly detail: string;
      readonly isRetryable: boolean;
      readonly report: RenderReport;
      /** The page as it was on show, small; absent when there was none or it could not be drawn at once. */
      readonly pageImage?: CapturedImage;
    };

/** Per-call settings of a capture that do not change the picture. */
export interface CaptureCallOptions {
  /** Captures of one owner share that owner's turns; owners take turns fairly. The organisation's id. */
  readonly owner: string;
  /** Waiters with a higher priority start first. Synchronous calls use 1, queued ones 0. */
  readonly priority?: number;
  /** Ends the capture early; the result is then `render_timeout` and the browser context is gone. */
  readonly signal?: AbortSignal;
  readonly onPhase?: (phase: CapturePhase) => void;
}

/** Figures for metrics and health. */
export interface CaptureEngineStats {
  readonly running: number;
  readonly waiting: number;
  readonly browserPids: readonly number[];
  readonly browserRestarts: number;
  /** Unexpected errors of the engine: each has ended at most one capture. */
  readonly unexpectedErrors: number;
}

/** Turns specs into pictures. Never throws for a page's fault; rejects only when the engine itself is closed. */
export interface CaptureEngine {
  capture(spec: CaptureSpec, options: CaptureCallOptions): Promise<CaptureResult>;
  /** Draws a tiny page through the whole path; false when no browser can draw within `timeoutMs`. */
  probe(timeoutMs: number): Promise<boolean>;
  stats(): CaptureEngineStats;
  /** Ends running captures, every browser and the egress proxy. Idempotent. */
  close(): Promise<void>;
}
