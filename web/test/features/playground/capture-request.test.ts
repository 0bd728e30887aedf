import { dashboardHtmlCaptureSchema, dashboardUrlCaptureSchema } from '@shotwright/contract';
import { describe, expect, test } from 'vitest';
import {
  defaultForm,
  type CaptureForm,
} from '../../../src/features/playground/form/capture-form.rules.ts';
import {
  buildDashboardPayload,
  buildPayload,
  readCustomHeader,
} from '../../../src/features/playground/form/capture-request.ts';

const form: CaptureForm = { ...defaultForm, url: 'https://example.com/', project_id: '7' };
const full: CaptureForm = {
  ...form,
  html: '<h1>Hello</h1>',
  delay: '2.5',
  proxy_url: 'http://user:pass@proxy.example:8080',
  element_selector: '#main',
  inject_css: 'a { color: red }',
  inject_js: 'scrollTo(0, 9)',
  custom_header: '{ "x-team": "qa" }',
};

describe('a capture of a URL', () => {
  test('[PG-13] sends its fields, switches as text, and no empty option', () => {
    expect(buildPayload(form)).toEqual({
      url: 'https://example.com/',
      project_id: 7,
      file_type: 'png',
      full_page: 'false',
      disable_animations: 'false',
      disable_javascript: 'false',
      retina: 'false',
      width: 1280,
      height: 720,
    });
  });

  test('[PG-13] has no project before one is chosen', () => {
    expect(buildPayload({ ...form, project_id: '' })).not.toHaveProperty('project_id');
  });

  test('[PG-13] sends every filled option in the form of the contract', () => {
    const payload = buildPayload({ ...full, full_page: true, retina: true, file_type: 'jpeg' });
    expect(payload).toEqual({
      url: 'https://example.com/',
      project_id: 7,
      file_type: 'jpeg',
      full_page: 'true',
      disable_animations: 'false',
      disable_javascript: 'false',
      retina: 'true',
      width: 1280,
      height: 720,
      delay: 2.5,
      proxy_url: 'http://user:pass@proxy.example:8080',
      element_selector: '#main',
      inject_css: 'a { color: red }',
      inject_js: 'scrollTo(0, 9)',
      custom_header: '{"x-team":"qa"}',
    });
    expect(dashboardUrlCaptureSchema.safeParse(payload).success).toBe(true);
  });

  test('[PG-13] [SS-3] names the saved setting only while the form contains a mask of its secrets', () => {
    const loaded: CaptureForm = { ...form, setting_id: '9' };
    const masked = { ...loaded, custom_header: '{"x-token":"***"}' };
    expect(buildDashboardPayload(masked)).toEqual({ ...buildPayload(masked), setting_id: 9 });
    expect(dashboardUrlCaptureSchema.safeParse(buildDashboardPayload(masked)).success).toBe(true);
    const proxied = { ...loaded, proxy_url: 'http://user:***@proxy.example:80' };
    expect(buildDashboardPayload(proxied)).toMatchObject({ setting_id: 9 });
    expect(buildDashboardPayload({ ...proxied, mode: 'html' })).not.toHaveProperty('setting_id');
    expect(buildDashboardPayload(loaded)).toEqual(buildPayload(loaded));
    expect(buildPayload(masked)).not.toHaveProperty('setting_id');
  });

  test('[PG-8] with a device, sends the device instead of the size', () => {
    const payload = buildPayload({ ...form, emulate_device: 'iPhone 15', width: '900' });
    expect(payload.emulate_device).toBe('iPhone 15');
    expect(payload).not.toHaveProperty('width');
    expect(payload).not.toHaveProperty('height');
  });

  test('[PG-11] sends the delay only above 0 and never above 60', () => {
    expect(buildPayload({ ...form, delay: '0' })).not.toHaveProperty('delay');
    expect(buildPayload({ ...form, delay: '' })).not.toHaveProperty('delay');
    expect(buildPayload({ ...form, delay: '75' }).delay).toBe(60);
  });

  test('[PG-7] clamps a size even if its field was never blurred', () => {
    expect(buildPayload({ ...form, width: '9', height: '' })).toMatchObject({
      width: 100,
      height: 720,
    });
  });

  test('treats blank options as empty', () => {
    const payload = buildPayload({ ...form, proxy_url: '  ', inject_css: '\n', inject_js: ' ' });
    expect(Object.keys(payload).filter((name) => /proxy|inject/.test(name))).toEqual([]);
  });
});

test('[PG-14] a capture of HTML sends html and never url, proxy_url or element_selector', () => {
  const payload = buildPayload({ ...full, mode: 'html' });
  expect(payload.html).toBe('<h1>Hello</h1>');
  for (const name of ['url', 'proxy_url', 'element_selector']) {
    expect(payload).not.toHaveProperty(name);
  }
  expect(payload).toMatchObject({ delay: 2.5, inject_css: 'a { color: red }' });
  expect(dashboardHtmlCaptureSchema.safeParse(payload).success).toBe(true);
});

describe('custom headers', () => {
  test('[PG-12] [RL-8] JSON is sent normalised, anything else is omitted', () => {
    expect(buildPayload({ ...form, custom_header: ' {\n"a" : "b" } ' }).custom_header).toBe(
      '{"a":"b"}',
    );
    for (const custom_header of ['', '{a: 1}', '{"a"', 'x-a: b', '["a"]', 'null']) {
      expect(buildPayload({ ...form, custom_header })).not.toHaveProperty('custom_header');
    }
  });

  test('[RL-8] the line of the JSON error is reported', () => {
    expect(readCustomHeader('{\n  "a": "b",\n  c\n}')).toEqual({ kind: 'broken', line: 3 });
    expect(readCustomHeader('{\n  "a": "b"\n')).toEqual({ kind: 'broken', line: 2 });
    expect(readCustomHeader('[]')).toEqual({ kind: 'not-an-object' });
  });
});
