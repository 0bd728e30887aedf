/** Lets a few in at a time; the others wait in line. */
export interface Gate {
  /** Runs `work` when its turn has come. Rejects with the signal's reason when that is aborted before. */
  pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** See {@link Gate}. */
export function createGate(width: number): Gate {
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
    // The place is handed on, so that nobody slips in between.
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
