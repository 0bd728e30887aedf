/**
 * Number of test files that run at the same time, one more than the two processors of a small
 * machine, because many tests spend time waiting. Projects that have the same number form one group:
 * Vitest starts the files of the next one while the last files of the one before still run.
 */
export const maxWorkers = 3;

/**
 * The same for tests whose pages follow a server in real time. They run first, in a group of their own, because a busy
 * machine outruns such pages.
 */
export const maxCaptureWorkers = 3;

/** The same for tests that kill processes or use up memory and descriptors, which a busy machine delays most. */
export const maxFaultWorkers = 2;

/** Group of the projects with {@link maxWorkers}. */
export const groupOrder = 1;
