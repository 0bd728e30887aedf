import { describe } from 'vitest';
import { testPatterns } from './run-patterns.ts';
import { waiting } from './waiting.patterns.ts';

describe('an image has the content that arrives late, and no image waits for what brings none', () => {
  testPatterns(waiting);
});
