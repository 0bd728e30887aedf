import { describe } from 'vitest';
import { noScript } from './no-script.patterns.ts';
import { testPatterns } from './run-patterns.ts';

describe('with JavaScript disabled, no script runs and the content of noscript is in the image', () => {
  testPatterns(noScript);
});
