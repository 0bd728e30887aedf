import type { Socket } from 'node:net';
import type { ProxySpeaker, SpeakerContext } from './http-proxy.ts';
import { readSocksTarget, socksGranted, socksRefused } from './socks.ts';
import type { SocksTarget } from './socks.ts';
import { grantTunnel } from './tunnel.ts';

/** A SOCKS5 proxy: once a connection stands, its bytes pass as they are, encrypted or not. */
export function speakSocks(context: SpeakerContext): ProxySpeaker {
  return { serve: (client) => void serve(client, context), end: () => undefined };
}

async function serve(client: Socket, { dialer, usage }: SpeakerContext): Promise<void> {
  const wish = await readSocksTarget(client);
  const url = wish && urlOf(wish);
  await grantTunnel({ client, url, answer: socksGranted, refusal: socksRefused }, dialer, usage);
}

/** As browsers write addresses: names in lower case, every spelling of an IP address in its one form. */
function urlOf({ host, port }: SocksTarget): URL | undefined {
  if (port === 0 || /[/?#@\\]/.test(host)) return undefined;
  const text = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}
