import { expect, test } from 'vitest';
import { maskHeaders, readCustomHeader } from './custom-header.rules.ts';

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

test('headers are accepted as JSON text or as an object', () => {
  const headers = { Authorization: 'Bearer abc', 'X-Empty': '', 'X-Latin': 'é' };
  expect(readCustomHeader(JSON.stringify(headers))).toEqual(headers);
  expect(readCustomHeader(headers)).toEqual(headers);
  expect(readCustomHeader('{}')).toEqual({});
});

test.for(['', 'null', '[]', '"text"', '1', '{', "{'a':'b'}", '{"a":"b"} x'])(
  'the text %j is rejected because it is not a JSON object of headers',
  (text) => {
    expect(() => readCustomHeader(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_custom_header',
        message: 'custom_header: must be a JSON object of header names and text values',
      }),
    );
  },
);

test('text far longer than the limit is rejected without being parsed', () => {
  for (const text of [JSON.stringify(many(100_000)), '['.repeat(3_000_000)]) {
    expect(() => readCustomHeader(text)).toThrow(
      'custom_header: must contain at most 16384 bytes of names and values',
    );
  }
});

test('every value within the limit is accepted, even if each character is escaped', () => {
  const value = '\u00e9'.repeat(16_000);
  const text = `{"X-A":"${value.replaceAll('\u00e9', String.raw`\u00e9`)}"}`;
  expect(readCustomHeader(text)).toEqual({ 'X-A': value });
});

test.for([
  'Host',
  'content-length',
  'Transfer-Encoding',
  'CONNECTION',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Upgrade',
  'Expect',
  'Proxy-Authorization',
  'proxy-connection',
  'Sec-Fetch-Site',
  'sec-ch-ua',
])('the header %s cannot be set', (name) => {
  expect(() => readCustomHeader({ [name]: 'x' })).toThrow(
    expect.objectContaining({ code: 'invalid_custom_header' }),
  );
});

test.for(['', 'a b', 'a:b', 'a\r\nb', 'ä', 'a\0', '('])(
  '%j is rejected as a header name',
  (name) => {
    expect(() => readCustomHeader({ [name]: 'x' })).toThrow('is not a valid header name');
  },
);

test.for(['a\r\nHost: evil', 'a\nb', 'a\0b', '\u007f', '漢'])(
  'the value %j cannot be sent and is not repeated in the error',
  (value) => {
    expect(() => readCustomHeader({ 'X-Secret': value })).toThrow(
      'custom_header: the value of "X-Secret" contains characters that are not allowed in a header',
    );
  },
);

test.for([1, null, true, {}, []])('the value %j is rejected because it is not text', (value) => {
  expect(() => readCustomHeader({ 'X-A': value })).toThrow('the value of "X-A" must be text');
});

test('a header repeated in two spellings is rejected', () => {
  expect(() => readCustomHeader({ 'X-A': '1', 'x-a': '2' })).toThrow('occurs twice');
});

test('50 headers and 16 KiB are allowed, more are not', () => {
  expect(Object.keys(readCustomHeader(many(50)))).toHaveLength(50);
  expect(() => readCustomHeader(many(51))).toThrow('must contain at most 50 headers');
  expect(readCustomHeader({ 'X-A': 'v'.repeat(16_381) })).toBeDefined();
  expect(() => readCustomHeader({ 'X-A': 'v'.repeat(16_382) })).toThrow('at most 16384 bytes');
});

test('headers are masked to their names', () => {
  expect(maskHeaders({ Authorization: 'Bearer abc' })).toBe('{"Authorization":"***"}');
});
