import { describe } from 'vitest';
import { odd } from './odd.patterns.ts';
import { testPatterns } from './run-patterns.ts';

describe('an unusual page gives the right image', () => {
  testPatterns(odd, { stallTimeoutMs: 1_500 });
});
