import type { Clock } from '../../lib/clock.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

/** The last loaded value, which is at most some seconds old. */
export interface RecentValue<T> {
  /** Returns the value; loads it first if it is too old. */
  read(): Promise<T>;
  /** Returns the value at once; loads it in the background if it is too old. */
  latest(): T;
  /** Makes the next {@link read} load the value. */
  forget(): void;
}

/** Settings of {@link createRecentValue}. */
interface RecentValueInput<T> {
  readonly load: () => Promise<T>;
  /** Value before the first one is loaded. */
  readonly initial: T;
  readonly maxAgeMs: number;
  /** Longest wait for a load. After it, or after a failure, the last value applies. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly onError: (err: unknown) => void;
}

/**
 * Creates a {@link RecentValue}. Concurrent readers share one load, and a failed one is repeated only after
 * `maxAgeMs`, so that an outage of the source costs its readers little.
 */
export function createRecentValue<T>(input: RecentValueInput<T>): RecentValue<T> {
  const { load, maxAgeMs, timeoutMs, clock, onError } = input;
  let value = input.initial;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  const isOld = () => clock.now().getTime() - checkedAtMs >= maxAgeMs;
  const reload = (): Promise<void> => {
    const started: Promise<void> = load()
      .then((loaded) => {
        // Otherwise a load from before a change would replace what was loaded after it.
        if (loading === started) value = loaded;
      }, onError)
      .finally(() => {
        if (loading !== started) return;
        loading = undefined;
        checkedAtMs = clock.now().getTime();
      });
    return started;
  };
  return {
    read: async () => {
      if (!isOld()) return value;
      loading ??= reload();
      await withTimeout(loading, { timeoutMs, onTimeout: () => undefined });
      return value;
    },
    latest: () => {
      if (isOld()) loading ??= reload();
      return value;
    },
    forget: () => {
      loading = undefined;
      checkedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
