import { expect, test } from 'vitest';
import { htmlCaptureSchema, urlCaptureSchema } from '../capture-requests.ts';
import { exampleRequestOf } from './example-request.ts';
import { findOptionConflict } from './exclusions.ts';
import { apiCalls } from './row.ts';
import { captureOptionNames, optionRow } from './table.ts';

const schemas = { url: urlCaptureSchema, html: htmlCaptureSchema };
const publicNames = captureOptionNames.filter((name) =>
  apiCalls.some((call) => optionRow(name).appliesTo.includes(call)),
);

test.each(publicNames)('the example request of %s is valid and has the option', (name) => {
  const { call, body } = exampleRequestOf(name);
  const parsed = schemas[call].safeParse(body);
  expect(parsed.error).toBeUndefined();
  expect(findOptionConflict(parsed.data ?? {})).toBeUndefined();
  expect(body[name]).toEqual(optionRow(name).docs.example);
});

test('an example request has the options that its option needs, and no others', () => {
  expect(exampleRequestOf('full_page').body).toEqual({
    url: 'https://example.com',
    full_page: true,
  });
  expect(Object.keys(exampleRequestOf('clip_x').body)).toEqual([
    'url',
    'clip_x',
    'clip_y',
    'clip_width',
    'clip_height',
  ]);
  expect(exampleRequestOf('pdf_landscape').body).toMatchObject({ file_type: 'pdf' });
  expect(exampleRequestOf('html').call).toBe('html');
});
