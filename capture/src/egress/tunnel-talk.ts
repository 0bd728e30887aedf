import { EgressFailure } from './egress-failure.ts';
import type { RouteUsage } from './route-usage.ts';

const tlsAlert = 0x15;
const tlsHandshake = 0x16;

/** What can be told of a conversation without taking part in it. */
export interface Talk {
  ask(chunk: Buffer): void;
  hear(chunk: Buffer): void;
  /** The target has gone first. */
  breakOff(): void;
}

/**
 * Counts bytes and, where nothing is encrypted, requests: a browser sends each as a chunk of its own. The first bytes
 * of each side tell whether encryption came about; what follows cannot be read.
 */
export function followTalk(
  { host, authority }: { readonly host: string; readonly authority: string },
  usage: RouteUsage,
): Talk {
  let isTls: boolean | undefined;
  let hasAnswered = false;
  return {
    ask(chunk) {
      // The first request was admitted with its connection.
      if (isTls === undefined) isTls = chunk[0] === tlsHandshake;
      else if (!isTls && startsRequest(chunk)) usage.admit(host);
    },
    hear(chunk) {
      usage.receive(chunk.length);
      if (hasAnswered) return;
      hasAnswered = true;
      if (isTls !== true || chunk[0] === tlsHandshake) return;
      const says =
        chunk[0] === tlsAlert ? 'refused the encryption offered' : 'does not offer encryption';
      usage.fail(authority, new EgressFailure('tls_error', `${host} ${says} at this port.`));
    },
    breakOff() {
      if (isTls === undefined || hasAnswered || usage.isExhausted) return;
      usage.fail(authority, new EgressFailure('connection_reset', `${host} broke the connection.`));
    },
  };
}

/** `GET /`, `POST /`, `OPTIONS *` …: a method of 3 to 16 capitals, told by its first bytes. */
function startsRequest(chunk: Buffer): boolean {
  let at = 0;
  while (at <= 16 && isCapital(chunk[at])) at += 1;
  if (at < 3 || at > 16 || chunk[at] !== 0x20) return false;
  return chunk[at + 1] === 0x2f || chunk[at + 1] === 0x2a;
}

function isCapital(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a;
}
