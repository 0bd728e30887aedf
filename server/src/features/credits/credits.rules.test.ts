import { defaultCreditPrices } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { priceOf } from './credits.rules.ts';

test.for([
  { isFullPage: false, isRetina: false, price: 1 },
  { isFullPage: true, isRetina: false, price: 2 },
  { isFullPage: false, isRetina: true, price: 2 },
  { isFullPage: true, isRetina: true, price: 3 },
])('full page $isFullPage, retina $isRetina costs $price', ({ price, ...capture }) => {
  expect(priceOf(capture, defaultCreditPrices)).toBe(price);
});

test('prices are configuration', () => {
  const prices = { capture: 5, fullPage: 0, retina: 7 };
  expect(priceOf({ isFullPage: true, isRetina: true }, prices)).toBe(12);
});
