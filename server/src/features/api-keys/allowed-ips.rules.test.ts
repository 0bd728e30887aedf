import { expect, test } from 'vitest';
import { canonicalIp, isAllowedIp } from './allowed-ips.rules.ts';

const ranges = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', '::1'];

test.each([
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['10.255.255.255', true],
  ['11.0.0.0', false],
  ['::ffff:10.1.2.3', true],
  ['::FFFF:10.1.2.3', true],
  ['::ffff:a01:203', true],
  ['::ffff:11.0.0.1', false],
  ['2001:db8:ffff::1', true],
  ['2001:DB8:0:0:0:0:0:1', true],
  ['2001:db9::1', false],
  ['::1', true],
  ['::1%lo', true],
  ['unknown', false],
  ['10.0.0.1:443', false],
  ['', false],
])('[AK-14] %s is in the ranges: %s', (ip, isAllowed) => {
  expect(isAllowedIp(canonicalIp(ip), ranges)).toBe(isAllowed);
});

test('[AK-14] ranges of one family allow no address of the other', () => {
  expect(isAllowedIp('2001:db8::1', ['0.0.0.0/0'])).toBe(false);
  expect(isAllowedIp('203.0.113.7', ['::/0'])).toBe(false);
});

test('[AK-14] without ranges, any address is allowed', () => {
  expect(isAllowedIp(undefined, [])).toBe(true);
});

test('an address is shown as ranges are written', () => {
  expect(canonicalIp('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(canonicalIp('FE80:0::1%eth0')).toBe('fe80::1');
  expect(canonicalIp('10.0.0.0/8')).toBeUndefined();
});
