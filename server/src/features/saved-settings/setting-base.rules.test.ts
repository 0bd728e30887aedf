import { describe, expect, test } from 'vitest';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { explainOrigin, withSettingOptions } from './setting-base.rules.ts';

const desktop = { mode: 'url', url: 'https://a.example/', width: '1280', height: '720' };
const completed = (request: object, setting: Readonly<Record<string, string>> = desktop) =>
  withSettingOptions({ ...request }, { setting, call: 'url' }).options;

describe('the options of a setting', () => {
  test('[SS-11] are added where the request has none, also under another name', () => {
    expect(completed({ width: 300 })).toEqual({
      url: 'https://a.example/',
      width: 300,
      height: '720',
    });
    const named = { ...desktop, file_type: 'png', external_id: 'one' };
    expect(completed({ format: 'JPG', external_identifier: 'two' }, named)).toMatchObject({
      file_type: 'jpeg',
      external_id: 'two',
    });
  });

  test('[SS-11] are reset by null, empty ones add nothing', () => {
    expect(completed({ width: null }, { ...desktop, language: '' })).toEqual({
      url: 'https://a.example/',
      height: '720',
    });
  });

  test('[SS-11] give way to options of the request that exclude them, from either side', () => {
    const device = { emulate_device: 'iPhone 15' };
    expect(completed(device)).toEqual({ url: 'https://a.example/', ...device });
    const phone = { ...desktop, ...device, width: '', height: '', landscape: 'true' };
    expect(completed({ width: 300 }, phone)).toEqual({ url: 'https://a.example/', width: 300 });
    const pdf = { ...desktop, file_type: 'pdf', pdf_landscape: 'true' };
    expect(completed({ file_type: 'png' }, pdf)).not.toHaveProperty('pdf_landscape');
    const cached = { ...desktop, cache: 'true', cache_ttl: '60' };
    expect(completed({ cache: false }, cached)).not.toHaveProperty('cache_ttl');
  });

  test('[SS-11] stay if they conflict with each other, so that the validation reports them', () => {
    const broken = { ...desktop, emulate_device: 'iPhone 15' };
    expect(completed({}, broken)).toMatchObject({ emulate_device: 'iPhone 15', width: '1280' });
    const names = completed({ width: 300, clip_x: 5 }, { ...desktop, retina: 'true' });
    expect(names).toMatchObject({ clip_x: 5, retina: 'true' });
  });

  test('[SS-11] have one source: that of the request, and only if the call takes it', () => {
    const html = withSettingOptions({ html: '<p>' }, { setting: desktop, call: undefined });
    expect(html.options).toEqual({ html: '<p>', width: '1280', height: '720' });
    const card = { mode: 'html', html: '<p>card', proxy_url: 'proxy:80' };
    const own = withSettingOptions({}, { setting: card, call: undefined });
    expect(own.options).toEqual({ html: '<p>card' });
    const listed = withSettingOptions(
      { url: 'https://b.example/' },
      { setting: card, call: 'url' },
    );
    expect(listed.options).toEqual({ url: 'https://b.example/', proxy_url: 'proxy:80' });
    const batch = { setting: desktop, call: undefined, omit: ['width'] } as const;
    expect(withSettingOptions({}, batch).options).not.toHaveProperty('width');
  });

  test('a request with two names of one option is left to the validation', () => {
    const request = { format: 'png', file_type: 'png' };
    expect(completed(request)).toEqual(request);
  });
});

test('[SS-11] only an error about an option of the setting is explained, and its secrets are not repeated', () => {
  const origin = { added: new Set(['width', 'cookies']), settingId: 7 };
  const messageOf = (error: unknown) => {
    const explained = explainOrigin(error, origin);
    return explained instanceof AppError ? explained.message : explained;
  };
  expect(messageOf(invalidField('width', 'must be small'))).toBe(
    'width: must be small. width is an option of saved setting 7 (setting_id).',
  );
  expect(messageOf(invalidField('height', 'must be small'))).toBe('height: must be small');
  const secret = messageOf(invalidField('cookies', 'has no name: secret=1', 'invalid_cookie'));
  expect(secret).toContain('setting_id: the cookies stored with saved setting 7');
  expect(secret).not.toContain('secret=1');
  const other = new Error('a defect');
  expect(explainOrigin(other, origin)).toBe(other);
});
