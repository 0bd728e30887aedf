import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { expect, onTestFinished, test } from 'vitest';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import type { Browser } from '../src/browser/browser.ts';
import type { EgressProxyOptions, ProcessEgressProxy } from '../src/egress/process/egress-proxy.ts';
import { createEgressProxy } from '../src/egress/process/egress-proxy.ts';
import type { ProxySession } from '../src/egress/egress.ts';
import type { TestPage } from './browser-page.ts';
import { openTestPage } from './browser-page.ts';
import { getThrough, openSite, wideOptions } from './egress-fixture.ts';

function openProxy(options: EgressProxyOptions = {}): ProcessEgressProxy {
  const egressProxy = createEgressProxy(options);
  onTestFinished(() => egressProxy.close());
  return egressProxy;
}

async function openBrowser(): Promise<Browser> {
  const pool = createBrowserPool();
  onTestFinished(() => pool.close());
  return (await pool.lease()).browser;
}

/** Opens a page whose only network access is a session of a proxy that allows these targets. */
async function openPage(
  allowPrivateTargets: readonly string[],
): Promise<{ page: TestPage; session: ProxySession; egressProxy: ProcessEgressProxy }> {
  const egressProxy = openProxy({ allowPrivateTargets });
  const session = await egressProxy.open(wideOptions);
  return {
    page: await openTestPage(await openBrowser(), session.proxyServer),
    session,
    egressProxy,
  };
}

test('a proxy session counts its traffic and returns a report when it closes', async () => {
  const site = await openSite();
  const egressProxy = openProxy({ allowPrivateTargets: ['127.0.0.1'] });
  const session = await egressProxy.open(wideOptions);
  await getThrough(session.proxyServer, `http://127.0.0.1:${site.port}/`);
  expect(await session.report()).toMatchObject({ requestCount: 1, exceeded: null, isLost: false });
  const last = await session.close();
  expect(last.receivedBytes).toBeGreaterThan(5);
  expect(await session.close()).toEqual(last);
  expect(await session.report()).toEqual(last);
});

test('the egress process has neither the privileges nor the environment of the server', async () => {
  const egressProxy = openProxy();
  await egressProxy.open(wideOptions);
  const names = readFileSync(`/proc/${egressProxy.pid}/environ`, 'utf8')
    .split('\0')
    .map((pair) => pair.split('=')[0]);
  expect(names).not.toContain('PATH');
  if (process.getuid?.() !== 0) return;
  expect(readFileSync(`/proc/${egressProxy.pid}/status`, 'utf8')).toMatch(
    /^Uid:\t60901\t60901\t60901\t60901$/m,
  );
});

test('killing the egress process ends its sessions, and the next session works', async () => {
  const site = await openSite();
  const warnings: string[] = [];
  const egressProxy = openProxy({
    allowPrivateTargets: ['127.0.0.1'],
    logger: {
      info: () => undefined,
      warn: (_details, message) => warnings.push(message),
      error: () => undefined,
    },
  });
  const session = await egressProxy.open(wideOptions);
  process.kill(egressProxy.pid ?? 0, 'SIGKILL');
  await session.lost;
  expect(await session.report()).toMatchObject({ isLost: true });
  expect(await session.close()).toMatchObject({ isLost: true });
  const next = await egressProxy.open(wideOptions);
  expect((await getThrough(next.proxyServer, `http://127.0.0.1:${site.port}/`)).status).toBe(200);
  expect(warnings).toEqual(['egress process ended; its captures fail']);
});

test('a session requested while the egress process is killed opens nevertheless', async () => {
  const egressProxy = openProxy();
  await egressProxy.open(wideOptions);
  process.kill(egressProxy.pid ?? 0, 'SIGKILL');
  await expect(egressProxy.open(wideOptions)).resolves.toHaveProperty('proxyServer');
});

test('closing the proxy ends its process, and no session opens afterwards', async () => {
  const egressProxy = openProxy();
  await egressProxy.open(wideOptions);
  const { pid } = egressProxy;
  await egressProxy.close();
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
  await expect(egressProxy.open(wideOptions)).rejects.toThrow('closed');
});

test('invalid private targets are rejected before any process starts', () => {
  expect(() => createEgressProxy({ allowPrivateTargets: ['everything'] })).toThrow(
    '"everything" is neither',
  );
});

test('a page cannot reach an IP address of this machine, over TCP or UDP', async () => {
  const site = await openSite({
    handler: (_req, res) => res.setHeader('content-type', 'text/html').end('<h1>hello</h1>'),
  });
  const canary = await openSite();
  const udp = createSocket('udp4');
  const datagrams: unknown[] = [];
  udp.on('message', (message) => datagrams.push(message)).bind(canary.port, '127.0.0.1');
  await once(udp, 'listening');
  onTestFinished(() => void udp.close());
  const { page, session } = await openPage([`127.0.0.1:${site.port}`]);
  expect(await page.navigation(`http://127.0.0.1:${site.port}/`)).toBeNull();
  await page.evaluate(`(async () => {
    const port = ${canary.port};
    const tries = [];
    for (const host of ['127.0.0.1', 'localhost', 'a.localhost', '[::1]', '127.1', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const at = host + ':' + port;
      tries.push(fetch('http://' + at + '/fetch', { mode: 'no-cors' }), fetch('https://' + at + '/tls', { mode: 'no-cors' }));
      navigator.sendBeacon('http://' + at + '/beacon');
      new WebSocket('ws://' + at + '/socket').onerror = () => {};
      new EventSource('http://' + at + '/events');
      for (const [tag, name] of [['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['video', 'src'], ['object', 'data']]) {
        document.body.appendChild(Object.assign(document.createElement(tag), { [name]: 'http://' + at + '/' + tag }));
      }
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'stylesheet', 'icon', 'manifest']) {
        document.head.appendChild(Object.assign(document.createElement('link'), { rel, href: 'http://' + at + '/' + rel, as: 'image' }));
      }
      tries.push(new Promise((done) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['fetch("http://' + at + '/worker").finally(() => postMessage(1))'])));
        worker.onmessage = worker.onerror = done;
      }));
      if (typeof WebTransport === 'function') {
        tries.push(new WebTransport('https://' + at + '/transport').ready);
      }
      if (typeof RTCPeerConnection === 'function') {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + at }, { urls: 'turn:' + at + '?transport=tcp', username: 'a', credential: 'b' }] });
        peer.createDataChannel('x');
        await peer.setLocalDescription(await peer.createOffer());
        (window.peers ??= []).push(peer);
      }
    }
    await Promise.race([Promise.allSettled(tries), new Promise((done) => setTimeout(done, 3000))]);
    await new Promise((done) => setTimeout(done, 1000));
  })()`);
  expect(canary.hits).toEqual([]);
  expect(datagrams).toEqual([]);
  const report = await session.report();
  expect(report.blockedRequestCount).toBeGreaterThan(20);
  expect(new Set(report.failures.map(({ reason }) => reason))).toEqual(
    new Set(['url_not_allowed']),
  );
});

test.each([301, 302, 303, 307, 308])(
  'a redirect with status %i to a private address ends there',
  async (status) => {
    const canary = await openSite();
    const site = await openSite({
      handler: (_req, res) =>
        res.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    });
    const { page, session } = await openPage([`127.0.0.1:${site.port}`]);
    // The browser takes the proxy's empty 502 for a response: only the report shows the error.
    await page.navigation(`http://127.0.0.1:${site.port}/`);
    expect(await page.evaluate('document.documentElement.textContent')).toBe('');
    expect(site.hits).toContain('GET /');
    expect(canary.hits).toEqual([]);
    expect((await session.report()).failures).toMatchObject([
      { authority: `127.0.0.1:${canary.port}`, reason: 'url_not_allowed' },
    ]);
  },
);

test('a page whose egress process was killed has no direct network access', async () => {
  const site = await openSite({
    handler: (_req, res) => res.setHeader('content-type', 'text/html').end('hello'),
  });
  const { page, session, egressProxy } = await openPage(['127.0.0.1']);
  expect(await page.navigation(`http://127.0.0.1:${site.port}/`)).toBeNull();
  const before = site.hits.length;
  process.kill(egressProxy.pid ?? 0, 'SIGKILL');
  await session.lost;
  expect(await page.evaluate(`fetch('/more').then(() => 'came through', () => 'failed')`)).toBe(
    'failed',
  );
  expect(await page.navigation(`http://127.0.0.1:${site.port}/again`)).toMatch(/^net::ERR_/);
  expect(site.hits.length).toBe(before);
});

test('an allowed private target serves pages, web sockets and plain HTTP resources through the session', async () => {
  const site = await openSite({
    handler: (_req, res) => res.setHeader('content-type', 'text/html').end('hello'),
  });
  site.server.on('upgrade', (req, socket) => {
    site.hits.push(`UPGRADE ${req.url}`);
    socket.end('HTTP/1.1 400 No\r\n\r\n');
  });
  const { page, session } = await openPage([`localhost:${site.port}`]);
  expect(await page.navigation(`http://localhost:${site.port}/`)).toBeNull();
  await page.evaluate(
    `new Promise((done) => { new WebSocket('ws://localhost:${site.port}/ws').onerror = done; })`,
  );
  expect(site.hits).toContain('UPGRADE /ws');
  expect((await session.report()).failures).toEqual([]);
});
