import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dial } from '../src/egress/connect/dial.ts';
import { createReadBuffers } from '../src/egress/connect/read-buffers.ts';
import { connectThrough, openRawServer, openSession, openSite, portOf } from './egress-fixture.ts';

const mebibyte = 2 ** 20;
/** More than the operating system buffers for two unread connections. */
const responseBytes = 48 * mebibyte;

/**
 * Opens a tunnel to a target that sends one repeated letter and then closes; the client does not
 * read yet.
 */
async function openSlowTunnel(session: { readonly proxyServer: string }, letter: string) {
  const target = await openRawServer((socket) =>
    socket.once('data', () => socket.end(Buffer.alloc(responseBytes, letter))),
  );
  const { socket } = await connectThrough(session.proxyServer, `127.0.0.1:${portOf(target)}`);
  socket.write('GET / HTTP/1.1\r\n\r\n');
  return socket;
}

/** Returns a byte count once it no longer increases. */
async function stableCount(count: () => number): Promise<number> {
  for (;;) {
    const before = count();
    await sleep(100);
    if (before > 0 && count() === before) return before;
  }
}

/**
 * Reads to the end, or until `due` bytes have arrived; returns the number of bytes and whether all
 * of them are this letter.
 */
async function readAll(socket: Socket, letter: string, due = Infinity) {
  const code = letter.charCodeAt(0);
  let bytes = 0;
  let isIntact = true;
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      isIntact &&= chunk.every((byte) => byte === code);
      if (bytes >= due) resolve();
    });
    socket.on('close', resolve).resume();
  });
  return { bytes, isIntact };
}

test('a browser that stops reading pauses the target, and later reads complete data', async () => {
  const session = await openSession({ open: ['127.0.0.1'] });
  const socket = await openSlowTunnel(session, 'a');
  expect(await stableCount(() => session.report().receivedBytes)).toBeLessThan(responseBytes);
  expect(await readAll(socket, 'a')).toEqual({ bytes: responseBytes, isIntact: true });
});

test("a slow browser's unread data is not mixed with other connections' data", async () => {
  const session = await openSession({ open: ['127.0.0.1'] });
  const slow = [];
  for (const letter of ['a', 'b']) {
    slow.push({ letter, socket: await openSlowTunnel(session, letter) });
    await stableCount(() => session.report().receivedBytes);
    const passing = await openSlowTunnel(session, 'x');
    await stableCount(() => session.report().receivedBytes);
    passing.destroy();
  }
  for (const { letter, socket } of slow) {
    expect(await readAll(socket, letter)).toEqual({ bytes: responseBytes, isIntact: true });
  }
});

test('a target that stops reading pauses the browser, and later reads complete data', async () => {
  const arrived = Promise.withResolvers<Socket>();
  const target = await openRawServer((socket) => arrived.resolve(socket.pause()));
  const session = await openSession({ open: ['127.0.0.1'] });
  const { socket } = await connectThrough(session.proxyServer, `127.0.0.1:${portOf(target)}`);
  let sent = 0;
  const send = (): void => {
    if (sent === responseBytes) return;
    sent += mebibyte;
    socket.write(Buffer.alloc(mebibyte, 'u'), send);
  };
  send();
  expect(await stableCount(() => sent)).toBeLessThan(responseBytes);
  const read = await readAll(await arrived.promise, 'u', responseBytes);
  expect(read).toEqual({ bytes: responseBytes, isIntact: true });
  socket.destroy();
});

test("a read buffer is reused once a connection's bytes are written, not before", async () => {
  const target = await openRawServer((socket) => socket.write('hello'));
  const addresses = [{ address: '127.0.0.1', family: 4 }];
  const buffers = createReadBuffers();
  for (const hasExited of [true, false]) {
    let used: ArrayBufferLike | undefined;
    const received = Promise.withResolvers<void>();
    const receive = (chunk: Buffer): boolean => {
      used = chunk.buffer;
      received.resolve();
      return hasExited;
    };
    const reading = { receive, buffers };
    const socket = await dial({ host: 'target', port: portOf(target), addresses, reading });
    await received.promise;
    socket.destroy();
    await once(socket, 'close');
    expect(buffers.take().buffer === used).toBe(hasExited);
  }
});

test('a resolver result that is not an IP is never passed on as a host name', async () => {
  const site = await openSite();
  const session = await openSession({
    open: [`odd.example:${site.port}`],
    names: { 'odd.example': [['localhost']] },
  });
  const { isOpen } = await connectThrough(session.proxyServer, `odd.example:${site.port}`);
  expect([isOpen, session.lookups]).toEqual([false, ['odd.example']]);
});
