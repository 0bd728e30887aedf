import { describe } from 'vitest';
import { testPatterns } from './run-patterns.ts';
import { waiting } from './waiting.patterns.ts';

describe('an image contains late content, and no capture waits for requests that bring none', () => {
  testPatterns(waiting);
});
