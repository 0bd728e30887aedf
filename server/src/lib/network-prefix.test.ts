import { expect, it } from 'vitest';
import { networkPrefix } from './network-prefix.ts';

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0000::/56'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:0db8:0001:0200::/56'],
  ['2001:DB8:1:2ff::9', '2001:0db8:0001:0200::/56'],
  ['2001:db8::', '2001:0db8:0000:0000::/56'],
  ['::1', '0000:0000:0000:0000::/56'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
  ['not an IP address', 'not an IP address'],
  ['', ''],
])('the prefix of %s is %s', (ip, prefix) => {
  expect(networkPrefix(ip)).toBe(prefix);
});
