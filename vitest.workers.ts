/**
 * Test files at a time. Each project has to say it, as Vitest hands a project none of the root's settings: left out,
 * it is one less than the machine has cores.
 */
export const maxWorkers = 2;
