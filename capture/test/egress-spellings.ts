// IP addresses and their spellings, for tests of every input that takes an IP address.

/** One IP address of each blocked IPv4 network, and the first and last ones where they matter. */
export const privateIpv4 = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
  168.63.129.16 169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.7 192.31.196.1
  192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.3
  203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
`);

/** The same for IPv6. */
export const privateIpv6 = words(`
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:93.184.216.34 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1
  64:ff9b::93.184.216.34 64:ff9b:1::a00:1 100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2
  2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 2620:4f:8000::1
  3fff::1 3fff:fff::1 4000::1 5f00::1 a000::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 febf::1 fec0::1 ff02::1
  ff0e::1
`);

/** Public IP addresses, many just outside a blocked network. */
export const publicAddresses = words(`
  1.1.1.1 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
  168.63.129.15 169.253.255.255 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 223.255.255.255 2606:2800:220:1:248:1893:25c8:1946 2001:200::1 2001:4860:4860::8888 2a00:1450::1
  2003::1 3ffe::1
`);

/** Returns the spellings that a browser parses as the same IPv4 address (WHATWG URL, 3.5). */
export function spellings(ip: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
  const all = ((a * 256 + b) * 256 + c) * 256 + d;
  return [
    ip,
    `${ip}.`,
    String(all),
    hex(all),
    hex(all).toUpperCase(),
    octal(all),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    wide(ip),
    ip.replaceAll('.', '。'),
    ip.replaceAll('.', '%2e'),
    `0x0000${hex(all).slice(2)}`,
    `user:pass@${ip}`,
    `user@${wide(ip)}`,
  ];
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function octal(value: number): string {
  return `0${value.toString(8)}`;
}

/** Returns the text with full-width digits. */
function wide(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
