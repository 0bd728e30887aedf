import type { CaptureAssertions, CaptureSpec, CaptureWaiting } from '@shotwright/capture';
import type { StoredCaptureOptions } from '@shotwright/contract';
import { scrollPosition, statusRanges } from '../request/waiting.rules.ts';

/** Returns the conditions that stored options describe; undefined if there are none. */
export function waitingOf(read: StoredCaptureOptions): CaptureWaiting | undefined {
  const {
    wait_for_selector: selector,
    wait_for_hidden: hiddenSelector,
    wait_for_text: text,
    wait_for_function: expression,
    wait_for_network_idle: networkIdleMs,
  } = read;
  const conditions = {
    ...(selector !== undefined && { selector }),
    ...(hiddenSelector !== undefined && { hiddenSelector }),
    ...(text !== undefined && { text }),
    ...(expression !== undefined && { expression }),
    ...(networkIdleMs !== undefined && { networkIdleMs }),
    ...(read.wait_for_signal && { isSignalAwaited: true }),
  };
  if (Object.keys(conditions).length === 0) return undefined;
  const timeoutMs = Math.round(read.wait_timeout * 1_000);
  return { ...conditions, timeoutMs, isBestEffort: read.best_effort };
}

/** Returns the assertions that stored options describe; undefined if there are none. */
export function assertionsOf(read: StoredCaptureOptions): CaptureAssertions | undefined {
  const {
    fail_on_status: statuses,
    fail_if_selector_missing: requiredSelector,
    fail_if_selector_present: forbiddenSelector,
    fail_unless_text: requiredText,
    fail_if_text: forbiddenText,
    fail_on_request_failure: loadedResources,
  } = read;
  const assertions: CaptureAssertions = {
    ...(statuses !== undefined && { failedStatuses: statusRanges(statuses) }),
    ...(requiredSelector !== undefined && { requiredSelector }),
    ...(forbiddenSelector !== undefined && { forbiddenSelector }),
    ...(requiredText !== undefined && { requiredText }),
    ...(forbiddenText !== undefined && { forbiddenText }),
    ...(read.fail_on_console_error && { isFailedByConsoleError: true }),
    ...(loadedResources !== undefined && { loadedResources }),
  };
  return Object.keys(assertions).length === 0 ? undefined : assertions;
}

type LoadingSpec = Pick<CaptureSpec, 'waitUntil' | 'timeoutMs' | 'scrollTo'>;

/** Returns when a page counts as loaded, and how far it is scrolled, where options say so. */
export function loadingOf(read: StoredCaptureOptions): LoadingSpec {
  const { wait_until: waitUntil, timeout, scroll_to: target } = read;
  return {
    ...(waitUntil !== 'auto' && { waitUntil }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1_000 }),
    ...(target !== undefined && { scrollTo: scrollPosition(target) ?? target }),
  };
}
