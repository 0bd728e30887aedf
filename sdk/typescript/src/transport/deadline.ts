import { ShotwrightError } from '../errors.ts';
import type { CallOptions, Settings } from './settings.ts';

/** End of a call: its time is over, or the caller aborted it. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Returns the caller's reason or `deadline_exceeded` if the call has to end; otherwise undefined. */
  reason(): unknown;
  /** Throws the {@link reason} if the call has to end. */
  throwIfOver(): void;
  /** Waits; throws as {@link throwIfOver} if the call has to end before. */
  sleep(ms: number): Promise<void>;
  /** Options of a call that is part of this one. */
  readonly inner: CallOptions;
}

/** Starts the deadline of a call. */
export function startDeadline(settings: Settings, call: CallOptions): Deadline {
  const timeoutMs = call.timeoutMs ?? settings.timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
  const reason = (): unknown => {
    if (call.signal?.aborted) return call.signal.reason;
    return timeout.aborted ? deadlineExceeded(timeoutMs) : undefined;
  };
  const throwIfOver = (): void => {
    const over = reason();
    if (over !== undefined) throw over;
  };
  const endsAt = performance.now() + timeoutMs;
  return {
    signal,
    reason,
    throwIfOver,
    sleep: async (ms) => {
      await untilAborted(signal, ms);
      throwIfOver();
    },
    get inner() {
      return { signal: call.signal, timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())) };
    },
  };
}

function deadlineExceeded(timeoutMs: number): ShotwrightError {
  return new ShotwrightError({
    code: 'deadline_exceeded',
    message: `The call did not finish within ${timeoutMs / 1_000} s.`,
    isRetryable: true,
  });
}

/** Waits for the time to pass or for the signal, whichever is first. */
function untilAborted(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    return undefined;
  });
}
