/** Source of the current time; replaced in tests. */
export interface Clock {
  now(): Date;
}

/** Clock of the operating system. */
export const systemClock: Clock = { now: () => new Date() };
