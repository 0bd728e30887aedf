import { defineProject } from 'vitest/config';
import { maxWorkers } from '../vitest.workers.ts';

export default defineProject({ test: { name: 'contract', include: ['**/*.test.ts'], maxWorkers } });
