import { describe, expect, expectTypeOf, test } from 'vitest';
import type { OutputFormat } from '../paths/screenshots.ts';
import { htmlCaptureSchema, urlCaptureSchema } from '../capture-requests.ts';
import {
  captureOptionsOf,
  optionSecretsOf,
  optionTextsOf,
  readStoredOptions,
  storedOptionsOf,
} from './stored-options.ts';

const url = 'https://example.com/';
const parse = (fields: object = {}) => captureOptionsOf(urlCaptureSchema.parse({ url, ...fields }));
const defaults = {
  file_type: 'png',
  full_page: false,
  disable_animations: false,
  disable_javascript: false,
  retina: false,
  width: 1280,
  height: 720,
  delay: 0,
};

test('the options of a request leave out what concerns only its response', () => {
  const request = { url, wait: '5', response_type: 'image', project_id: 7, full_page: 'true' };
  const options = parse(request);
  expect(options).toMatchObject({ url, file_type: 'png', full_page: true, delay: 0 });
  for (const name of ['wait', 'response_type', 'project_id']) {
    expect(options).not.toHaveProperty(name);
  }
});

describe('stored options', () => {
  test('are parsed, with every default of the specification', () => {
    expect(storedOptionsOf(parse())).toEqual(defaults);
    const html = htmlCaptureSchema.parse({ html: '<p>' });
    expect(storedOptionsOf(captureOptionsOf(html))).toEqual(defaults);
  });

  test('hold what was given, without source, project and empty texts', () => {
    const options = { project_id: 2, width: '300', delay: 2.5, inject_css: '', inject_js: 'x()' };
    expect(storedOptionsOf(parse({ ...options, element_selector: '#a' }))).toEqual({
      ...defaults,
      width: 300,
      delay: 2.5,
      inject_js: 'x()',
      element_selector: '#a',
    });
  });

  test('hold a device instead of the size', () => {
    const { width: _width, height: _height, ...others } = defaults;
    expect(storedOptionsOf(parse({ emulate_device: 'iPhone 15' }))).toEqual({
      ...others,
      emulate_device: 'iPhone 15',
    });
  });

  test('hold the mask of a secret and never the secret', () => {
    const secrets = { proxy_url: 'http://u:p@proxy.example:1', custom_header: '{"a":"b"}' };
    expect(storedOptionsOf(parse(secrets))).toEqual(defaults);
    const masks = { custom_header: '{"a":"***"}' };
    expect(storedOptionsOf(parse(secrets), masks)).toEqual({ ...defaults, ...masks });
  });

  test('hold well-formed Unicode, which PostgreSQL accepts', () => {
    expect(storedOptionsOf(parse({ inject_css: 'a\ud800b' }))['inject_css']).toBe('a\ufffdb');
  });
});

describe('lists of choices', () => {
  const both = ['blank', 'host_error'];
  test.each([
    ['an array', both],
    ['an array with a repeat', [...both, 'blank']],
    ['text with commas', 'blank, host_error,'],
    ['text with line breaks', 'blank\n\nhost_error'],
  ])('are read from %s and stored as an array', (_kind, given) => {
    const options = parse({ fail_on_verdict: given });
    expect(options.fail_on_verdict).toEqual(both);
    const stored = storedOptionsOf(options);
    expect(stored).toEqual({ ...defaults, fail_on_verdict: both });
    expect(readStoredOptions(stored).fail_on_verdict).toEqual(both);
    expect(optionTextsOf(stored)['fail_on_verdict']).toBe('blank,host_error');
    expect(readStoredOptions(optionTextsOf(stored)).fail_on_verdict).toEqual(both);
  });

  test.each([[], '', ','])('that are empty are not stored: %j', (options) => {
    expect(storedOptionsOf(parse({ accept_verdicts: options }))).toEqual(defaults);
  });

  test.each([[['ok']], ['blanc'], [7], [[['blank']]]])('reject other values: %j', (options) => {
    const { error } = urlCaptureSchema.safeParse({ url, fail_on_verdict: options });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [
        ['fail_on_verdict'],
        'must be a list of blank, bot_challenge, login_wall, cookie_wall, host_error, incomplete, truncated',
      ],
    ]);
  });
});

test('[AP-37] options have one text each, whatever their type', () => {
  const options = { full_page: true, delay: 2.5, inject_js: 'x()', custom_header: { a: 'b' } };
  expect(optionTextsOf({ ...options, width: undefined })).toEqual({
    full_page: 'true',
    delay: '2.5',
    inject_js: 'x()',
    custom_header: '{"a":"b"}',
  });
  expect(optionSecretsOf(options)).toEqual({ custom_header: '{"a":"b"}' });
  expect(optionSecretsOf({ full_page: true })).toEqual({});
});

describe('stored options, read', () => {
  test('have the values of the request without its secrets', () => {
    const options = {
      full_page: true,
      width: 300,
      delay: 2.5,
      file_type: 'jpeg',
      inject_js: 'x()',
    };
    const read = readStoredOptions({ ...storedOptionsOf(parse(options)), custom_header: '{}' });
    expect(read).toMatchObject({ ...options, height: 720, retina: false });
    expect(read).not.toHaveProperty('custom_header');
    expectTypeOf(read.file_type).toEqualTypeOf<OutputFormat>();
    expectTypeOf(read.width).toEqualTypeOf<number | undefined>();
  });

  test('have the same values if an older release stored them as text', () => {
    const stored = storedOptionsOf(parse({ full_page: true, width: 300, delay: 2.5 }));
    expect(readStoredOptions(optionTextsOf(stored))).toEqual(readStoredOptions(stored));
  });

  test('have defaults for missing and unreadable values', () => {
    const read = readStoredOptions({ full_page: 'yes', delay: 'x', width: '', file_type: 5 });
    expect(read).toMatchObject({ full_page: false, delay: 0, width: 1_280, file_type: 'png' });
    expect(read.element_selector).toBeUndefined();
  });

  test('have no size beside a device', () => {
    const read = readStoredOptions({ emulate_device: 'iPhone 15' });
    expect(read).toMatchObject({ emulate_device: 'iPhone 15', width: undefined });
  });
});
