import { defineProject } from 'vitest/config';
import { groupOrder, maxWorkers } from '../vitest.workers.ts';

export default defineProject({
  test: {
    name: 'contract',
    include: ['**/*.test.ts'],
    maxWorkers,
    isolate: false,
    sequence: { groupOrder },
  },
});
