import type { Socket } from 'node:net';

const version = 5;
const noAuthentication = 0;
const connectCommand = 1;
const addressLengths: Partial<Record<number, number>> = { 1: 4, 4: 16 };
const nameKind = 3;
const handshakeMs = 10_000;
/** Greeting, address and a name of 255 bytes fit twice over. */
const maxHandshakeBytes = 1_024;

const welcome = Uint8Array.of(version, noAuthentication);
/** The connection is made; what follows are the target's bytes. */
export const socksGranted: Uint8Array = reply(0);
/** The connection is not made. The browser tells one reason from another by the route's report, not by this. */
export const socksRefused: Uint8Array = reply(1);

/** Where a client wants to be connected to. */
export interface SocksTarget {
  /** A name or an address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Takes a client's bytes, chunk by chunk. */
export type TakeBytes = (chunk: Buffer) => void;

/**
 * Reads what a SOCKS5 client asks for (RFC 1928): no authentication, one `CONNECT`. `begin` is told once, and what it
 * answers takes all bytes from there on, also those sent too early. It is told undefined when the client asks for
 * anything else or takes longer than 10 s; not at all when it breaks off.
 */
export function readSocksTarget(
  client: Socket,
  begin: (target: SocksTarget | undefined) => TakeBytes,
): void {
  let held: Buffer | undefined;
  let hasGreeted = false;
  let take: TakeBytes = read;
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
    // Asked for at once, or the stream takes a tick of its own after each chunk to ask.
    client.read(0);
    take(chunk);
  });
  client.on('close', () => clearTimeout(timer));
}

/** Version, command, reserved, kind of address, address, port. */
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
