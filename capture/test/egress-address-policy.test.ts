import { assert, integer, ipV4, ipV6, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAddressPolicy } from '../src/egress/policy/address-policy.ts';
import { isInNetwork, parseIpAddress, parseIpNetwork } from '../src/egress/policy/ip-address.ts';
import { privateIpv4, privateIpv6, publicAddresses, spellings } from './egress-spellings.ts';

const policy = createAddressPolicy();

describe('IP addresses', () => {
  test.each([...privateIpv4, ...privateIpv6])('%s is not public', (ip) => {
    expect(policy.checkAddress(ip, 80)).toMatchObject({ isAllowed: false });
  });
  test.each(publicAddresses)('%s is public', (ip) => {
    expect(policy.checkAddress(ip, 443)).toEqual({ isAllowed: true });
  });
  test.each([
    '',
    'example.com',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    'fe80::1%eth0',
    '[::1]',
    '0x7f.0.0.1',
    '::1::',
  ])('"%s" is rejected because it is not the canonical form of an IP address', (text) => {
    expect(policy.checkAddress(text, 80)).toMatchObject({ isAllowed: false });
  });
  test('every spelling of an IPv6 address parses to the same number', () => {
    assert(
      property(ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(parseIpAddress(text)?.value).toBe(parseIpAddress(canonical)?.value);
      }),
    );
  });
  test('an IP address is in a network exactly if their prefixes agree', () => {
    assert(
      property(ipV4(), ipV4(), integer({ min: 0, max: 32 }), (one, two, length) => {
        const network = parseIpNetwork(`${two}/${length}`)!;
        expect(isInNetwork(parseIpAddress(one)!, network)).toBe(
          bitsOf(one).slice(0, length) === bitsOf(two).slice(0, length),
        );
      }),
    );
  });
});

function bitsOf(ipv4: string): string {
  const octets = ipv4.split('.').map((octet) => Number(octet).toString(2).padStart(8, '0'));
  return octets.join('');
}

describe('URLs', () => {
  const table = privateIpv4.flatMap((ip) => spellings(ip).map((host) => `http://${host}/`));

  test(`all ${table.length} spellings of private IPv4 addresses are rejected`, () => {
    expect(table.length).toBeGreaterThan(300);
    expect(table.filter((url) => policy.checkUrl(url).isAllowed)).toEqual([]);
    expect(
      table.filter((url) => policy.checkUrl(url.replace(/\/$/, ':8080/a?b#c')).isAllowed),
    ).toEqual([]);
  });
  test('a private IPv6 address in brackets is rejected, a public one is not', () => {
    expect(privateIpv6.filter((ip) => policy.checkUrl(`https://[${ip}]/`).isAllowed)).toEqual([]);
    expect(policy.checkUrl('https://[2606:2800:220:1:248:1893:25c8:1946]/').isAllowed).toBe(true);
  });
  test.each([
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://metadata/',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://nas.lan/',
    'http://x.corp/',
    'http://x.home.arpa/',
    'http://hidden.onion/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1/',
    'http:127.0.0.1',
    'ht\ntp://127.0.0.1/',
    'http://127.0.0.1\t/',
    ' http://10.0.0.1 ',
    'http://0/',
    'http://127.1/',
    'http://017700000001/',
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1#@example.com/',
    'http://example.com:22/',
    'https://example.com:25/',
    'http://example.com:6667/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://example.com/x',
    'view-source:http://example.com/',
    'chrome://gpu',
    'ws://example.com/',
    '',
    'example.com',
    'http://',
    'http://exa mple.com/',
    'http://[::1',
    'http://1.2.3.4.5:99999/',
    `http://${'a'.repeat(300)}/`,
  ])('%j is rejected', (text) => {
    const verdict = policy.checkUrl(text);
    expect(verdict.isAllowed).toBe(false);
    expect(verdict).toHaveProperty('reason', expect.stringMatching(/^.{10,200}\.$/));
  });
  test.each([
    ['http://example.com', 'http://example.com/'],
    ['https://user:secret@example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTPS://BÜCHER.example:8443/', 'https://xn--bcher-kva.example:8443/'],
    ['http://93.184.216.34/', 'http://93.184.216.34/'],
    ['http://localhost.example.com/', 'http://localhost.example.com/'],
  ])('%s is allowed, without user and password', (text, href) => {
    const verdict = policy.checkUrl(text);
    expect(verdict.isAllowed && verdict.url.href).toBe(href);
  });
});

describe('allowed private targets', () => {
  const opened = createAddressPolicy([
    '10.1.0.0/16',
    ' fd12::/48',
    '192.168.1.9',
    'localhost:3000',
    'Intranet.corp:8080',
    '[::1]:9000',
    '127.0.0.1:4000',
    '',
  ]);

  test.each([
    'http://10.1.2.3/',
    'http://[fd12::7]/',
    'http://192.168.1.9:1234/',
    'http://localhost:3000/',
    'http://intranet.corp:8080/',
    'http://[::1]:9000/',
    'http://127.0.0.1:4000/',
    'http://2130706433:4000/',
  ])('%s is allowed', (url) => {
    expect(opened.checkUrl(url).isAllowed).toBe(true);
  });
  test.each([
    'http://10.2.0.1/',
    'http://[fd13::7]/',
    'http://192.168.1.8/',
    'http://localhost:3001/',
    'http://localhost/',
    'http://intranet.corp/',
    'http://[::1]:9001/',
    'http://127.0.0.1:4001/',
    'http://[::ffff:10.1.2.3]/',
  ])('%s remains rejected', (url) => {
    expect(opened.checkUrl(url).isAllowed).toBe(false);
  });
  test.each([
    '10.0.0.0/33',
    'fd00::/129',
    'localhost',
    'http://localhost:3000',
    'localhost:0',
    'localhost:70000',
    '10.0.0.0/8/8',
    '[zz]:80',
    'a b:80',
  ])('"%s" is rejected with a message that names it', (entry) => {
    expect(() => createAddressPolicy(['10.0.0.0/8', entry])).toThrow(
      `"${entry}" is neither a network`,
    );
  });
});
