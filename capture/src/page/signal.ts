/** Wakes those who wait for anything to have changed. */
export interface ChangeSignal {
  notify(): void;
  /** Resolves at the next `notify`. */
  next(): Promise<void>;
}

/** A signal nobody waits on yet. */
export function createChangeSignal(): ChangeSignal {
  let waiting = Promise.withResolvers<void>();
  return {
    notify() {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    next: () => waiting.promise,
  };
}
