import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  connectThrough,
  getThrough,
  openRawServer,
  openSession,
  openSite,
  portOf,
  socksAgent,
} from './egress-fixture.ts';

/**
 * Opens a session that uses HTTP, because a customer's proxy is behind it; here that proxy responds
 * for every target itself.
 */
function openSessionBehind(proxyPort: number) {
  return openSession({
    open: [`127.0.0.1:${proxyPort}`],
    names: { 'shop.example': [['93.184.216.34']] },
    options: { upstreamProxyUrl: `http://127.0.0.1:${proxyPort}` },
  });
}

test('hop-by-hop and proxy headers are removed, all others are forwarded unchanged', async () => {
  let seen: string[] = [];
  const target = await openSite({
    handler(req, res) {
      seen = req.rawHeaders;
      res.writeHead(200, {
        'Set-Cookie': ['a=1', 'b=2'],
        'X-Custom': 'kept',
        Connection: 'keep-alive, X-Hop',
        'X-Hop': 'gone',
        'Proxy-Authenticate': 'Basic',
      });
      res.end('ok');
    },
  });
  const session = await openSessionBehind(target.port);
  const response = await getThrough(session.proxyServer, 'http://shop.example/', {
    headers: {
      'X-Mine': 'yes',
      'Proxy-Connection': 'keep-alive',
      'Proxy-Authorization': 'Basic secret',
      TE: 'trailers',
      host: 'smuggled.example',
    },
  });
  const names = seen.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  expect(names).toContain('x-mine');
  expect(seen[seen.indexOf('Host') + 1]).toBe('shop.example');
  expect(names.filter((name) => /^(proxy-|te$|via|x-forwarded|forwarded)/.test(name))).toEqual([]);
  expect(response.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-custom': 'kept' });
  expect(response.headers).not.toHaveProperty('x-hop');
  expect(response.headers).not.toHaveProperty('proxy-authenticate');
  expect(response.headers).not.toHaveProperty('via');
});

test('request bodies are forwarded complete, with a content length or chunked', async () => {
  const echo = await openSite({ handler: (req, res) => req.pipe(res) });
  const session = await openSessionBehind(echo.port);
  const body = 'x'.repeat(300_000);
  const url = 'http://shop.example/';
  const counted = await getThrough(session.proxyServer, url, {
    method: 'POST',
    body,
    headers: { 'content-length': String(body.length) },
  });
  const chunked = await getThrough(session.proxyServer, url, {
    method: 'PUT',
    body,
    headers: { 'transfer-encoding': 'chunked' },
  });
  expect([counted.body.length, chunked.body.length]).toEqual([body.length, body.length]);
});

test.each([
  ['with a length', { 'content-length': '100' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('a truncated response %s does not look complete', async (_how, headers) => {
  const broken = await openSite({
    handler(_req, res) {
      res.writeHead(200, headers);
      res.write('half');
      setTimeout(() => res.destroy(), 20);
    },
  });
  const session = await openSessionBehind(broken.port);
  const response = await getThrough(session.proxyServer, 'http://shop.example/');
  expect(response).toMatchObject({ body: 'half', isWhole: false });
});

test('one connection to the target serves consecutive requests', async () => {
  const target = await openSite();
  let connections = 0;
  target.server.on('connection', () => (connections += 1));
  const session = await openSessionBehind(target.port);
  for (let i = 0; i < 5; i += 1) await getThrough(session.proxyServer, `http://shop.example/${i}`);
  expect(connections).toBe(1);
});

test('a keep-alive connection that the target closes during the next request causes no failure', async () => {
  let connections = 0;
  const target = await openRawServer((socket) => {
    let requests = 0;
    connections += 1;
    socket.on('data', () => {
      requests += 1;
      if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.destroy();
    });
  });
  const session = await openSessionBehind(portOf(target));
  const url = 'http://shop.example/';
  for (let i = 0; i < 4; i += 1)
    expect(await getThrough(session.proxyServer, url)).toMatchObject({ status: 200, body: 'ok' });
  expect(connections).toBe(4);
  expect(await getThrough(session.proxyServer, url, { method: 'DELETE' })).toMatchObject({
    status: 502,
  });
  expect(session.report().failures).toHaveLength(1);
});

test('plain requests are forwarded unchanged on a keep-alive connection, and each is counted', async () => {
  const target = await openSite({ handler: (req, res) => res.end(req.rawHeaders.join()) });
  let connections = 0;
  target.server.on('connection', () => (connections += 1));
  const session = await openSession({ open: ['127.0.0.1'] });
  const agent = socksAgent(session.proxyServer, { keepAlive: true });
  const url = `http://127.0.0.1:${target.port}/`;
  const headers = { 'X-Odd': 'a', Connection: 'keep-alive, X-Odd' };
  for (let i = 0; i < 5; i += 1) {
    const response = await getThrough(session.proxyServer, url, { agent, headers });
    expect(response.body).toContain('X-Odd,a,Connection,keep-alive, X-Odd');
  }
  agent.destroy();
  expect([connections, target.hits.length, session.report().requestCount]).toEqual([1, 5, 5]);
});

test('data sent before the tunnel is established arrives first and once', async () => {
  const echo = await openRawServer((socket) => socket.pipe(socket));
  const session = await openSession({ open: ['127.0.0.1'] });
  const { socket } = await connectThrough(
    session.proxyServer,
    `127.0.0.1:${portOf(echo)}`,
    'early,',
  );
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.write('late');
  await expect.poll(() => received).toBe('early,late');
  socket.destroy();
});

/**
 * Starts a fake customer's proxy: records its requests, checks the password if there is one, and
 * connects to `127.0.0.1`.
 */
async function openCustomerProxy(
  password?: string,
): Promise<{ port: number; requested: string[] }> {
  const requested: string[] = [];
  const expected =
    password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`;
  const proxy = await openSite({
    handler(req, res) {
      requested.push(`${req.method} ${req.url}`);
      res.statusCode = req.headers['proxy-authorization'] === expected ? 200 : 407;
      res.end('through the proxy');
    },
  });
  proxy.server.removeAllListeners('connect').on('connect', (req, client) => {
    requested.push(`CONNECT ${req.url}`);
    const isWelcome = req.headers['proxy-authorization'] === expected;
    client.write(`HTTP/1.1 ${isWelcome ? '200 OK' : '407 Who'}\r\n\r\n`);
    if (isWelcome)
      client
        .on('data', (chunk) => client.write(`echo ${String(chunk)}`))
        .on('error', () => undefined);
    else client.end();
  });
  return { port: proxy.port, requested };
}

test("a customer's proxy receives requests and tunnels with its credentials, and resolves names itself", async () => {
  const proxy = await openCustomerProxy('me:p@ss%');
  const session = await openSession({
    open: [`127.0.0.1:${proxy.port}`],
    names: { 'shop.example': [['93.184.216.34']] },
    options: { upstreamProxyUrl: `http://me:p%40ss%25@127.0.0.1:${proxy.port}` },
  });
  expect((await getThrough(session.proxyServer, 'http://shop.example/a?b')).body).toBe(
    'through the proxy',
  );
  const { isOpen, socket } = await connectThrough(session.proxyServer, 'shop.example:443');
  socket.write('hello');
  const [echo] = await once(socket, 'data');
  expect([isOpen, String(echo)]).toEqual([true, 'echo hello']);
  socket.destroy();
  expect(proxy.requested).toEqual(['GET http://shop.example/a?b', 'CONNECT shop.example:443']);
  expect(session.report().failures).toEqual([]);
});

test.each([
  ['rejects the password', 'me:right', (port: number) => `http://me:wrong@127.0.0.1:${port}`],
  [
    'requires a password and receives none',
    'me:right',
    (port: number) => `http://127.0.0.1:${port}`,
  ],
  ['is not running', undefined, () => 'http://127.0.0.1:9999'],
  ['is private', undefined, () => 'http://10.0.0.1:3128'],
  ['has an unsupported scheme', undefined, () => 'socks5://127.0.0.1:1'],
])("a customer's proxy that %s fails the capture as such", async (_what, password, url) => {
  const proxy = await openCustomerProxy(password);
  const session = await openSession({
    open: ['127.0.0.1'],
    names: { 'shop.example': [['93.184.216.34']] },
    options: { upstreamProxyUrl: url(proxy.port) },
  });
  expect(await getThrough(session.proxyServer, 'http://shop.example/')).toMatchObject({
    status: 502,
    body: '',
  });
  expect((await connectThrough(session.proxyServer, 'shop.example:443')).isOpen).toBe(false);
  const { failures } = session.report();
  expect(failures.map(({ reason }) => reason)).toEqual([
    'proxy_connection_failed',
    'proxy_connection_failed',
  ]);
  for (const { detail } of failures) expect(detail).not.toMatch(/right|wrong/);
});

test("a private target behind a customer's proxy is rejected without contacting the proxy", async () => {
  const proxy = await openCustomerProxy();
  const session = await openSession({
    open: [`127.0.0.1:${proxy.port}`],
    names: { 'rebound.example': [['10.0.0.1']] },
    options: { upstreamProxyUrl: `http://127.0.0.1:${proxy.port}` },
  });
  for (const host of ['10.0.0.1', 'rebound.example', '169.254.169.254', 'localhost']) {
    expect((await getThrough(session.proxyServer, `http://${host}/`)).status).toBe(502);
    expect((await connectThrough(session.proxyServer, `${host}:443`)).isOpen).toBe(false);
  }
  expect(proxy.requested).toEqual([]);
  expect(new Set(session.report().failures.map(({ reason }) => reason))).toEqual(
    new Set(['url_not_allowed']),
  );
});
