/** Limits concurrent work; further work waits in order of arrival. */
export interface Semaphore {
  /**
   * Runs `work` once a slot is free. Rejects with the signal's reason if it is aborted before that.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Creates a {@link Semaphore} with `permits` slots. */
export function createSemaphore(permits: number): Semaphore {
  let running = 0;
  const queue = new Set<() => void>();
  const acquire = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (running < permits) {
      running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = () => {
      queue.delete(resolve);
      reject(signal.reason);
    };
    queue.add(resolve);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
  const release = (): void => {
    const [next] = queue;
    if (!next) {
      running -= 1;
      return;
    }
    // The slot is passed on directly, so that a newcomer cannot overtake.
    queue.delete(next);
    next();
  };
  return {
    run: async (work, signal) => {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
