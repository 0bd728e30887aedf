import { expect, test } from 'vitest';
import { cacheKeyOptionsOf, captureOptionsOf, storedOptionsOf } from '../capture-options/index.ts';
import { urlCaptureSchema } from '../capture-requests.ts';
import { settingsFileSchema } from './settings-file.ts';

const fileOf = (options: object) => ({
  format: 'shotwright-settings',
  version: 1,
  settings: [{ name: 'Hero', options }],
});
const issuesOf = (options: object) =>
  settingsFileSchema
    .safeParse(fileOf(options))
    .error?.issues.map(({ path, message }) => `${path.slice(3).join('.')} ${message}`);

test('[SS-11] the options of a file become the text that settings store', () => {
  const file = settingsFileSchema.parse(
    fileOf({
      url: 'https://a.example/',
      width: 640,
      dark_mode: true,
      hide_selectors: ['.ad', '.banner'],
      accept_verdicts: ['blank', 'truncated'],
    }),
  );
  expect(file.settings[0]?.options).toEqual({
    url: 'https://a.example/',
    width: '640',
    dark_mode: 'true',
    hide_selectors: '.ad\n.banner',
    accept_verdicts: 'blank,truncated',
  });
});

test('[SS-11] the values of a file are those that a capture takes', () => {
  const url = 'https://a.example/';
  expect(issuesOf({ url, width: 99 })).toEqual(['width must be a whole number from 100 to 7680']);
  expect(issuesOf({ url, dark_mode: 'perhaps', file_type: 'tiff' })).toHaveLength(2);
  expect(issuesOf({ mode: 'html', html: '<p>', proxy_url: 'proxy:80' })).toEqual([
    'proxy_url is not an option of a capture of HTML',
  ]);
  expect(issuesOf({ html: '<p>', width: 300 })).toBeUndefined();
  expect(issuesOf({ url, html: '<p>' })).toEqual(['html is not an option of a capture of a URL']);
  expect(issuesOf({ url, emulate_device: 'iPhone 15', width: 300 })).toEqual([
    'emulate_device cannot be combined with width or height: a device brings its own size',
  ]);
  expect(issuesOf({ url, setting_id: 5 })).toHaveLength(1);
});

test('[SS-11] a screenshot stores its setting, which is not part of the cache key', () => {
  const capture = { url: 'https://a.example/', width: 640 };
  const [plain, ofSetting] = [{}, { setting_id: 5 }].map((one) =>
    captureOptionsOf(urlCaptureSchema.parse({ ...capture, ...one })),
  );
  expect(ofSetting && storedOptionsOf(ofSetting)).toMatchObject({ setting_id: 5, width: 640 });
  expect(ofSetting && cacheKeyOptionsOf(ofSetting)).toEqual(plain && cacheKeyOptionsOf(plain));
});
