/** Notifies waiting code that something has changed. */
export interface ChangeNotifier {
  notify(): void;
  /** Resolves at the next `notify`. */
  next(): Promise<void>;
}

/** Creates a {@link ChangeNotifier}. */
export function createChangeNotifier(): ChangeNotifier {
  let waiting = Promise.withResolvers<void>();
  return {
    notify() {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    next: () => waiting.promise,
  };
}
