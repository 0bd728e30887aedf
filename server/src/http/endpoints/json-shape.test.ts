import { expect, test } from 'vitest';
import { findJsonExcess, jsonLimits } from './json-shape.ts';

const object = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1])));
const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

test('a body exactly at every limit is accepted', () => {
  expect(findJsonExcess(object(jsonLimits.fields))).toBeUndefined();
  expect(findJsonExcess(JSON.stringify(Array(jsonLimits.items).fill(1)))).toBeUndefined();
  expect(findJsonExcess(nested(jsonLimits.depth))).toBeUndefined();
});

test('one field, item or level above the limit is detected', () => {
  expect(findJsonExcess(object(jsonLimits.fields + 1))).toBe('fields');
  expect(findJsonExcess(JSON.stringify(Array(jsonLimits.items + 1).fill(1)))).toBe('items');
  expect(findJsonExcess(nested(jsonLimits.depth + 1))).toBe('depth');
  expect(findJsonExcess('['.repeat(jsonLimits.depth + 1))).toBe('depth');
});

test('fields of nested and repeated objects are counted together', () => {
  const half = object(jsonLimits.fields / 2);
  expect(findJsonExcess(`{"a":${half},"b":${half}}`)).toBe('fields');
  expect(findJsonExcess(`{${'"a":1,'.repeat(jsonLimits.fields + 1)}"a":1}`)).toBe('fields');
});

test('the content of strings is not counted, however it is escaped', () => {
  const text = `${'[{:,'.repeat(30_000)}\\"\\`;
  expect(findJsonExcess(JSON.stringify({ [text]: text, b: ['\\', '"', text] }))).toBeUndefined();
  expect(findJsonExcess(`["\\\\",${nested(jsonLimits.depth)}]`)).toBe('depth');
});

test('a string ends at a quote after an even number of backslashes', () => {
  for (let slashes = 0; slashes < 6; slashes += 1) {
    const body = `["${'\\'.repeat(slashes)}",${nested(jsonLimits.depth)},""]`;
    expect(findJsonExcess(body)).toBe(slashes % 2 === 0 ? 'depth' : undefined);
  }
});

test.each(['', '"', '"\\', '}}}]]]', '{"a', '\\'])(
  'malformed text is left to the parser: %j',
  (text) => {
    expect(findJsonExcess(text)).toBeUndefined();
  },
);
