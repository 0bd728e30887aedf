import { describe } from 'vitest';
import { fullPages } from './full-page.patterns.ts';
import { testPatterns } from './run-patterns.ts';

describe('an image of the full page has everything once, in its place', () => {
  testPatterns(fullPages);
});
