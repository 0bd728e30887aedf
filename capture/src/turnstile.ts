/** Lets one through at a time, in order of arrival. */
export interface Turnstile {
  /** Runs `work` when its turn has come; the next turn begins when `work` has settled. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

/** An open turnstile. */
export function createTurnstile(): Turnstile {
  let last: Promise<unknown> = Promise.resolve();
  return {
    pass(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
