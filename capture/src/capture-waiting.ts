/** Conditions that a page must meet before its screenshot. Selectors are CSS, or XPath after `xpath=`. */
export interface CaptureWaiting {
  readonly selector?: string;
  readonly hiddenSelector?: string;
  readonly text?: string;
  /** Expression, or text of a function, that the page itself evaluates. */
  readonly expression?: string;
  readonly networkIdleMs?: number;
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
}
