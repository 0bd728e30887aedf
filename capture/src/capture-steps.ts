/** Actions of steps. */
export const captureStepActions = [
  'click',
  'type',
  'clear',
  'press',
  'hover',
  'select',
  'check',
  'scroll',
  'wait',
  'wait_for',
  'goto',
  'eval',
] as const;

/** One action of a visitor before the screenshot. Each action uses some of the fields. */
export interface CaptureStep {
  readonly action: (typeof captureStepActions)[number];
  /** A CSS selector, or an XPath after `xpath=`. */
  readonly selector?: string;
  /** Text that is typed, value or label of an option, or a script. */
  readonly text?: string;
  /** Name of a key as in DOM events, or a character. */
  readonly key?: string;
  readonly url?: string;
  /** Time to wait, at most, on the clock of the page. */
  readonly ms?: number;
  /** Position in the viewport, or for `scroll` in the page. CSS pixels. */
  readonly x?: number;
  readonly y?: number;
  /** The text is typed only into pages of the caller's own origins, and is no part of a report. */
  readonly isSecret?: boolean;
  /** A step that is not possible is skipped, with a warning. */
  readonly isOptional?: boolean;
}
