import { expect, test } from 'vitest';
import { isApiKeyShaped, newApiKey } from './api-keys.rules.ts';

test('a new API key has the readable prefix, 256 random bits and a checksum', () => {
  const keys = Array.from({ length: 200 }, () => newApiKey());
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{49}$/);
    expect(isApiKeyShaped(key)).toBe(true);
  }
});

test('the smallest and the largest random number yield keys of equal length', () => {
  expect(newApiKey({}, (size) => Buffer.alloc(size, 0))).toHaveLength(57);
  expect(newApiKey({}, (size) => Buffer.alloc(size, 0xff))).toHaveLength(57);
});

test('a key with one wrong character fails validation', () => {
  const key = newApiKey();
  for (let at = 'sk_live_'.length; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(isApiKeyShaped(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
});

test.each([
  '',
  'sk_live_',
  'x'.repeat(57),
  `sk_live_${'é'.repeat(49)}`,
  `sk_live_${'0'.repeat(49)}`,
])('text that is not an issued key fails validation: %j', (text) => {
  expect(isApiKeyShaped(text)).toBe(false);
});
