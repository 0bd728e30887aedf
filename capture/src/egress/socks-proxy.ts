import type { Socket } from 'node:net';
import { hostOf, portOf } from './address-policy.ts';
import { toEgressFailure } from './egress-failure.ts';
import type { ProxySpeaker, SpeakerContext } from './http-proxy.ts';
import { authorityOf } from './plain-request.ts';
import { readSocksTarget, socksGranted, socksRefused } from './socks.ts';
import type { SocksTarget } from './socks.ts';
import { openTunnel } from './tunnel.ts';

/** A SOCKS5 proxy: once a connection stands, its bytes pass as they are, encrypted or not. */
export function speakSocks(context: SpeakerContext): ProxySpeaker {
  return { serve: (client) => void serve(client, context), end: () => undefined };
}

async function serve(client: Socket, { dialer, usage }: SpeakerContext): Promise<void> {
  // Until the tunnel stands, a client that breaks off is nobody's failure.
  client.on('error', () => client.destroy());
  const wish = await readSocksTarget(client);
  const url = wish && urlOf(wish);
  if (url === undefined || !usage.admit(url.hostname)) {
    return refuse(client);
  }
  const authority = authorityOf(url);
  const host = hostOf(url);
  try {
    const target = { host, port: portOf(url), authority };
    await openTunnel({ client, ...target, answer: socksGranted }, dialer, usage);
  } catch (error) {
    usage.fail(authority, toEgressFailure(error, host));
    refuse(client);
  }
}

/** Resumed, or it would never be seen to end. */
function refuse(client: Socket): void {
  client.end(socksRefused);
  client.resume();
}

/** As browsers write addresses: names in lower case, every spelling of an IP address in its one form. */
function urlOf({ host, port }: SocksTarget): URL | undefined {
  if (port === 0 || /[/?#@\\]/.test(host)) return undefined;
  const text = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}
