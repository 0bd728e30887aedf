import { expect, test } from 'vitest';
import { allowedIpsField, canonicalIpRange } from './ip-ranges.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['203.0.113.7/23', '203.0.112.0/23'],
  ['255.255.255.255/1', '128.0.0.0/1'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8:ffff:ffff::1/33', '2001:db8:8000::/33'],
  ['::/0', '::/0'],
  ['::1', '::1'],
  ['ffff:ffff::/16', 'ffff::/16'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['::ffff:10.1.2.3/95', '::fffe:0:0/95'],
])('[AK-14] the range %j is stored as %j', (text, canonical) => {
  expect(canonicalIpRange(text)).toBe(canonical);
  expect(canonicalIpRange(canonical)).toBe(canonical);
});

test.each([
  '',
  '/24',
  '10.0.0.300',
  '10.0.0',
  '10.0.0.1/33',
  '10.0.0.1/-1',
  '10.0.0.1/08',
  '10.0.0.1/8/8',
  '010.0.0.1',
  '0x7f.0.0.1',
  '10.0.0.1-10.0.0.9',
  '10.0.0.1:80',
  'example.com',
  '[::1]',
  '::1%eth0',
  'fe80::1%25eth0/64',
  ':::',
  '1:2:3:4:5:6:7:8:9',
  '2001:db8::/129',
  '2001:db8::/1.5',
  '::1]@example.com/32',
])('[AK-14] %j is not a range', (text) => {
  expect(canonicalIpRange(text)).toBeUndefined();
});

test('[AK-14] a wrong entry is named by its position and its text', () => {
  const issues = allowedIpsField.safeParse(['10.0.0.1', '10.0.0.300']).error?.issues;
  expect(issues).toMatchObject([
    {
      path: [1],
      message:
        'must be an IP address or a CIDR range, such as 203.0.113.7 or 2001:db8::/32, not "10.0.0.300"',
    },
  ]);
});

test('[AK-14] a list has at most 20 entries, and no range twice', () => {
  const many = Array.from({ length: 21 }, (_, index) => `10.0.0.${index}`);
  expect(allowedIpsField.safeParse(many).error?.issues[0]?.message).toBe(
    'must have at most 20 entries',
  );
  expect(allowedIpsField.parse(many.slice(1))).toHaveLength(20);
  expect(allowedIpsField.parse(['10.0.0.0/8', '10.1.2.3/8'])).toEqual(['10.0.0.0/8']);
});
