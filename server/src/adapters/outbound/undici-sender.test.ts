import { createServer, type Server } from 'node:net';
import { createSafeConnector, explainEgress } from '@shotwright/capture';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateIpv4, privateIpv6, spellings } from '../../../../capture/test/egress-spellings.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { createOutboundSender } from './undici-sender.ts';

let receiver: WebhookReceiver;
const raw: Server[] = [];
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => {
  receiver.close();
  for (const server of raw.splice(0)) server.close();
});

type Lookup = NonNullable<Parameters<typeof createSafeConnector>[0]['lookup']>;

const senderTo = (allowPrivateTargets: readonly string[], lookup?: Lookup, timeoutMs = 1_000) =>
  createOutboundSender({
    connect: createSafeConnector({ allowPrivateTargets, ...(lookup && { lookup }) }),
    explain: explainEgress,
    timeoutMs,
  });
const message = (url: string) => ({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}' });
const send = () => senderTo([receiver.host]).post(message(receiver.url));

test('a message is sent unchanged and its response is returned', async () => {
  receiver.response = (_req, res) => res.writeHead(202, { 'x-answer': 'yes' }).end('taken');
  expect(await send()).toMatchObject({
    kind: 'answered',
    statusCode: 202,
    headers: { 'x-answer': 'yes' },
    body: Buffer.from('taken'),
    isBodyCut: false,
  });
  expect(receiver.received).toMatchObject([
    { path: '/hook', body: '{"a":1}', headers: { 'webhook-id': 'msg_1', host: receiver.host } },
  ]);
});

test('[WH-10] private IP addresses in every spelling are never dialled', async () => {
  const port = receiver.host.split(':')[1] ?? '';
  const sender = senderTo([]);
  const hosts = [
    ...privateIpv4.flatMap(spellings).filter((host) => !host.includes('@')),
    ...privateIpv6.map((ip) => `[${ip}]`),
    'localhost',
  ];
  const wrong: unknown[] = [];
  for (const host of hosts) {
    const outcome = await sender.post(message(`http://${host}:${port}/`));
    if (outcome.kind !== 'failed' || outcome.code !== 'url_not_allowed')
      wrong.push([host, outcome]);
  }
  expect(wrong).toEqual([]);
  expect(receiver.connections()).toBe(0);
});

test('[WH-10] a host name that resolves to a private IP address, alone or among public ones, is not dialled', async () => {
  const port = receiver.host.split(':')[1] ?? '';
  const url = message(`http://hooks.example.com:${port}/`);
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1']]) {
    let lookups = 0;
    const outcome = await senderTo([], async () => {
      lookups += 1;
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    }).post(url);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'url_not_allowed' });
    expect(lookups).toBe(1);
  }
  expect(receiver.connections()).toBe(0);
});

test.each([301, 302, 303, 307, 308])(
  '[WH-10] a redirect (%i) is recorded as the response and not followed',
  async (status) => {
    const canary = await startWebhookReceiver();
    receiver.response = (_req, res) => res.writeHead(status, { location: canary.url }).end();
    const outcome = await senderTo([receiver.host, canary.host]).post(message(receiver.url));
    expect(outcome).toMatchObject({ kind: 'answered', statusCode: status });
    expect(canary.connections()).toBe(0);
    canary.close();
  },
);

test('[WH-10] a receiver that hangs is disconnected at the deadline', async () => {
  const closed = Promise.withResolvers<void>();
  receiver.response = (_req, res) => void res.on('close', closed.resolve);
  expect(await send()).toMatchObject({ kind: 'failed', code: 'timeout' });
  await closed.promise;
});

test('at most 64 KiB of a response and two seconds of an endless one are read', async () => {
  receiver.response = (_req, res) => res.writeHead(200).end(Buffer.alloc(10_000_000, 'x'));
  const huge = await send();
  expect(huge).toMatchObject({ kind: 'answered', statusCode: 200, isBodyCut: true });
  expect(huge.kind === 'answered' && huge.body.length).toBe(65_536);
  receiver.response = (_req, res) => res.writeHead(200).write('drip');
  expect(await send()).toMatchObject({
    statusCode: 200,
    isBodyCut: true,
    body: Buffer.from('drip'),
  });
});

/** Starts a server that sends these bytes on every connection; returns its `host:port`. */
const serverSending = async (bytes: string) => {
  const server = createServer((socket) => socket.on('error', () => undefined).end(bytes));
  raw.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};

test('resets, rejected connections and malformed responses are reported with an error code and a message', async () => {
  receiver.response = (req, res) => {
    void req;
    res.destroy();
  };
  expect(await send()).toMatchObject({ kind: 'failed', code: 'connection_reset' });
  receiver.close();
  expect(await send()).toMatchObject({ kind: 'failed', code: 'connection_refused' });
  const sshServer = await serverSending('SSH-2.0-OpenSSH_9.9\r\n');
  expect(await senderTo([sshServer]).post(message(`http://${sshServer}/`))).toMatchObject({
    code: 'bad_answer',
  });
  const wide = await serverSending(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
  expect(await senderTo([wide]).post(message(`http://${wide}/`))).toMatchObject({
    code: 'bad_answer',
  });
  expect(await senderTo([sshServer]).post(message(`https://${sshServer}/`))).toMatchObject({
    code: 'tls_error',
  });
});

test('an aborted send does not wait for the receiver', async () => {
  receiver.response = () => undefined;
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  // Longer than a test may take.
  const sender = senderTo([receiver.host], undefined, 60_000);
  expect(await sender.post(message(receiver.url), stop.signal)).toMatchObject({ kind: 'failed' });
});
