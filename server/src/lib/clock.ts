/** Tells the time; replaced in tests. */
export interface Clock {
  now(): Date;
}

/** The computer's clock. */
export const systemClock: Clock = { now: () => new Date() };
