/** Conditions that a page must meet before its screenshot. Selectors are CSS, or XPath after `xpath=`. */
export interface CaptureWaiting {
  readonly selector?: string;
  readonly hiddenSelector?: string;
  readonly text?: string;
  /** Expression, or text of a function, that the page itself evaluates. */
  readonly expression?: string;
  readonly networkIdleMs?: number;
  /** Waits until the page calls `shotwrightReady()`. */
  readonly isSignalAwaited?: boolean;
  /** Time on the clock of the page for each condition. */
  readonly timeoutMs: number;
  /** True: a condition that is not met is a warning. */
  readonly isBestEffort: boolean;
}

/** Conditions under which a finished page fails its capture. */
export interface CaptureAssertions {
  /** Ranges of statuses, both ends included. */
  readonly failedStatuses?: readonly (readonly [from: number, to: number])[];
  readonly requiredSelector?: string;
  readonly forbiddenSelector?: string;
  readonly requiredText?: string;
  readonly forbiddenText?: string;
  readonly isFailedByConsoleError?: boolean;
  /** Kinds of resources that must not fail to load. */
  readonly loadedResources?: readonly AssertedResource[];
}

/** Kind of resource whose failure can fail a capture. */
export type AssertedResource = 'document' | 'script' | 'stylesheet' | 'image';

/**
 * Moment from which a document can be captured, without waiting until it has come to rest: its first
 * byte, its end, its load event, or half a second without requests after that.
 */
export type NavigationMoment = 'commit' | 'domcontentloaded' | 'load' | 'network_idle';
