/** Mutex with first-in, first-out order. */
export interface Mutex {
  /** Runs `work` once all earlier work has settled. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates an unlocked mutex. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    pass(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
