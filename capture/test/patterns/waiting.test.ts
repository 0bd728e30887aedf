import { describe } from 'vitest';
import { unrelated } from './not-waiting.patterns.ts';
import { testPatterns } from './run-patterns.ts';
import { onlyViewport } from './waiting-pages.ts';
import { waiting } from './waiting.patterns.ts';

// Only the viewport, because the longer waits of a full page would show late content anyway.
const late = onlyViewport(waiting.patterns.filter((pattern) => !unrelated.includes(pattern)));

describe('an image contains late content, and no capture waits for requests that bring none', () => {
  // Some pages work for seconds, and on a slow machine beside other captures for longer than the usual 10 s.
  testPatterns({ ...waiting, patterns: [...late, ...unrelated] }, { stabilityTimeoutMs: 40_000 });
});
