import { expect, test } from 'vitest';
import { captureLimits } from './paths/screenshots.ts';
import { urlCaptureSchema } from './capture-requests.ts';
import { parseSteps } from './capture-options/steps.ts';

const url = 'https://example.com';
const messagesOf = (fields: object) =>
  urlCaptureSchema.safeParse({ url, ...fields }).error?.issues.map(({ message }) => message);

const line = (at: number) => `#${String(at).padStart(captureLimits.selectorBytes - 1, 'a')}\r`;

test('the longest list as text is accepted, a longer text is rejected before it is split', () => {
  const longest = Array.from({ length: captureLimits.selectorCount }, (_, at) => line(at));
  expect(messagesOf({ hide_selectors: longest.join('\n') })).toBeUndefined();
  // It has one item only.
  expect(messagesOf({ hide_selectors: `a${'\n'.repeat(1_000_000)}` })).toEqual([
    'must have at most 100 items, and 102600 characters as text',
  ]);
  expect(messagesOf({ block_resources: 'image,'.repeat(1_000_000) })).toEqual([
    expect.stringMatching(/^must be a list of image, /),
  ]);
});

test('a list with too many items has one message, whatever its items', () => {
  const many = Array.from({ length: 101 }, (_, at) => `${at}${'a'.repeat(2_000)}`);
  expect(messagesOf({ hide_selectors: many })).toEqual(['must have at most 100 items']);
});

test('steps as text are rejected before they are split if they cannot be short enough', () => {
  expect(parseSteps('\n'.repeat(1_000_000)).error).toBe('must be at most 65536 bytes');
});
