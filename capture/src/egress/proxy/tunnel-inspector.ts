import { EgressFailure } from '../connect/egress-failure.ts';
import type { UsageMeter } from './usage-meter.ts';

const tlsAlert = 0x15;
const tlsHandshake = 0x16;

/** Passive inspection of a tunnel's bytes. */
export interface TunnelInspector {
  inspectRequest(chunk: Buffer): void;
  inspectResponse(chunk: Buffer): void;
  /** Called if the target closes the connection first. */
  abort(): void;
}

/**
 * Counts bytes and, on unencrypted connections, requests: a browser sends each request as a
 * separate chunk. The first bytes of each side show if the connection is encrypted; encrypted data
 * cannot be inspected.
 */
export function inspectTunnel(
  { host, authority }: { readonly host: string; readonly authority: string },
  usage: UsageMeter,
): TunnelInspector {
  let isTls: boolean | undefined;
  let hasAnswered = false;
  return {
    inspectRequest(chunk) {
      // The first request was admitted with its connection.
      if (isTls === undefined) isTls = chunk[0] === tlsHandshake;
      else if (!isTls && startsRequest(chunk)) usage.admit(host);
    },
    inspectResponse(chunk) {
      usage.receive(chunk.length);
      if (hasAnswered) return;
      hasAnswered = true;
      if (isTls !== true || chunk[0] === tlsHandshake) return;
      const says = chunk[0] === tlsAlert ? 'rejected the TLS handshake' : 'does not support TLS';
      usage.fail(authority, new EgressFailure('tls_error', `${host} ${says} on this port.`));
    },
    abort() {
      if (isTls === undefined || hasAnswered || usage.isExhausted) return;
      usage.fail(
        authority,
        new EgressFailure('connection_reset', `${host} closed the connection.`),
      );
    },
  };
}

/** Detects `GET /`, `POST /`, `OPTIONS *` … by the first bytes: a method of 3 to 16 capitals. */
function startsRequest(chunk: Buffer): boolean {
  let at = 0;
  while (at <= 16 && isCapital(chunk[at])) at += 1;
  if (at < 3 || at > 16 || chunk[at] !== 0x20) return false;
  return chunk[at + 1] === 0x2f || chunk[at + 1] === 0x2a;
}

function isCapital(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a;
}
