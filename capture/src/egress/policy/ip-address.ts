import { isIPv4, isIPv6 } from 'node:net';

/** An IP as a number. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** IPs that share their first `prefixLength` bits. */
export interface IpNetwork extends IpAddress {
  readonly prefixLength: number;
}

/**
 * Parses dotted decimal or IPv6 text (RFC 4291, any abbreviation, without brackets and zone).
 * Returns undefined for anything else.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIPv4(text)) return { family: 4, value: valueOfIpv4(text) };
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const [head = '', tail] = expandDottedEnd(text).split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0n);
  const groups = [...left, ...zeros, ...right];
  return { family: 6, value: groups.reduce((value, group) => (value << 16n) | group, 0n) };
}

/**
 * Parses `address/length`, or a single IP as a network of one. Returns undefined for anything else.
 */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const [addressText = '', lengthText, ...rest] = text.split('/');
  const address = parseIpAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const bits = bitsOf(address);
  if (lengthText === undefined) return { ...address, prefixLength: bits };
  const prefixLength = Number(lengthText);
  if (!/^\d{1,3}$/.test(lengthText) || prefixLength > bits) return undefined;
  return { ...address, prefixLength };
}

/** Returns true if the IP is in the network. IPs of different families never match. */
export function isInNetwork(address: IpAddress, network: IpNetwork): boolean {
  if (address.family !== network.family) return false;
  const shift = BigInt(bitsOf(network) - network.prefixLength);
  return address.value >> shift === network.value >> shift;
}

function bitsOf({ family }: IpAddress): number {
  return family === 4 ? 32 : 128;
}

function valueOfIpv4(text: string): bigint {
  return text.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

/** Replaces a dotted end: `::ffff:1.2.3.4` is another notation of `::ffff:102:304`. */
function expandDottedEnd(text: string): string {
  const dotted = /[\d.]+$/.exec(text)?.[0] ?? '';
  if (!dotted.includes('.')) return text;
  const value = valueOfIpv4(dotted);
  const groups = `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  return text.slice(0, -dotted.length) + groups;
}

function groupsOf(text: string): bigint[] {
  return text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`));
}
