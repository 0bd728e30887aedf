import type { ProxyHandler, HandlerContext } from './http-proxy.ts';
import { readSocksTarget, socksGranted, socksNotAllowed, socksRefused } from './socks.ts';
import type { SocksTarget } from './socks.ts';
import { openTunnel, tunnelTargetOf } from './tunnel.ts';
import type { TunnelTarget } from './tunnel.ts';

/** Creates a SOCKS5 proxy: once connected, it forwards bytes unchanged, encrypted or not. */
export function createSocks5Proxy({ dialer, usage }: HandlerContext): ProxyHandler {
  /** Parsed targets by requested host and port; the session's limits bound its size. */
  const known = new Map<string, TunnelTarget>();

  function targetOf(request: SocksTarget | undefined): TunnelTarget | undefined {
    if (request === undefined || usage.isExhausted) return undefined;
    const text = `${request.host} ${request.port}`;
    const target = known.get(text) ?? parseTarget(request);
    if (target !== undefined) known.set(text, target);
    return target;
  }
  return {
    serve(client) {
      const replies = {
        client,
        successReply: socksGranted,
        failureReply: socksRefused,
        blockedReply: socksNotAllowed,
      };
      readSocksTarget(client, (request) =>
        openTunnel({ ...replies, target: targetOf(request) }, dialer, usage),
      );
    },
    end: () => undefined,
  };
}

/**
 * Normalises a target as browsers do: names in lower case, every notation of an IP in its canonical
 * form.
 */
function parseTarget({ host, port }: SocksTarget): TunnelTarget | undefined {
  if (port === 0 || /[/?#@\\]/.test(host)) return undefined;
  const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  return url === null ? undefined : tunnelTargetOf(url);
}
