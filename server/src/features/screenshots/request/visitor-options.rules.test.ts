import { captureOptionsOf, urlCaptureSchema, visitorLocations } from '@shotwright/contract';
import { describe, expect, test } from 'vitest';
import { captureSpecOf } from '../run/capture-spec.rules.ts';
import { readCaptureRequest } from './capture-request.rules.ts';

const phone = { widthPx: 390, heightPx: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const rules = { checkUrl: () => ({ isAllowed: true }) as const, deviceNames: ['Phone 1'] };
const read = (fields: object) => {
  const parsed = urlCaptureSchema.parse({ url: 'https://www.example.com', ...fields });
  return readCaptureRequest(captureOptionsOf(parsed), rules);
};
const specOf = (fields: object) => {
  const { url, html, options, secrets } = read(fields);
  return captureSpecOf({ url, html, options, secrets: secrets ?? {} }, () => phone);
};
const errorOf = (fields: object): unknown => {
  try {
    return read(fields);
  } catch (error) {
    return error;
  }
};

test('[CO-C1] [CO-C2] the media options reach the engine together; false ones are left out', () => {
  const fields = {
    dark_mode: 'true',
    reduced_motion: true,
    prefers_contrast: 'more',
    forced_colors: true,
    reduced_transparency: true,
    media_type: 'print',
  };
  expect(specOf(fields).emulation).toEqual({
    mediaType: 'print',
    mediaFeatures: {
      'prefers-color-scheme': 'dark',
      'prefers-reduced-motion': 'reduce',
      'prefers-contrast': 'more',
      'forced-colors': 'active',
      'prefers-reduced-transparency': 'reduce',
    },
  });
  expect(specOf({ dark_mode: false, media_type: 'screen' })).not.toHaveProperty('emulation');
});

describe('[CO-C3] a time zone', () => {
  test.each(['Europe/Berlin', 'Asia/Kolkata', 'America/Buenos_Aires', 'UTC', 'US/Pacific'])(
    '%s is known',
    (timezone) => {
      expect(read({ timezone }).options).toMatchObject({ timezone });
    },
  );

  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['Europe/Berln', 'Europe/Berlin'],
    ['Mars/Base', undefined],
    ['+01:00', undefined],
  ])('%s is rejected with its value, and %s is suggested', (timezone, suggestion) => {
    const error = errorOf({ timezone });
    expect(error).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(`not "${timezone}"`),
      details: { fields: [{ path: 'timezone' }] },
    });
    expect(Object(error).details.fields[0].did_you_mean).toBe(suggestion);
  });
});

test('[CO-C4] languages are tags of BCP 47, one to five', () => {
  expect(specOf({ language: 'de-de, de,EN' }).emulation).toEqual({ languages: 'de-DE,de,en' });
  for (const language of ['xx-YY-bad!', 'de;q=0.9', 'de,,en', 'de,en,fr,it,es,pt']) {
    expect(errorOf({ language })).toMatchObject({ details: { fields: [{ path: 'language' }] } });
  }
});

test('[CO-C5] [CO-C6] a position needs both coordinates; its accuracy has a default', () => {
  const emulation = specOf({ latitude: -33.87, longitude: '151.21', permissions: 'camera' });
  expect(emulation).toMatchObject({
    emulation: {
      geolocation: { latitude: -33.87, longitude: 151.21, accuracy: 10 },
      permissions: ['camera'],
    },
  });
  for (const fields of [{ latitude: 1 }, { longitude: 1 }, { accuracy: 50 }]) {
    expect(errorOf(fields)).toMatchObject({ code: 'unsupported_option_combination' });
  }
  expect(urlCaptureSchema.safeParse({ url: 'x', latitude: 91, longitude: 0 }).success).toBe(false);
  expect(urlCaptureSchema.safeParse({ url: 'x', permissions: 'usb' }).success).toBe(false);
});

test('[CO-C13] a location gives the language, time zone and position that the request leaves open', () => {
  expect(specOf({ location: 'new_york' }).emulation).toEqual({
    languages: 'en-US,en',
    timezone: 'America/New_York',
    geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 10 },
  });
  const own = { timezone: 'UTC', language: 'de', latitude: 1, longitude: 2, accuracy: 5 };
  expect(specOf({ location: 'tokyo', ...own }).emulation).toEqual({
    languages: 'de',
    timezone: 'UTC',
    geolocation: { latitude: 1, longitude: 2, accuracy: 5 },
  });
  for (const place of Object.values(visitorLocations)) {
    expect(read({ timezone: place.timezone, language: place.language }).options).toMatchObject({
      timezone: place.timezone,
    });
  }
  expect(specOf({ location: 'tokyo', accuracy: 100 }).emulation).toMatchObject({
    geolocation: { accuracy: 100 },
  });
});

test('[CO-C14] [CO-C15] [CO-C16] network, processor and certificates reach the engine', () => {
  const fields = { throttle: 'slow_3g', cpu_throttle: '4', ignore_tls_errors: 'true' };
  expect(specOf(fields).emulation).toEqual({
    network: 'slow_3g',
    cpuSlowdown: 4,
    areTlsErrorsIgnored: true,
  });
  expect(errorOf({ cpu_throttle: 2, deterministic: true })).toMatchObject({
    message: expect.stringContaining('deterministic'),
  });
  expect(specOf({ cpu_throttle: 1, ignore_tls_errors: false })).not.toHaveProperty('emulation');
});

test.each([
  [{ location: 'atlantis' }, 'must be amsterdam, berlin, london'],
  [{ throttle: '5g' }, 'must be slow_3g, fast_3g or 4g'],
  [{ cpu_throttle: 7 }, 'must be a whole number from 1 to 6'],
])('[CO-C13] [CO-C14] [CO-C15] %j is rejected: %s', (fields, message) => {
  const { error } = urlCaptureSchema.safeParse({ url: 'x', ...fields });
  expect(error?.issues[0]).toMatchObject({ path: Object.keys(fields) });
  expect(error?.issues[0]?.message).toContain(message);
});

test('[CO-C7] a user agent is printable ASCII', () => {
  expect(specOf({ user_agent: 'Own/1.0' }).emulation).toEqual({ userAgent: 'Own/1.0' });
  for (const user_agent of ['a\nb', 'ä']) {
    expect(errorOf({ user_agent })).toMatchObject({
      details: { fields: [{ path: 'user_agent' }] },
    });
  }
});

test('[CO-C12] a device is turned to landscape, and a viewport becomes mobile with touch', () => {
  expect(specOf({ emulate_device: 'Phone 1', landscape: true }).viewport).toMatchObject({
    widthPx: 844,
    heightPx: 390,
  });
  expect(specOf({ is_mobile: true, has_touch: 'true' }).viewport).toMatchObject({
    widthPx: 1_280,
    isMobile: true,
    hasTouch: true,
  });
  expect(errorOf({ landscape: true })).toMatchObject({
    message: expect.stringContaining('emulate_device'),
  });
});

describe('[CO-C8] cookies', () => {
  const own = { path: '/', isSecure: false, isHttpOnly: false, url: 'https://www.example.com' };

  test('are Set-Cookie lines, one Cookie header line, or JSON objects', () => {
    expect(specOf({ cookies: 'Cookie: a=1; b=2=3' }).cookies).toEqual([
      { ...own, name: 'a', value: '1' },
      { ...own, name: 'b', value: '2=3' },
    ]);
    const line = 's=x; Domain=example.com; Path=/app; Secure; HttpOnly; SameSite=lax; Max-Age=9';
    const { url: _url, ...others } = own;
    const parsed = {
      ...others,
      name: 's',
      value: 'x',
      domain: '.example.com',
      path: '/app',
      isSecure: true,
      isHttpOnly: true,
      sameSite: 'Lax',
    };
    expect(specOf({ cookies: `${line}\nt=y` }).cookies).toEqual([
      parsed,
      { ...own, name: 't', value: 'y' },
    ]);
    expect(specOf({ cookies: [line, { name: 't', value: 'y', httpOnly: true }] }).cookies).toEqual([
      parsed,
      { ...own, name: 't', value: 'y', isHttpOnly: true },
    ]);
    expect(specOf({ cookies: '[{"name":"t","value":"y"}]' }).cookies).toHaveLength(1);
  });

  test('are stored masked', () => {
    const request = read({ cookies: 'a=hush', basic_auth_user: 'u', basic_auth_password: 'hush' });
    expect(JSON.stringify(request.options)).not.toContain('hush');
    expect(request.options).toMatchObject({ cookies: '***', basic_auth_password: '***' });
  });

  test.each([
    ['bad name=1', 'cookie 1 has no valid name'],
    ['a=1\nb=\u0007', 'cookie 2 has a value'],
    ['__Secure-a=1', 'must be Secure'],
    ['__Host-a=1; Secure; Domain=example.com', 'no domain'],
    ['a=1; SameSite=None', 'must be Secure'],
    ['a=1; Domain=other.com', 'neither www.example.com nor a parent'],
    ['a=1; Domain=ample.com', 'neither www.example.com nor a parent'],
    ['a=1; Path=app', 'does not begin with /'],
    ['[{"name":"a","value":"1","expires":1}]', 'unknown key "expires"'],
    ['[1]', 'must be Set-Cookie lines'],
    ['***', 'is masked'],
    [Array.from({ length: 51 }, (_, index) => `a${index}=1`), 'at most 50 cookies'],
  ])('%j is rejected: %s', (cookies, message) => {
    const error = errorOf({ cookies });
    expect(error).toMatchObject({
      code: 'invalid_cookie',
      message: expect.stringContaining(message),
      details: { fields: [{ path: 'cookies' }] },
    });
  });

  test('may belong to any host if the headers do', () => {
    const fields = { cookies: 'a=1; Domain=other.com', custom_header: '{"x-a":"b"}' };
    expect(specOf({ ...fields, headers_scope: 'all' })).toMatchObject({
      cookies: [{ domain: '.other.com' }],
      headersScope: 'all',
    });
  });
});

test('[CO-C9] a password needs a user name, which has no colon', () => {
  const basicAuth = { user: 'ada', password: '' };
  expect(specOf({ basic_auth_user: 'ada' })).toMatchObject({ basicAuth });
  expect(errorOf({ basic_auth_password: 'x' })).toMatchObject({
    message: expect.stringContaining('basic_auth_user'),
  });
  for (const basic_auth_user of ['a:b', '***']) {
    expect(errorOf({ basic_auth_user })).toMatchObject({ code: 'validation_failed' });
  }
});

test('[CO-C10] [CO-C11] a bypassed policy and the scope of headers reach the engine', () => {
  expect(specOf({ bypass_csp: true }).emulation).toEqual({ isCspBypassed: true });
  expect(errorOf({ headers_scope: 'all' })).toMatchObject({
    message: expect.stringContaining('custom_header'),
  });
});
