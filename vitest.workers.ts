/**
 * Number of test files that run at the same time, one more than the two processors of a small
 * machine, because many tests spend time waiting. All projects have the same number, so that Vitest
 * starts the files of the next one while the last files of the one before still run.
 */
export const maxWorkers = 3;
