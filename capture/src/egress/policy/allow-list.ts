import type { IpAddress, IpNetwork } from './ip-address.ts';
import { isInNetwork, parseIpAddress, parseIpNetwork } from './ip-address.ts';

/** Private targets that the operator has allowed. */
export interface AllowList {
  hasNetworkOf(address: IpAddress): boolean;
  /** Returns true if the list contains this IP with exactly this port. */
  hasAddress(address: IpAddress, port: number): boolean;
  /**
   * Returns true if the list contains this host and port. `host` in WHATWG notation, an IPv6
   * literal without brackets.
   */
  hasHost(host: string, port: number): boolean;
}

const hostAndPort = /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^:/[\]\s]+)):(?<port>\d{1,5})$/;

/**
 * Parses entries such as `10.1.0.0/16`, `fd12::/48`, `192.168.1.9`, `intranet.example:8080`,
 * `[::1]:3000`. Throws an error that names an invalid entry.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const networks: IpNetwork[] = [];
  const authorities = new Set<string>();
  for (const entry of entries.map((text) => text.trim()).filter((text) => text !== '')) {
    const network = parseIpNetwork(entry);
    const authority = network === undefined ? parseAuthority(entry) : undefined;
    if (network !== undefined) networks.push(network);
    else if (authority !== undefined) authorities.add(authority);
    else {
      throw new Error(
        `"${entry}" is neither a network (10.1.0.0/16, fd12::/48) nor a host with its port (intranet.example:8080, [::1]:3000).`,
      );
    }
  }
  const hosts = [...authorities].flatMap((authority) => parseLiteral(authority));
  return {
    hasNetworkOf: (address) => networks.some((network) => isInNetwork(address, network)),
    hasAddress: (address, port) =>
      hosts.some((host) => host.port === port && isInNetwork(address, host.network)),
    hasHost: (host, port) => authorities.has(`${host}:${port}`),
  };
}

function parseAuthority(entry: string): string | undefined {
  const { bracketed, plain, port } = hostAndPort.exec(entry)?.groups ?? {};
  const number = Number(port);
  if (port === undefined || number < 1 || number > 65_535) return undefined;
  if (bracketed !== undefined) return parseIpAddress(bracketed) && `${bracketed}:${number}`;
  const address = `http://${plain}/`;
  return URL.canParse(address) ? `${new URL(address).hostname}:${number}` : undefined;
}

/** Parses an authority whose host is an IP. It allows that IP under every host name. */
function parseLiteral(authority: string): Array<{ network: IpNetwork; port: number }> {
  const end = authority.lastIndexOf(':');
  const network = parseIpNetwork(authority.slice(0, end));
  return network === undefined ? [] : [{ network, port: Number(authority.slice(end + 1)) }];
}
