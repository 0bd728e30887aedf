import { captureOptionsOf, urlCaptureSchema, type CaptureOptions } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { readCaptureRequest } from './capture-request.rules.ts';
import { captureSpecOf } from '../run/capture-spec.rules.ts';

const phone = {
  widthPx: 390,
  heightPx: 844,
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  userAgent: 'Phone',
};
const rules = { checkUrl: () => ({ isAllowed: true }) as const, deviceNames: ['Phone 1'] };
const { url: _url, ...defaults } = captureOptionsOf(urlCaptureSchema.parse({ url: 'x' }));
const read = (changes: Partial<CaptureOptions>) =>
  readCaptureRequest({ ...defaults, url: 'https://example.com', ...changes }, rules);
const specOf = (changes: Partial<CaptureOptions>) => {
  const { url, html, options, secrets } = read(changes);
  return captureSpecOf({ url, html, options, secrets: secrets ?? {} }, () => phone);
};

test('false as text is false, numbers come as text, and options are stored parsed', () => {
  const request = urlCaptureSchema.parse({
    url: 'example.com',
    full_page: 'true',
    retina: 'false',
    width: '800',
    height: 600,
    delay: '1.5',
  });
  expect(readCaptureRequest(captureOptionsOf(request), rules).options).toEqual({
    file_type: 'png',
    full_page: true,
    disable_animations: false,
    disable_javascript: false,
    retina: false,
    width: 800,
    height: 600,
    delay: 1.5,
  });
});

test('every option is passed to the engine as requested', () => {
  const spec = specOf({
    file_type: 'jpeg',
    quality: 60,
    image_width: 400,
    image_fit: 'inside',
    padding: 5,
    full_page: true,
    disable_animations: true,
    disable_javascript: true,
    retina: true,
    width: 800,
    height: 600,
    delay: 1.5,
    proxy_url: 'http://user:secret@proxy.example.com:8080',
    element_selector: '#main',
    inject_css: 'body{}',
    inject_js: '1',
    custom_header: '{"X-A":"b"}',
  });
  expect(spec).toEqual({
    source: { kind: 'url', url: 'https://example.com/' },
    fileType: 'jpeg',
    quality: 60,
    resize: { widthPx: 400, fit: 'inside', position: 'top', background: '#ffffff' },
    elementPaddingPx: 5,
    isFullPage: true,
    isBackgroundOmitted: false,
    areAnimationsDisabled: true,
    isJavaScriptDisabled: true,
    viewport: {
      widthPx: 800,
      heightPx: 600,
      deviceScaleFactor: 2,
      isMobile: false,
      hasTouch: false,
    },
    delayMs: 1_500,
    proxyUrl: 'http://user:secret@proxy.example.com:8080',
    elementSelector: '#main',
    injectCss: 'body{}',
    injectJs: '1',
    headers: { 'X-A': 'b' },
  });
});

test('without options the engine receives the documented defaults', () => {
  expect(specOf({})).toEqual({
    source: { kind: 'url', url: 'https://example.com/' },
    fileType: 'png',
    quality: 100,
    isFullPage: false,
    isBackgroundOmitted: false,
    areAnimationsDisabled: false,
    isJavaScriptDisabled: false,
    viewport: {
      widthPx: 1_280,
      heightPx: 720,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
    },
    delayMs: 0,
    headers: {},
  });
});

test('[CO-A8] a clip reaches the engine as one rectangle, and each format has its own quality', () => {
  const clip = { clip_x: 1, clip_y: 2, clip_width: 3, clip_height: 4 };
  expect(specOf(clip).clip).toEqual({ x: 1, y: 2, widthPx: 3, heightPx: 4 });
  const qualities = (['jpeg', 'webp', 'avif'] as const).map(
    (file_type) => specOf({ file_type }).quality,
  );
  expect(qualities).toEqual([85, 80, 50]);
});

test('a transparent background reaches the engine for PNG; JPEG with it names both options', () => {
  expect(specOf({ omit_background: true })).toMatchObject({ isBackgroundOmitted: true });
  expect(read({}).options).not.toHaveProperty('omit_background');
  expect(() => read({ omit_background: true, file_type: 'jpeg' })).toThrow(
    expect.objectContaining({
      code: 'unsupported_option_combination',
      message: 'omit_background: cannot be combined with file_type jpeg: JPEG has no transparency',
    }),
  );
});

test('[EN-5] a deterministic capture has its time and seed, and stops animations', () => {
  const determinism = { startMs: Date.UTC(2025, 0, 1), seed: 1 };
  expect(specOf({ deterministic: true })).toMatchObject({
    determinism,
    areAnimationsDisabled: true,
  });
  expect(specOf({ freeze_time: '2026-06-01T14:00:00+02:00', seed: 7 })).toMatchObject({
    determinism: { startMs: Date.UTC(2026, 5, 1, 12), seed: 7 },
  });
  expect(specOf({})).not.toHaveProperty('determinism');
});

test.each([
  [{ seed: 7 }, 'seed: has an effect only with deterministic or freeze_time'],
  [
    { deterministic: true, width: 7_680, height: 4_320 },
    'deterministic: cannot be combined with width and height of 33177600 pixels: at most 16000000',
  ],
  [
    { deterministic: true, width: 2_000, height: 2_000, device_scale_factor: 2.5 },
    'deterministic: cannot be combined with width, height and device_scale_factor of 25000000 pixels: at most 16000000',
  ],
  [
    { freeze_time: '2026-06-01T12:00:00Z', width: 3_840, height: 2_160, retina: true },
    'freeze_time: cannot be combined with width, height and retina of 33177600 pixels: at most 16000000',
  ],
])('[EN-5] a contradiction to a deterministic capture names both options: %j', (given, message) => {
  expect(() => read(given)).toThrow(
    expect.objectContaining({ code: 'unsupported_option_combination', message }),
  );
});

test('a device sets its size, scale and user agent', () => {
  expect(specOf({ emulate_device: 'Phone 1' }).viewport).toEqual(phone);
  expect(read({ emulate_device: 'Phone 1' }).options).not.toHaveProperty('width');
});

test('pasted HTML is captured unchanged, except for characters that text cannot store', () => {
  const { source, url, html } = readCaptureRequest({ ...defaults, html: '<p>\ud800' }, rules);
  expect({ source, url, html }).toEqual({ source: 'HTML', url: null, html: '<p>\ufffd' });
});

test('secrets are not part of the stored options', () => {
  const { options, secrets } = read({
    custom_header: { Authorization: 'Bearer hush' },
    proxy_url: 'http://user:hush@proxy.example.com:8080',
  });
  expect(JSON.stringify(options)).not.toContain('hush');
  expect(options['custom_header']).toBe('{"Authorization":"***"}');
  expect(JSON.stringify(secrets)).toContain('Bearer hush');
});

test.for([
  [{ emulate_device: 'Phone 2' }, 'device_not_found'],
  [{ emulate_device: 'Phone 1', width: 800 }, 'unsupported_option_combination'],
  [{ emulate_device: 'Phone 1', height: 800 }, 'unsupported_option_combination'],
  [{ inject_js: 'a\0b' }, 'validation_failed'],
  [{ element_selector: '\0' }, 'validation_failed'],
  [{ url: 'https://example.com/\0' }, 'validation_failed'],
  [{ custom_header: '{' }, 'invalid_custom_header'],
  [{ proxy_url: 'x' }, 'invalid_proxy_url'],
] as const)('%j is rejected as %s', ([changes, code]) => {
  expect(() => read(changes)).toThrow(expect.objectContaining({ code }));
});

test('an unknown device is rejected with the nearest known one', () => {
  expect(() => read({ emulate_device: 'phone 1' })).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^emulate_device: .* Did you mean "Phone 1"\?$/),
      details: { fields: [expect.objectContaining({ did_you_mean: 'Phone 1' })] },
    }),
  );
});

test('html is limited to 2 MiB, counted in UTF-8 bytes', () => {
  const html = 'é'.repeat(1024 * 1024);
  expect(readCaptureRequest({ ...defaults, html }, rules).html).toBe(html);
  expect(() => readCaptureRequest({ ...defaults, html: `${html}x` }, rules)).toThrow(
    expect.objectContaining({ code: 'html_too_large' }),
  );
});
