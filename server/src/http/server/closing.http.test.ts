import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { defineEndpoint } from '@shotwright/contract';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startHttpServer } from '../../../test/http-server.ts';
import { route } from '../route.ts';

test('an idle connection does not prevent the server from closing', async () => {
  const server = await startHttpServer({});
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  await (await server.request('/health/live')).text();
  const ended = once(socket, 'close');
  await server.close();
  await ended;
  expect(socket.destroyed).toBe(true);
}, 5_000);

test('a request completed during shutdown is the last on its connection', async () => {
  const received = Promise.withResolvers<void>();
  const mayRespond = Promise.withResolvers<void>();
  const slow = defineEndpoint({
    operationId: 'slow',
    summary: 'Takes its time',
    tag: 'Test',
    method: 'GET',
    path: '/slow',
    auth: 'public',
    response: { kind: 'envelope', schema: z.object({}) },
  });
  const slowRoute = route(slow, async () => {
    received.resolve();
    await mayRespond.promise;
    return { data: {} };
  });
  const server = await startHttpServer({ routes: [slowRoute] });
  const response = server.request('/api/v1/slow');
  await received.promise;
  const closed = server.close();
  mayRespond.resolve();
  expect((await response).status).toBe(200);
  await closed;
}, 5_000);

test('a connection whose response started before shutdown is closed when the response ends', async () => {
  const body = new PassThrough();
  const image = defineEndpoint({
    operationId: 'picture',
    summary: 'Comes piece by piece',
    tag: 'Test',
    method: 'GET',
    path: '/picture',
    auth: 'public',
    response: { kind: 'binary', contentTypes: ['image/png'] },
  });
  const server = await startHttpServer({
    routes: [route(image, async () => ({ binary: { body, contentType: 'image/png' } }))],
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /api/v1/picture HTTP/1.1\r\nHost: localhost\r\n\r\n');
  body.write('begun');
  const [head] = await once(socket, 'data');
  expect(String(head)).toMatch(/connection: keep-alive/i);
  const closed = server.close();
  body.end('ended');
  await closed;
}, 5_000);
