import { expect, test } from 'vitest';
import { createUrlFilter, matchesPattern } from './url-filter.rules.ts';

const filterFor = (request: object, at = 'https://www.example.co.uk/sitemap.xml') => {
  const filter = createUrlFilter({ same_site: true, ...request }, new URL(at));
  return (url: string, lastModified: string | null = null) =>
    filter({ url: URL.canParse(url) ? new URL(url) : null, lastModified });
};

test.each([
  ['/blog/*', 'https://a.com/blog/one', true],
  ['/blog/*', 'https://a.com/en/blog/one', false],
  ['*/blog/*', 'https://a.com/en/blog/one?x=1', true],
  ['/*.html', 'https://a.com/x.html', true],
  ['/*.html', 'https://a.com/x.html?y', false],
  ['/shop', 'https://a.com/shop', true],
  ['/shop', 'https://a.com/shop/', false],
  ['https://*.a.com/*', 'https://b.a.com/', true],
  ['*a*a*', 'https://b.com/xax', false],
  ['/a*a', 'https://b.com/a', false],
  ['/x.y', 'https://b.com/x-y', false],
])('the pattern %s and the URL %s match: %s', (pattern, url, isMatch) => {
  expect(matchesPattern(pattern, new URL(url))).toBe(isMatch);
});

test('a pattern of many stars is compared in time', () => {
  const started = performance.now();
  const url = new URL(`https://a.com/${'a'.repeat(2_000)}`);
  expect(matchesPattern(`/${'a*'.repeat(99)}b`, url)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('only URLs of the same registrable domain are listed, unless others are wanted', () => {
  const filter = filterFor({});
  expect([
    filter('https://example.co.uk/'),
    filter('http://shop.example.co.uk/a'),
    filter('https://other.co.uk/'),
    filter('ftp://example.co.uk/'),
    filter('no url'),
  ]).toEqual([undefined, undefined, 'otherSites', 'invalid', 'invalid']);
  expect(filterFor({ same_site: false })('https://other.co.uk/')).toBeUndefined();
});

test('sites of an IP address or a local name are their hosts', () => {
  const filter = filterFor({}, 'http://127.0.0.1:8080/sitemap.xml');
  expect([filter('http://127.0.0.1/'), filter('http://127.0.0.2/')]).toEqual([
    undefined,
    'otherSites',
  ]);
});

test('include, exclude and the time of the last change leave entries out', () => {
  const filter = filterFor({
    include: ['/blog/*'],
    exclude: ['*/draft'],
    lastmod_after: '2026-11-01T00:00:00Z',
  });
  const recent = '2026-11-01T00:00:00.000Z';
  expect([
    filter('https://example.co.uk/blog/a', recent),
    filter('https://example.co.uk/blog/draft', recent),
    filter('https://example.co.uk/shop/a', recent),
    filter('https://example.co.uk/blog/a', '2026-10-31T23:59:59.000Z'),
    filter('https://example.co.uk/blog/a'),
  ]).toEqual([undefined, 'filtered', 'filtered', 'filtered', 'filtered']);
});
