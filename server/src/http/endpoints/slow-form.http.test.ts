import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { ticketEndpoints } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionHeaders, startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import { route } from '../route.ts';

const { 'content-type': _, ...formHeaders } = sessionHeaders();
const path = '/api/v1/help/tickets';
const stop = new Error('seen enough');
const seen: string[] = [];
const waiting = Promise.withResolvers<void>();
const disconnected = Promise.withResolvers<string>();
const routes = [
  route(ticketEndpoints.createTicket, async ({ form, signal }) => {
    if (form.title === 'wait') {
      waiting.resolve();
      await once(signal, 'abort');
      disconnected.resolve(String(signal.reason));
    } else seen.push(form.title);
    throw stop;
  }),
  route(ticketEndpoints.answerTicket, async () => {
    throw stop;
  }),
];

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({ routes });
});
afterAll(() => server.close());

test('a form handler is aborted when its client disconnects, and not before', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name=';
  const client = httpRequest(server.url + path, {
    method: 'POST',
    headers: { ...formHeaders, 'content-type': 'multipart/form-data; boundary=x' },
  });
  client.on('error', () => undefined);
  client.end(
    `${part}"title"\r\n\r\nwait\r\n${part}"images"; filename="a.png"\r\n\r\n${'x'.repeat(100_000)}\r\n--x--\r\n`,
  );
  await waiting.promise;
  const early = await Promise.race([
    disconnected.promise,
    new Promise((resolve) => setImmediate(resolve)),
  ]);
  expect(early).toBeUndefined();
  client.destroy();
  expect(await disconnected.promise).toContain('the client went away');
});

test('the body timeout applies to all bodies except forms', async () => {
  const slow = await startHttpServer({ routes, bodyTimeoutMs: 150 });
  const begin = (pathname: string, type: string) => {
    const headers = { ...formHeaders, 'content-type': type };
    return httpRequest(slow.url + pathname, { method: 'POST', headers, agent: false });
  };
  const json = begin(`${path}/1/messages`, 'application/json');
  const form = begin(path, 'multipart/form-data; boundary=x');
  form.write('--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nSl');
  json.write('{');
  const [late] = (await once(json, 'response')) as [IncomingMessage];
  expect(late.statusCode).toBe(408);
  expect(seen).toEqual([]);
  form.end('ow\r\n--x--\r\n');
  await once(form, 'response');
  expect(seen).toEqual(['Slow']);
  json.destroy();
  form.destroy();
  await slow.close();
});
