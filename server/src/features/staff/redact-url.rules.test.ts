import { expect, test } from 'vitest';
import { redactUrlsIn, redactUrl } from './redact-url.rules.ts';

test.each([
  ['https://a.example/b?c=1', 'https://a.example/b'],
  ['https://a.example/b#token', 'https://a.example/b'],
  ['https://me:secret@a.example:8080/b', 'https://a.example:8080/b'],
  ['not a URL?secret', 'not a URL'],
])('%s is redacted to %s', (url, redacted) => {
  expect(redactUrl(url)).toBe(redacted);
});

test('every URL in a sentence is redacted, and the surrounding text is unchanged', () => {
  expect(
    redactUrlsIn('http://a.example?x=1 led to "wss://me:pw@b.example/c?d=2", then stopped.'),
  ).toBe('http://a.example/ led to "wss://b.example/c", then stopped.');
});
