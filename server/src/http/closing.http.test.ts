import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../test/http-server.ts';

test('a connection that never asked anything does not hold the server open', async () => {
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
