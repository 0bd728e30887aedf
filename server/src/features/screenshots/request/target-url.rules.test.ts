import { createAddressPolicy } from '@shotwright/capture';
import { expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { readTargetUrl } from './target-url.rules.ts';

const { checkUrl } = createAddressPolicy();
const read = (text: string): string => readTargetUrl(text, checkUrl);
const codeOf = (text: string): string => {
  try {
    return `accepted as ${read(text)}`;
  } catch (err) {
    if (err instanceof AppError) return err.code;
    throw err;
  }
};

test.for([
  ['example.com', 'https://example.com/'],
  ['example.com:8443/a?b#c', 'https://example.com:8443/a?b#c'],
  ['//example.com/a', 'https://example.com/a'],
  ['http://example.com', 'http://example.com/'],
  ['HTTPS://EXAMPLE.com/Path', 'https://example.com/Path'],
  ['https://bücher.example.com', 'https://xn--bcher-kva.example.com/'],
  ['https://example.com/%', 'https://example.com/%'],
] as const)('%j is normalised to %j', ([text, url]) => {
  expect(read(text)).toBe(url);
});

test.for([
  ['javascript:alert(1)', 'unsupported_scheme'],
  ['data:text/html,hi', 'unsupported_scheme'],
  ['file:///etc/passwd', 'unsupported_scheme'],
  ['ftp://example.com', 'unsupported_scheme'],
  ['view-source:https://example.com', 'unsupported_scheme'],
  ['blob:https://example.com/1', 'unsupported_scheme'],
  ['mailto:a@example.com', 'unsupported_scheme'],
  ['https://', 'invalid_url'],
  ['http://exa mple.com', 'invalid_url'],
  ['two words', 'invalid_url'],
  ['https://user:pass@example.com', 'invalid_url'],
  [`https://example.com/${'a'.repeat(2_048)}`, 'invalid_url'],
] as const)('%j is rejected as %s', ([text, code]) => {
  expect(codeOf(text)).toBe(code);
});

test.for([
  'http://127.0.0.1',
  'http://2130706433',
  'http://0x7f.1',
  'http://0177.0.0.1',
  'http://127.1',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://169.254.169.254/latest/meta-data',
  'http://１２７.0.0.1',
  'localhost',
  'localhost:3000',
  'http://localhost./',
  'http://printer.local',
  'http://10.0.0.1\\@example.com',
  'https://example.com:22',
])('the private or blocked URL %j is rejected without being resolved', (text) => {
  expect(codeOf(text)).toBe('url_not_allowed');
});

test('an error names the field and the valid values', () => {
  expect(() => read('ftp://example.com')).toThrow('url: must begin with http:// or https://');
});
