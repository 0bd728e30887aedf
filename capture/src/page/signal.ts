/** Notifies waiting code that something has changed. */
export interface ChangeSignal {
  notify(): void;
  /** Resolves at the next `notify`. */
  next(): Promise<void>;
}

/** Creates a {@link ChangeSignal}. */
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
