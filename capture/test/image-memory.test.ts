import { expect, test } from 'vitest';
import { extraMemory } from '../src/attempt/image-memory.ts';
import { defaultLimits } from '../src/limits.ts';
import { specOf } from './spec-of.ts';

/** Use of the browser beyond its default limit, measured for the largest viewport on full processors. */
const measuredBytes = 3.43e9 - 1.5 * 2 ** 30;

test('the memory of the largest viewport has room for what it uses on a busy machine', () => {
  const viewport = { widthPx: 7_680, heightPx: 4_320, deviceScaleFactor: 2 };
  const extraBytes = extraMemory(specOf('https://example.com', { viewport }), defaultLimits);
  expect(extraBytes).toBeGreaterThan(measuredBytes * 1.1);
});
