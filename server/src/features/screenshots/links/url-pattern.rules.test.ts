import { expect, test } from 'vitest';
import { matchesUrlPattern, requireUrlPattern } from './url-pattern.rules.ts';

test.each([
  ['https://shop.example/*', 'https://shop.example/', true],
  ['https://shop.example/*', 'https://shop.example/a?b=c', true],
  ['https://SHOP.example', 'https://shop.example/', true],
  ['https://shop.example/a/*/c', 'https://shop.example/a/b/b/c', true],
  ['https://shop.example/a b/*', 'https://shop.example/a%20b/c', true],
  ['https://*.shop.example/*', 'https://a.b.shop.example/x', true],
  ['https://shop.example:8443/*', 'https://shop.example:8443/x', true],
  ['https://shop.example/*', 'http://shop.example/', false],
  ['https://shop.example/*', 'https://shop.example.evil.example/', false],
  ['https://shop.example/*', 'https://shop.example:8443/', false],
  ['https://shop.example/*', 'https://evil.example/https://shop.example/', false],
  ['https://shop.example/*', 'https://evil.example/?x=https://shop.example/', false],
  ['https://*.shop.example/*', 'https://shop.example/', false],
  ['https://*.shop.example/*', 'https://evilshop.example/', false],
  ['https://shop.example/a/*', 'https://shop.example/a', false],
  ['https://shop.example/a*a', 'https://shop.example/a', false],
  ['https://shop.example/*.png', 'https://shop.example/a.png?x', false],
] as const)('[DL-13] %s and %s: %s', (pattern, url, matches) => {
  expect(() => requireUrlPattern(pattern)).not.toThrow();
  expect(matchesUrlPattern(pattern, url)).toBe(matches);
});

test.each([
  '*',
  'https://*',
  'https://*/x',
  'https://shop.*/x',
  'https://shop.example*/',
  'https://a@shop.example/*',
  'ftp://shop.example/*',
  'shop.example/*',
  'https://shop.example/#*',
])('[DL-13] %s is no pattern', (pattern) => {
  expect(() => requireUrlPattern(pattern)).toThrow(/url_pattern: must be a URL/);
  expect(matchesUrlPattern(pattern, 'https://shop.example/')).toBe(false);
});
