import { expect, test } from 'vitest';
import { sameOriginUrl } from '../../src/lib/api/same-origin-url.ts';
import { randomId } from '../../src/lib/random-id.ts';

test.each([
  ['http://localhost:3000/api/v1/files/1/2/sig/a%20b.png', '/api/v1/files/1/2/sig/a%20b.png'],
  ['https://bucket.example.com/a.png?x=1', 'https://bucket.example.com/a.png?x=1'],
  ['/files/1.png', '/files/1.png'],
  ['https://', 'https://'],
])('images of the API are requested from the origin of the page: %s', (url, expected) => {
  expect(sameOriginUrl(url)).toBe(expected);
});

test('a random id is a unique UUID of version 4', () => {
  const ids = Array.from({ length: 50 }, randomId);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(50);
});
