import { expect, test } from 'vitest';
import { errorCodes } from '../errors/errors.ts';
import { endpoints } from '../operations.ts';
import { withoutCharges } from './charges.ts';
import { optionDocs } from './docs.ts';

test.each([
  [
    'The queue is full. Nothing was charged. Please try again.',
    'The queue is full. Please try again.',
  ],
  ['The capture was cancelled. Nothing was charged.', 'The capture was cancelled.'],
  ['An error occurred; nothing was charged. Try again.', 'An error occurred. Try again.'],
  ['Nothing is captured and nothing is charged.', 'Nothing is captured.'],
  ['Statuses that make the capture fail, free of charge.', 'Statuses that make the capture fail.'],
  [
    'Fails the capture, free of charge, unless it is there.',
    'Fails the capture unless it is there.',
  ],
  ['Return images free of charge, and more.', 'Return images, and more.'],
  ['The capture fails, free of charge, or is made.', 'The capture fails, or is made.'],
  ['Expected: the capture is charged as usual.', 'Expected.'],
  ['The page did not load in time.', 'The page did not load in time.'],
])('a text loses its statement about charges and nothing else: %s', (text, expected) => {
  expect(withoutCharges(text)).toBe(expected);
});

test('no sentence about an option, an endpoint or an error speaks of charges in another form', () => {
  const texts = [
    ...optionDocs().map(({ sentence }) => sentence),
    ...Object.values(endpoints).map(({ summary }) => summary),
    ...Object.values(errorCodes).map(({ meaning }) => meaning),
  ];
  const left = texts.map(withoutCharges).filter((text) => /charge|\bfree\b/i.test(text));
  expect(left).toEqual([]);
});
