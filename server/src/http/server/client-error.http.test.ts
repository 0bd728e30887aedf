import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorBodySchema } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '../../../test/http-server.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({});
});
afterAll(() => server.close());

test.each([
  ['what is no HTTP', 'hello\r\n\r\n', 400],
  [
    'two lengths',
    'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  [
    'a length and chunks, as smugglers send',
    'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'two hosts',
    'GET /health/live HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'the same host twice',
    'GET /docs HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['headers of 20 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s returns the standard error shape and closes the connection', async (_, sent, status) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
  expect(head).toContain(`HTTP/1.1 ${status} `);
  const error: unknown = JSON.parse(body);
  expect(errorBodySchema.parse(error)).toMatchObject({ statusCode: status, retryable: false });
  expect((await server.request('/health/live')).status).toBe(200);
});
