/**
 * Number of test files that run at the same time. Each project must set it, because Vitest does not
 * pass the root's settings on to projects; the default is one less than the number of cores.
 */
export const maxWorkers = 2;

/** The same for tests that spend much of their time waiting, and measure nothing in real time. */
export const maxWaitingWorkers = 3;
