import { describe } from 'vitest';
import { odd } from './odd.patterns.ts';
import { testPatterns } from './run-patterns.ts';

describe('an odd page ends in a right image', () => {
  testPatterns(odd, { stallTimeoutMs: 1_500 });
});
