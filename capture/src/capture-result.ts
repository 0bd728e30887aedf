import type { ConcurrencyLimit } from './queue/concurrency-limit.ts';
import type { Isolation } from './browser/isolation/isolated-command.ts';
import type { CaptureSpec, ExtractName, ImageFormat } from './capture-spec.ts';
import type { HostCategory } from './egress/blocking/host-category.ts';
import type { CaptureStep } from './capture-steps.ts';
import type { FailureReason } from './failures.ts';
import type { Verdict } from './page/verdict/verdict.ts';

/** Phases of a capture, in order; passed to `onPhase`. */
export type CapturePhase = 'queued' | 'loading' | 'waiting' | 'capturing';

/** Time spent in each phase. Unit: ms. */
export interface CaptureTimings {
  readonly queueMs: number;
  readonly navigateMs: number;
  readonly waitMs: number;
  readonly captureMs: number;
  readonly totalMs: number;
}

/**
 * Reason for which a capture waited. `timers`: time given to a page's scripts; `requests` also stands for
 * streams, workers and tasks; `changes`: a document that changes frame by frame.
 */
export type WaitReason =
  | 'requests'
  | 'timers'
  | 'animations'
  | 'images'
  | 'fonts'
  | 'loaders'
  | 'changes'
  | 'delay';

/** A request, stream, worker or task in a report; `url` is truncated to 300 characters. */
export interface ReportedRequest {
  readonly kind: 'content' | 'stream' | 'held' | 'poll' | 'worker' | 'task';
  readonly url: string;
}

/** Report about the wait until a page had come to rest. */
export interface WaitReport {
  /** `virtual`: the page ran on a clock of the engine, and only the network took real time. */
  readonly clock: 'virtual' | 'real';
  /**
   * Sign that made the engine capture the page once more in real time, for example
   * `frame_unanswered`; null if it did not.
   */
  readonly fallback: string | null;
  /** Times by reason, in the order in which they first occurred. Unit: ms. */
  readonly waitedFor: readonly {
    readonly reason: WaitReason;
    readonly clockMs: number;
    readonly realMs: number;
  }[];
  /** The ten requests that were waited for longest, with their age at the end of the wait. */
  readonly requests: readonly (ReportedRequest & { readonly waitedMs: number })[];
  /** Requests, streams and workers that were open when the image was taken; at most ten. */
  readonly underWay: readonly ReportedRequest[];
}

/** Report about a capture that was to be deterministic. */
export interface DeterminismReport {
  /** `real`: the page's time was not fixed, so that repeated captures may differ. */
  readonly clock: 'virtual' | 'real';
  /** Moving images of which only the first frame was passed on to the page. */
  readonly stilledImages: number;
  /** Times that the page did not look the same twice in a row. */
  readonly unsettledFrames: number;
}

/** A condition of the caller that was waited for. */
export interface WaitedCondition {
  /** Name of its option on the wire. */
  readonly for: string;
  /** Time on the clock of the page; of the network, real time. */
  readonly ms: number;
  readonly met: boolean;
}

/** A step that was performed or was not possible. */
export interface StepReport {
  readonly action: CaptureStep['action'];
  /** Real time. */
  readonly ms: number;
  readonly ok: boolean;
}

/** Visitor that the page saw. */
export interface EmulatedVisitor {
  /** Null: the one of the machine. */
  readonly timezone: string | null;
  /** Languages in order of preference, separated by commas. */
  readonly language: string;
  readonly userAgent: string;
}

/** Report about banners that ask for consent. */
export interface ConsentReport {
  /**
   * `none`: no banner was found. `hidden`: it could not be answered, or was only to be hidden. Verified
   * in the page, whatever its scripts claim.
   */
  readonly outcome: 'none' | 'rejected' | 'accepted' | 'hidden' | 'still_visible';
  /** Name of the consent manager; null if it is not a known one. */
  readonly manager: string | null;
  readonly clicks: number;
  /** Real time that the search and the answer took. Unit: ms. */
  readonly ms: number;
}

/** Something that an option could not do. */
export interface CaptureWarning {
  /** Name of the option on the wire. */
  readonly option: string;
  /** User-facing sentence. */
  readonly message: string;
}

/** Report about the capture of a page; stored with the capture, even if it failed. */
export interface RenderReport {
  readonly finalUrl: string | null;
  /** URLs redirected by the main frame, in order, without the final one. */
  readonly redirects: readonly string[];
  /** HTTP status of the main document; null if there was no response. */
  readonly targetStatus: number | null;
  /** Size of the whole page in CSS pixels; null if it was not measured. */
  readonly pageWidthPx: number | null;
  readonly pageHeightPx: number | null;
  /** True if the page was taller than the limit and the image was cut off. */
  readonly isTruncated: boolean;
  /** Verdict about the content of the image; null if there is no image. */
  readonly verdict: Verdict | null;
  readonly timings: CaptureTimings;
  readonly waiting: WaitReport;
  /** Null unless the capture was to be deterministic. */
  readonly deterministic: DeterminismReport | null;
  /** Null unless banners were to be answered or hidden. */
  readonly consent: ConsentReport | null;
  /** Warnings about options without effect: one for each option, at most 20. */
  readonly warnings: readonly CaptureWarning[];
  /** Conditions that were waited for, in order. */
  readonly waited: readonly WaitedCondition[];
  /** Steps so far, in order; the last one may have failed the capture. */
  readonly steps: readonly StepReport[];
  /** Null if no page was opened. */
  readonly emulated: EmulatedVisitor | null;
  /** Number of requests that the caller's options blocked, by their host, kind or URL. */
  readonly blocked: Readonly<Record<HostCategory | 'types' | 'patterns', number>>;
  /** Hosts that the caller's options blocked; at most 20. */
  readonly blockedHosts: readonly string[];
  /** Number of elements that take no space, of the caller and of blocked hosts. */
  readonly hidden: number;
  /** Number of elements that were deleted, by selector. */
  readonly removed: readonly { readonly selector: string; readonly count: number }[];
  /** Number of elements that are covered by boxes. */
  readonly masked: number;
  readonly requestCount: number;
  readonly blockedRequestCount: number;
  readonly receivedBytes: number;
  /** The first 20 console errors and uncaught exceptions, each truncated to 500 characters. */
  readonly consoleErrors: readonly string[];
  readonly browserVersion: string;
  /** Viewport at the start of the capture; null if no page was opened. Unit: CSS pixels. */
  readonly viewport: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly scale: number;
  } | null;
}

/** An encoded image. Its size is read back from its header. */
export interface CapturedImage {
  readonly bytes: Buffer;
  readonly contentType: `image/${ImageFormat}`;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A finished file that is no image. */
export interface CapturedDocument {
  readonly bytes: Buffer;
  readonly contentType: 'application/pdf' | CapturedExtract['contentType'];
}

/** A further slice of an image; the first one is the finished file. */
export interface CapturedSlice {
  /** Distance from the top of the whole image in its pixels. */
  readonly topPx: number;
  readonly image: CapturedImage;
}

/** An extract of a page: a file beside the finished one. */
export interface CapturedExtract {
  readonly name: ExtractName;
  readonly bytes: Buffer;
  readonly contentType:
    | 'application/json'
    | 'text/html; charset=utf-8'
    | 'text/plain; charset=utf-8'
    | 'text/markdown; charset=utf-8'
    | 'multipart/related';
}

/**
 * Result of a capture. `image` is the finished file, or the image of the page beside `document`. Errors
 * of the page are results and never thrown. `detail` is a user-facing sentence.
 */
export type CaptureResult =
  | {
      readonly ok: true;
      readonly image: CapturedImage;
      /** The finished file, if the request wants one that is no image. */
      readonly document?: CapturedDocument;
      readonly extracts?: readonly CapturedExtract[];
      /** The slices after the first one. */
      readonly slices?: readonly CapturedSlice[];
      readonly report: RenderReport;
    }
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      /** Resource of which the page took too much, if its browser was killed. */
      readonly killedFor?: 'memory' | 'cpu';
      readonly detail: string;
      readonly isRetryable: boolean;
      readonly report: RenderReport;
      /**
       * Small screenshot of the page at the time of failure; absent if there was no page or it
       * could not be rendered in time.
       */
      readonly pageImage?: CapturedImage;
    };

/** Per-call options that do not affect the image. */
export interface CaptureCallOptions {
  /** Captures are scheduled fairly across owners. The owner is the organisation's id. */
  readonly owner: string;
  /**
   * Waiting captures with a higher priority start first. Synchronous calls use 1, queued ones 0.
   */
  readonly priority?: number;
  /**
   * Returns true if captures of the owner were killed for their use of memory or CPU time. The kernel then
   * prefers the processes of other captures, and the last idle browser is left to them while another one may
   * be started. Called when the capture gets its browser and while it runs. Default: always false.
   */
  readonly hasLowCpuPriority?: () => boolean;
  /**
   * Aborts the capture. The result is then `render_timeout` and the browser context is disposed.
   */
  readonly signal?: AbortSignal;
  readonly onPhase?: (phase: CapturePhase) => void;
}

/** Figures for metrics and health checks. */
export interface CaptureEngineStats {
  readonly running: number;
  /** Number of them that wait for the first response to their page. */
  readonly awaiting: number;
  readonly waiting: number;
  readonly browserPids: readonly number[];
  readonly browserRestarts: number;
  /** Clock that pages run on. */
  readonly clock: 'virtual' | 'real';
  /** Reason why the virtual clock is not used; null if it is, or if the caller chose the real one. */
  readonly clockUnavailable: string | null;
  /** Isolation of the browsers: `off` if they share the network and the files of this process. */
  readonly isolation: Isolation;
  /** Sentence that explains why the system allows no isolation; null if it does or was not asked. */
  readonly isolationUnavailable: string | null;
  /** Captures that were repeated in real time because their page did not follow the clock. */
  readonly clockFallbacks: number;
  /** Unexpected errors of the engine; each has failed at most one capture. */
  readonly unexpectedErrors: number;
}

/**
 * Captures screenshots according to specs. Never throws for an error of the page; rejects only if
 * the engine is closed.
 */
export interface CaptureEngine {
  capture(spec: CaptureSpec, options: CaptureCallOptions): Promise<CaptureResult>;
  /**
   * Captures a tiny page through the complete pipeline. Returns false if no browser renders it
   * within `timeoutMs`.
   */
  probe(timeoutMs: number): Promise<boolean>;
  stats(): CaptureEngineStats;
  /** Number of captures that may run at a time. */
  readonly concurrency: ConcurrencyLimit;
  /** Aborts running captures and closes every browser and the egress proxy. Idempotent. */
  close(): Promise<void>;
}
