import { expect, test } from 'vitest';
import { fillMasks, maskOptions } from './setting-secrets.rules.ts';

test.for([
  ['http://user:pass@proxy.example:8080', 'http://user:***@proxy.example:8080'],
  ['http://user:pass@proxy.example:8080/', 'http://user:***@proxy.example:8080/'],
  ['http://token@proxy.example:8080', 'http://***@proxy.example:8080'],
  ['http://token:@proxy.example:8080', 'http://***@proxy.example:8080'],
  ['http://proxy.example:8080', 'http://proxy.example:8080'],
  ['proxy.example:8080', 'proxy.example:8080'],
  ['user:pass@proxy.example:8080', '***'],
  ['proxy.example:8080:user:pass', '***'],
  ['', ''],
] as const)('the proxy %j is masked as %j, idempotently', ([proxy_url, masked]) => {
  const once = maskOptions({ proxy_url });
  expect(once).toEqual({ proxy_url: masked });
  expect(maskOptions(once)).toEqual(once);
});

test.for([
  ['{"Authorization":"Bearer x","n":1}', '{"Authorization":"***","n":"***"}'],
  ['{}', '{}'],
  ['Authorization: Bearer x', '***'],
  ['["secret"]', '***'],
  [' ', ' '],
] as const)('the headers %j are masked as %j, idempotently', ([custom_header, masked]) => {
  const once = maskOptions({ custom_header });
  expect(once).toEqual({ custom_header: masked });
  expect(maskOptions(once)).toEqual(once);
});

const stored = {
  proxy_url: 'http://user:pass@proxy.example:8080',
  custom_header: '{"Authorization":"Bearer x","X-Other":"y"}',
};
const fill = (options: Parameters<typeof fillMasks>[0]) =>
  fillMasks(options, { stored, path: 'options.' });

test('masked values are restored to the stored values', () => {
  expect(fill(maskOptions(stored))).toEqual(stored);
});

test('a header can be changed, added or removed while the others remain masked', () => {
  expect(fill({ custom_header: '{"authorization":"***","X-New":"z"}' })).toEqual({
    custom_header: '{"authorization":"Bearer x","X-New":"z"}',
  });
});

test('[CO-C8] [CO-C9] [CO-D21] cookies, credentials and steps are masked as a whole, and restored', () => {
  const secrets = {
    cookies: 'a=b',
    basic_auth_user: 'ada',
    basic_auth_password: 'secret',
    steps: 'type #user ada',
  };
  const masked = maskOptions(secrets);
  expect(masked).toEqual({
    cookies: '***',
    basic_auth_user: '***',
    basic_auth_password: '***',
    steps: '***',
  });
  expect(maskOptions(masked)).toEqual(masked);
  expect(fillMasks(masked, { stored: secrets, path: 'options.' })).toEqual(secrets);
  expect(() => fillMasks({ cookies: '***' }, { stored: {}, path: 'options.' })).toThrow(
    'options.cookies: is ***, and no value is stored for it',
  );
});

test('values without masks are unchanged', () => {
  const options = { proxy_url: 'http://a:b@c.example:1', custom_header: 'not json' };
  expect(fill(options)).toEqual(options);
});

test('a stored proxy password is never sent to another host or user', () => {
  for (const proxy_url of [
    'http://user:***@evil.example:8080',
    'http://eve:***@proxy.example:8080',
  ])
    expect(() => fill({ proxy_url })).toThrow('options.proxy_url: contains ***');
});

test('a mask without a stored value is rejected by name', () => {
  expect(() => fill({ custom_header: '{"X-Unknown":"***"}' })).toThrow(
    'options.custom_header: the value of "X-Unknown" is ***',
  );
});
