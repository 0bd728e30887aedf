/** Limits concurrent work; further work waits in order of arrival. */
export interface Semaphore {
  /**
   * Runs `work` once a slot is free. Rejects with the signal's reason if it is aborted before that.
   */
  pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Creates a {@link Semaphore} with `width` slots. */
export function createSemaphore(width: number): Semaphore {
  let inside = 0;
  const line = new Set<() => void>();
  const enter = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (inside < width) {
      inside += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      line.delete(resolve);
      reject(signal.reason);
    };
    line.add(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  };
  const leave = (): void => {
    const [next] = line;
    if (!next) {
      inside -= 1;
      return;
    }
    // The slot is passed on directly, so that a newcomer cannot overtake.
    line.delete(next);
    next();
  };
  return {
    pass: async (work, signal) => {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
