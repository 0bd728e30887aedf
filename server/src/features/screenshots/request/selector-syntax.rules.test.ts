import { expect, test } from 'vitest';
import { findSelectorMistake } from './selector-syntax.rules.ts';

// Linear time is a few milliseconds; quadratic time is at least seven seconds.
test.each([
  ['one long name', 'b'.repeat(60_000)],
  ['many escapes', String.raw`\61 `.repeat(15_000)],
])('a mistake after %s is found in linear time', { timeout: 3_000 }, (_, value) => {
  expect(findSelectorMistake(`[a=${value}(`)).toContain('[a=');
});
