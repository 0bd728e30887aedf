import { describe } from 'vitest';
import { testPatterns } from './run-patterns.ts';
import { sites } from './sites.patterns.ts';

describe('an image of a page that is built like a real site is what a person would see', () => {
  testPatterns(sites);
});
