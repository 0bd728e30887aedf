import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSession, openSite } from './egress-fixture.ts';

test.each([
  'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET https://example.com/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT 127.0.0.1:80/@x HTTP/1.1\r\n\r\n',
  'CONNECT example.com HTTP/1.1\r\n\r\n',
  'nonsense\r\n\r\n',
  'GET http://a.example/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
])('a malformed proxy request is not forwarded: %j', async (bytes) => {
  const session = await openSession({
    names: { 'a.example': [['127.0.0.1']] },
    options: { upstreamProxyUrl: 'http://proxy.example:3128' },
  });
  expect(await sendPieces(session.port, bytes)).not.toMatch(/^HTTP\/1.1 2/);
  expect(session.lookups).toEqual([]);
});

const greeting = '\x05\x01\x00';
test.each([
  ['another protocol', 'GET http://a.example/ HTTP/1.1\r\n\r\n', ''],
  ['another version', '\x04\x01\x00\x50\x7f\x00\x00\x01\x00', ''],
  ['a password', '\x05\x01\x02', ''],
  ['a listening socket', `${greeting}\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50`, '\x05\x00'],
  ['an unknown address type', `${greeting}\x05\x01\x00\x02\x01a\x00\x50`, '\x05\x00'],
  ['an empty name', `${greeting}\x05\x01\x00\x03\x00\x00\x50`, '\x05\x00'],
  ['an invalid name', `${greeting}\x05\x01\x00\x03\x03a/b\x00\x50`, '\x05\x00'],
  ['port 0', `${greeting}\x05\x01\x00\x03\x09a.example\x00\x00`, '\x05\x00'],
])('a SOCKS client that requests %s is rejected', async (_what, bytes, before) => {
  const session = await openSession({ names: { 'a.example': [['127.0.0.1']] } });
  const response = await sendPieces(session.port, bytes);
  expect(response).toBe(`${before}\x05\x01\x00\x01\x00\x00\x00\x00\x00\x00`);
  expect(session.lookups).toEqual([]);
});

test('a SOCKS handshake may arrive in any fragments, with binary IP addresses', async () => {
  const site = await openSite();
  const session = await openSession({ open: ['127.0.0.1'] });
  const port = String.fromCharCode(site.port >> 8, site.port & 255);
  const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const bytes = `${greeting}\x05\x01\x00\x01\x7f\x00\x00\x01${port}${get}`;
  expect(await sendPieces(session.port, ...bytes.split(''))).toContain('hello');
  expect(await sendPieces(session.port, bytes)).toContain('hello');
});

/** Sends the pieces one by one; returns the complete response in latin1. */
async function sendPieces(port: number, ...pieces: string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let response = '';
  socket.on('data', (chunk) => (response += chunk.toString('latin1'))).on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await setImmediate();
  }
  await closed;
  return response;
}
