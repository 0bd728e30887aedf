import type { Socket } from 'node:net';

const version = 5;
const noAuthentication = 0;
const connectCommand = 1;
const addressLengths: Partial<Record<number, number>> = { 1: 4, 4: 16 };
const nameKind = 3;
const handshakeMs = 10_000;
/** Greeting, address and a name of 255 bytes fit twice over. */
const maxHandshakeBytes = 1_024;

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

/**
 * Reads what a SOCKS5 client asks for (RFC 1928): no authentication, one `CONNECT`. Undefined when it asks for anything
 * else, breaks off or takes longer than 10 s. The client is then paused; what it sent too early is unshifted.
 */
export function readSocksTarget(client: Socket): Promise<SocksTarget | undefined> {
  return new Promise((resolve) => {
    let held: Buffer = Buffer.alloc(0);
    let hasGreeted = false;
    const timer = setTimeout(finish, handshakeMs);
    function finish(target?: SocksTarget): void {
      clearTimeout(timer);
      client.off('data', read).off('close', leave).pause();
      resolve(target);
    }
    function leave(): void {
      finish();
    }
    function read(chunk: Buffer): void {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      if (held[0] !== version || held.length > maxHandshakeBytes) return finish();
      if (!hasGreeted) {
        const greetingBytes = 2 + (held[1] ?? 0);
        if (held.length < 2 || held.length < greetingBytes) return;
        if (!held.subarray(2, greetingBytes).includes(noAuthentication)) return finish();
        hasGreeted = true;
        client.write(Uint8Array.of(version, noAuthentication));
        held = held.subarray(greetingBytes);
      }
      const request = parseRequest(held);
      if (request === 'unfinished') return;
      finish(request?.target);
      const early = held.subarray(request?.bytes ?? held.length);
      // Only now that nobody listens, or it would be read here again.
      if (early.length > 0) client.unshift(early);
    }
    client.on('data', read).on('close', leave);
  });
}

/** Version, command, reserved, kind of address, address, port. */
function parseRequest(
  held: Buffer,
): { readonly target: SocksTarget; readonly bytes: number } | 'unfinished' | undefined {
  if (held.length < 5) return 'unfinished';
  const [, command, , kind = 0, nameBytes = 0] = held;
  if (held[0] !== version || command !== connectCommand) return undefined;
  const start = kind === nameKind ? 5 : 4;
  const length = kind === nameKind ? nameBytes : addressLengths[kind];
  if (length === undefined || length === 0) return undefined;
  const bytes = start + length + 2;
  if (held.length < bytes) return 'unfinished';
  const address = held.subarray(start, start + length);
  const host = kind === nameKind ? address.toString('latin1') : addressText(address);
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
