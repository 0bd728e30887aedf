import { defineProject } from 'vitest/config';
import { maxWorkers } from '../vitest.workers.ts';

export default defineProject({ test: { name: 'scripts', include: ['**/*.test.ts'], maxWorkers } });
