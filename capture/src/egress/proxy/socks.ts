import type { Socket } from 'node:net';

const version = 5;
const noAuthentication = 0;
const connectCommand = 1;
const addressLengths: Partial<Record<number, number>> = { 1: 4, 4: 16 };
const nameKind = 3;
const handshakeMs = 10_000;
/** Twice the size of a greeting and a request with a name of 255 bytes. */
const maxHandshakeBytes = 1_024;

const welcome = Uint8Array.of(version, noAuthentication);
/** Reply that the connection is established; the target's bytes follow. */
export const socksGranted: Uint8Array = reply(0);
/** Reply that the connection failed. The reason is in the session's report, not in this reply. */
export const socksRefused: Uint8Array = reply(1);
/** Reply that the host is blocked for the caller. */
export const socksNotAllowed: Uint8Array = reply(2);

/** Target requested by a client. */
export interface SocksTarget {
  /** A name or an IP, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Receives a client's bytes, chunk by chunk. */
export type DataHandler = (chunk: Buffer) => void;

/**
 * Reads the request of a SOCKS5 client (RFC 1928): no authentication, one `CONNECT`. Calls `begin`
 * once, and passes all later bytes, including those sent too early, to the function it returns.
 * Calls it with undefined if the client requests anything else or takes longer than 10 s. Does not
 * call it if the client disconnects.
 */
export function readSocksTarget(
  client: Socket,
  begin: (target: SocksTarget | undefined) => DataHandler,
): void {
  let held: Buffer | undefined;
  let hasGreeted = false;
  let take: DataHandler = read;
  const timer = setTimeout(finish, handshakeMs);
  function finish(target?: SocksTarget): void {
    clearTimeout(timer);
    take = begin(target);
  }
  function read(chunk: Buffer): void {
    let bytes = held === undefined ? chunk : Buffer.concat([held, chunk]);
    if (bytes[0] !== version || bytes.length > maxHandshakeBytes) return finish();
    if (!hasGreeted) {
      const greetingBytes = 2 + (bytes[1] ?? 0);
      held = bytes;
      if (bytes.length < 2 || bytes.length < greetingBytes) return;
      if (!bytes.subarray(2, greetingBytes).includes(noAuthentication)) return finish();
      hasGreeted = true;
      client.write(welcome);
      bytes = bytes.subarray(greetingBytes);
    }
    held = bytes.length === 0 ? undefined : bytes;
    const request = parseRequest(bytes);
    if (request === 'unfinished') return;
    finish(request?.target);
    if (request !== undefined && bytes.length > request.bytes) take(bytes.subarray(request.bytes));
  }
  client.on('data', (chunk: Buffer) => {
    // Requests more data immediately; otherwise the stream uses an extra tick after each chunk to
    // do so.
    client.read(0);
    take(chunk);
  });
  client.on('close', () => clearTimeout(timer));
}

/** Parses version, command, reserved byte, kind of host, host, port. */
function parseRequest(
  held: Buffer,
): { readonly target: SocksTarget; readonly bytes: number } | 'unfinished' | undefined {
  if (held.length < 5) return 'unfinished';
  const kind = held[3] ?? 0;
  if (held[0] !== version || held[1] !== connectCommand) return undefined;
  const start = kind === nameKind ? 5 : 4;
  const length = kind === nameKind ? held[4] : addressLengths[kind];
  if (length === undefined || length === 0) return undefined;
  const bytes = start + length + 2;
  if (held.length < bytes) return 'unfinished';
  const host =
    kind === nameKind
      ? held.toString('latin1', start, start + length)
      : addressText(held.subarray(start, start + length));
  return { target: { host, port: held.readUInt16BE(bytes - 2) }, bytes };
}

function addressText(address: Buffer): string {
  if (address.length === 4) return address.join('.');
  const groups = Array.from({ length: 8 }, (_, at) => address.readUInt16BE(at * 2).toString(16));
  return groups.join(':');
}

function reply(code: number): Uint8Array {
  return Uint8Array.of(version, code, 0, 1, 0, 0, 0, 0, 0, 0);
}
