import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  dashboardHtmlCaptureSchema,
  dashboardUrlCaptureSchema,
  savedOptionsSchema,
} from '../capture-requests.ts';
import {
  captureFormDefaults,
  filterNumberInput,
  formOfSavedOptions,
  formOfSearchParams,
  hasFormParams,
  searchParamsOf,
  normalizeNumber,
  type CaptureFormValues,
} from './form.ts';
import type { OutputFormat } from '../paths/screenshots.ts';
import { requestBodyOf, savedOptionsOf } from './request-body.ts';

const filled: CaptureFormValues = {
  ...captureFormDefaults,
  url: 'https://example.com/?q=1&r=2',
  project_id: '7',
  file_type: 'jpeg',
  full_page: true,
  retina: true,
  width: '800',
  delay: '2.5',
  element_selector: '#main',
};
const secret = {
  proxy_url: 'http://user:pass@proxy.example:80',
  custom_header: '{"authorization":"x"}',
  inject_css: 'a { color: red }',
  inject_js: ' go() ',
};

describe('form values', () => {
  test('start with the defaults of the specification', () => {
    expect(captureFormDefaults).toMatchObject({
      mode: 'url',
      url: '',
      html: '',
      project_id: '',
      file_type: 'png',
      full_page: false,
      disable_animations: false,
      disable_javascript: false,
      retina: false,
      emulate_device: '',
      width: '1280',
      height: '720',
      delay: '0',
      proxy_url: '',
      element_selector: '',
      inject_css: '',
      inject_js: '',
      custom_header: '',
    });
    expectTypeOf(captureFormDefaults.file_type).toEqualTypeOf<OutputFormat>();
    expectTypeOf(captureFormDefaults.width).toEqualTypeOf<string>();
    expectTypeOf(captureFormDefaults.retina).toEqualTypeOf<boolean>();
  });

  test('of numbers accept digits while typing and are limited afterwards', () => {
    expect([
      filterNumberInput('width', { previous: '12', typed: '123' }),
      filterNumberInput('width', { previous: '12', typed: '12a' }),
    ]).toEqual(['123', '12']);
    expect([
      filterNumberInput('width', { previous: '12', typed: '1.5' }),
      filterNumberInput('delay', { previous: '1', typed: '1.5' }),
    ]).toEqual(['12', '1.5']);
    expect(filterNumberInput('delay', { previous: '1.5', typed: '1.555' })).toBe('1.5');
    expect(['', '7', '99999', 'x'].map((typed) => normalizeNumber('width', typed))).toEqual([
      '1280',
      '100',
      '7680',
      '1280',
    ]);
    expect(['', '2.5', '900', '-1'].map((typed) => normalizeNumber('delay', typed))).toEqual([
      '0',
      '2.5',
      '60',
      '0',
    ]);
  });
});

describe('URL parameters', () => {
  test('[PG-33] carry the shareable values that differ from the defaults, and are read back', () => {
    expect(formOfSearchParams(searchParamsOf(filled))).toEqual(filled);
    expect(searchParamsOf(captureFormDefaults).toString()).toBe('');
    expect(hasFormParams(searchParamsOf(filled))).toBe(true);
    expect(hasFormParams(new URLSearchParams('tab=x&project=2'))).toBe(false);
  });

  test('[PG-33] [RT-13] never carry a secret, code or pasted HTML, nor are such read', () => {
    const search = searchParamsOf({ ...filled, ...secret, html: '<p>', mode: 'html' });
    expect([...search.keys()].sort()).toEqual(
      'delay element_selector file_type full_page mode project_id retina url width'.split(' '),
    );
    const forged = new URLSearchParams({ ...secret, html: '<p>' });
    expect(formOfSearchParams(forged)).toEqual(captureFormDefaults);
  });

  test('[PG-33] that are invalid leave the default, and numbers their limit', () => {
    const search = new URLSearchParams(
      'file_type=tiff&project_id=x&width=abc&height=99999&full_page=yes&mode=pdf',
    );
    expect(formOfSearchParams(search)).toEqual({ ...captureFormDefaults, height: '4320' });
  });
});

describe('request bodies', () => {
  test('[PG-13] name the options in order; advanced options only if they are set', () => {
    const body = requestBodyOf({ ...filled, delay: '0', element_selector: ' ' });
    expect(Object.entries(body)).toEqual([
      ['url', 'https://example.com/?q=1&r=2'],
      ['project_id', 7],
      ['file_type', 'jpeg'],
      ['full_page', 'true'],
      ['disable_animations', 'false'],
      ['disable_javascript', 'false'],
      ['retina', 'true'],
      ['width', 800],
      ['height', 720],
    ]);
    expect(dashboardUrlCaptureSchema.safeParse(body).success).toBe(true);
  });

  test('[PG-13] carry a device instead of the size, and code as it was typed', () => {
    const body = requestBodyOf({ ...filled, ...secret, emulate_device: 'iPhone 15' });
    expect(body).toMatchObject({ emulate_device: 'iPhone 15', inject_js: ' go() ', delay: 2.5 });
    expect(body).not.toHaveProperty('width');
    expect(dashboardUrlCaptureSchema.safeParse(body).success).toBe(true);
  });

  test('[PG-14] of pasted HTML have neither URL, proxy nor selector', () => {
    const body = requestBodyOf({ ...filled, ...secret, mode: 'html', html: ' <p>' });
    expect(body).toMatchObject({ html: ' <p>', custom_header: secret.custom_header });
    for (const name of ['url', 'proxy_url', 'element_selector']) {
      expect(body).not.toHaveProperty(name);
    }
    expect(dashboardHtmlCaptureSchema.safeParse(body).success).toBe(true);
  });
});

describe('saved options', () => {
  test('hold the request as text, and are read back', () => {
    const form = { ...filled, ...secret };
    const saved = savedOptionsOf('url', requestBodyOf(form));
    expect(saved).toMatchObject({ mode: 'url', width: '800', retina: 'true', delay: '2.5' });
    expect(savedOptionsSchema.safeParse(saved).success).toBe(true);
    expect(formOfSavedOptions(saved)).toEqual(form);
  });

  test('[RL-24] hold HTML completely; without a mode the source decides', () => {
    const form = { ...captureFormDefaults, mode: 'html', html: ' <p>\n' } as const;
    expect(formOfSavedOptions(savedOptionsOf('html', requestBodyOf(form)))).toEqual({
      ...form,
      project_id: '',
    });
    expect(formOfSavedOptions({ html: '<p>' }).mode).toBe('html');
    expect(formOfSavedOptions({ html: '<p>', url: 'https://a.example' }).mode).toBe('url');
  });

  test('that are invalid have their default, and numbers their limit', () => {
    expect(formOfSavedOptions({ width: 'x', delay: '900', file_type: 'GIF' })).toEqual({
      ...captureFormDefaults,
      delay: '60',
    });
  });
});
