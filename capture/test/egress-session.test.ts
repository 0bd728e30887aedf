import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAddressPolicy } from '../src/egress/policy/address-policy.ts';
import { resolveAllowed } from '../src/egress/connect/resolve-allowed.ts';
import {
  connectThrough,
  getThrough,
  openRawServer,
  openSession,
  openSite,
  portOf,
  wideLimits,
} from './egress-fixture.ts';

test('a name is resolved once, and the connection uses the IP that was checked', async () => {
  const good = await openSite();
  const canary = await openSite({ host: '127.0.0.2', port: good.port });
  const session = await openSession({
    open: [`127.0.0.1:${good.port}`],
    names: { 'flip.example': [['127.0.0.1'], ['127.0.0.2']] },
  });
  for (let i = 0; i < 20; i += 1) {
    expect(
      (await getThrough(session.proxyServer, `http://flip.example:${good.port}/${i}`)).body,
    ).toBe('hello');
  }
  for (let i = 0; i < 5; i += 1) {
    (await connectThrough(session.proxyServer, `flip.example:${good.port}`)).socket.destroy();
  }
  expect(session.lookups).toEqual(['flip.example.']);
  expect(canary.hits).toEqual([]);
});

test('200 names that rebind to a private IP never reach it', async () => {
  const good = await openSite();
  const canary = await openSite({ host: '127.0.0.2', port: good.port });
  for (let i = 0; i < 200; i += 1) {
    const flips = i % 2 === 0 ? [['127.0.0.2'], ['127.0.0.1']] : [['127.0.0.1'], ['127.0.0.2']];
    const session = await openSession({
      open: [`127.0.0.1:${good.port}`],
      names: { 'flip.example': flips },
    });
    await getThrough(session.proxyServer, `http://flip.example:${good.port}/`);
    (await connectThrough(session.proxyServer, `flip.example:${good.port}`)).socket.destroy();
    session.close();
  }
  expect(good.hits).toHaveLength(100);
  expect(canary.hits).toEqual([]);
});

test.each([
  ['a private one among public ones', ['93.184.216.34', '127.0.0.1']],
  ['IPv6 loopback', ['::1']],
  ['an IPv4 address within IPv6', ['::ffff:127.0.0.1']],
  ['cloud metadata', ['169.254.169.254']],
])('a name that resolves to %s is rejected', async (_what, addresses) => {
  const canary = await openSite();
  const session = await openSession({ names: { 'mixed.example': [addresses] } });
  const url = `http://mixed.example:${canary.port}/`;
  expect(await getThrough(session.proxyServer, url)).toMatchObject({ status: 0, body: '' });
  expect((await connectThrough(session.proxyServer, `mixed.example:${canary.port}`)).isOpen).toBe(
    false,
  );
  expect(canary.hits).toEqual([]);
  const { failures, blockedRequestCount } = session.report();
  expect(failures).toEqual([
    {
      authority: `mixed.example:${canary.port}`,
      reason: 'url_not_allowed',
      detail: expect.stringContaining('not public'),
    },
  ]);
  expect(blockedRequestCount).toBe(2);
});

test('plain requests and tunnels to private IPs are rejected without a connection', async () => {
  const canary = await openSite();
  const session = await openSession();
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '[::ffff:7f00:1]',
    '0',
  ]) {
    expect((await getThrough(session.proxyServer, `http://${host}:${canary.port}/`)).status).toBe(
      0,
    );
    expect((await connectThrough(session.proxyServer, `${host}:${canary.port}`)).isOpen).toBe(
      false,
    );
  }
  expect(canary.hits).toEqual([]);
  expect(session.lookups).toEqual([]);
});

test("the proxy's own listeners are rejected although loopback is allowed", async () => {
  const session = await openSession({ open: ['127.0.0.0/8', '0.0.0.0/8'] });
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    expect((await connectThrough(session.proxyServer, `${host}:${session.port}`)).isOpen).toBe(
      false,
    );
    expect((await getThrough(session.proxyServer, `http://${host}:${session.port}/`)).status).toBe(
      0,
    );
  }
  expect(session.report().failures.map(({ reason }) => reason)).toEqual([
    'url_not_allowed',
    'url_not_allowed',
  ]);
});

test('a resolver that does not respond fails name resolution within its timeout', async () => {
  const forever = new Promise<never>(() => undefined);
  const resolving = resolveAllowed({
    policy: createAddressPolicy(),
    host: 'slow.example',
    port: 443,
    lookup: () => forever,
    timeoutMs: 20,
  });
  await expect(resolving).rejects.toMatchObject({
    reason: 'dns_error',
    message: expect.stringContaining('slow.example'),
  });
});

test('IPv6 targets are reached by name and by IP', async () => {
  const six = await openSite({ host: '::1' });
  const session = await openSession({
    open: [`[::1]:${six.port}`],
    names: { 'six.example': [['::1']] },
  });
  expect((await getThrough(session.proxyServer, `http://six.example:${six.port}/`)).body).toBe(
    'hello',
  );
  expect((await getThrough(session.proxyServer, `http://[::1]:${six.port}/`)).body).toBe('hello');
});

test('if an IP does not respond, the next one is tried', async () => {
  const good = await openSite();
  const session = await openSession({
    open: ['127.0.0.0/8', '[::1]:1', '::1'],
    names: { 'two.example': [['::1', '127.0.0.1']] },
  });
  expect((await getThrough(session.proxyServer, `http://two.example:${good.port}/`)).body).toBe(
    'hello',
  );
});

test('each failure has its reason and a message without our own IPs', async () => {
  const reset = await openRawServer((socket) => socket.on('data', () => socket.resetAndDestroy()));
  const alert = await openRawServer((socket) =>
    socket.on('data', () => socket.write(Buffer.from([0x15, 3, 3, 0, 2, 2, 40]))),
  );
  const plain = await openSite();
  const session = await openSession({ open: ['127.0.0.1'], names: { 'none.example': [[]] } });
  const hello = Buffer.from([0x16, 3, 1, 0, 5]);
  await getThrough(session.proxyServer, 'http://missing.example/');
  await getThrough(session.proxyServer, 'http://none.example/');
  await getThrough(session.proxyServer, 'http://127.0.0.1:81/');
  await getThrough(session.proxyServer, 'http://127.0.0.1:22/');
  await getThrough(session.proxyServer, `http://127.0.0.1:${portOf(reset)}/`);
  for (const port of [portOf(alert), plain.port]) {
    const { socket } = await connectThrough(session.proxyServer, `127.0.0.1:${port}`);
    socket.write(hello);
    await once(socket, 'data');
    socket.destroy();
  }
  const found = Object.fromEntries(
    session.report().failures.map(({ authority, reason }) => [authority, reason]),
  );
  expect(found).toEqual({
    'missing.example:80': 'dns_error',
    'none.example:80': 'dns_error',
    '127.0.0.1:81': 'connection_refused',
    '127.0.0.1:22': 'url_not_allowed',
    [`127.0.0.1:${portOf(reset)}`]: 'connection_reset',
    [`127.0.0.1:${portOf(alert)}`]: 'tls_error',
    [`127.0.0.1:${plain.port}`]: 'tls_error',
  });
  for (const { detail } of session.report().failures)
    expect(detail).not.toMatch(/ECONN|ENOT|EAI|syscall/);
});

test.each([
  ['bytes', { ...wideLimits, maxReceivedBytes: 100_000 }],
  ['requests', { ...wideLimits, maxRequests: 3 }],
  ['hosts', { ...wideLimits, maxHosts: 2 }],
] as const)(
  'at the limit of %s, connections of the session are closed and later ones are rejected',
  async (limit, limits) => {
    const endless = await openSite({
      handler(_req, res) {
        const timer = setInterval(() => res.write(Buffer.alloc(20_000)), 1);
        res.on('close', () => clearInterval(timer));
      },
    });
    const names = Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [`h${n}.example`, [['127.0.0.1']]]),
    );
    const session = await openSession({ open: ['127.0.0.1'], names, options: { limits } });
    const running = getThrough(session.proxyServer, `http://h1.example:${endless.port}/`);
    await sleep(20);
    const others = [2, 3, 4, 5].map((n) =>
      getThrough(session.proxyServer, `http://h${n}.example:${endless.port}/`),
    );
    expect(await running).toMatchObject({ isWhole: false });
    await Promise.all(others);
    expect(session.report().exceeded).toBe(limit);
    expect(
      (await getThrough(session.proxyServer, `http://h1.example:${endless.port}/`)).status,
    ).toBe(0);
    expect(session.report().receivedBytes).toBeLessThan(5_000_000);
  },
);

test('bytes through tunnels also count against the limit', async () => {
  const endless = await openRawServer((socket) => {
    const timer = setInterval(() => socket.write(Buffer.alloc(20_000)), 1);
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
  });
  const session = await openSession({
    open: ['127.0.0.1'],
    options: { limits: { ...wideLimits, maxReceivedBytes: 100_000 } },
  });
  const { socket } = await connectThrough(session.proxyServer, `127.0.0.1:${portOf(endless)}`);
  socket.resume();
  await once(socket, 'close');
  expect(session.report().exceeded).toBe('bytes');
});

test('closing a session ends its connections and its listener', async () => {
  const hanging = await openSite({ handler: () => undefined });
  const session = await openSession({ open: ['127.0.0.1'] });
  const pending = getThrough(session.proxyServer, `http://127.0.0.1:${hanging.port}/`);
  const { socket } = await connectThrough(session.proxyServer, `127.0.0.1:${hanging.port}`);
  await sleep(20);
  expect(session.close().requestCount).toBe(2);
  expect(await pending).toMatchObject({ status: 0 });
  if (!socket.destroyed) await once(socket, 'close');
  await expect
    .poll(
      () =>
        new Promise((resolve) => hanging.server.getConnections((_error, count) => resolve(count))),
    )
    .toBe(0);
  expect(await getThrough(session.proxyServer, `http://127.0.0.1:${hanging.port}/`)).toMatchObject({
    status: 0,
  });
});
