import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createBrowserPool } from '../src/browser/pool/browser-pool.ts';
import type { Browser } from '../src/browser/browser.ts';
import { createEgressProxy } from '../src/egress/process/egress-proxy.ts';
import type { EgressClient } from '../src/egress/egress.ts';
import { createTableOwners, openKernelOwners } from '../src/egress/socket-owners.ts';
import { openTestPage } from './browser-page.ts';
import { getThrough, openSession, openSite, portOf, wideLimits } from './egress-fixture.ts';

const uid = process.getuid?.() ?? 0;
const isLinux = process.platform === 'linux';

async function openBrowser(): Promise<Browser> {
  const pool = createBrowserPool();
  onTestFinished(() => pool.close());
  return (await pool.lease()).browser;
}

function openProxy(allowPrivateTargets: readonly string[]) {
  const egressProxy = createEgressProxy({ allowPrivateTargets });
  onTestFinished(() => egressProxy.close());
  return egressProxy;
}

const egressClient = (browser: Browser): EgressClient => ({
  sessionId: browser.pid,
  uid: browser.uid ?? 0,
});

/** Sends bytes to a port; returns the bytes received until the connection ended. */
function send(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk))).on('error', () => undefined);
  socket.write(bytes);
  return new Promise((resolve) => socket.on('close', () => resolve(received)));
}

const isRejected = async (proxyServer: string, url: string): Promise<boolean> =>
  (await getThrough(proxyServer, url)).status === 0;

/** Returns the session id of this process: the sixth field of stat(5). */
function ownSession(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
}

test.runIf(isLinux)(
  'the port of an open session serves its browser and closes connections of other processes without a response',
  async () => {
    const site = await openSite();
    const browser = await openBrowser();
    const egressProxy = openProxy([`127.0.0.1:${site.port}`]);
    const session = await egressProxy.open({ limits: wideLimits, client: egressClient(browser) });
    const page = await openTestPage(browser, session.proxyServer);
    const url = `http://127.0.0.1:${site.port}/`;
    expect(await page.navigation(url)).toBeNull();
    const { requestCount } = await session.report();
    const hits = [...site.hits];
    const greeting = Uint8Array.of(
      5,
      1,
      0,
      5,
      1,
      0,
      1,
      127,
      0,
      0,
      1,
      site.port >> 8,
      site.port & 255,
    );
    expect(await send(Number(new URL(session.proxyServer).port), greeting)).toBe('');
    expect(await isRejected(session.proxyServer, url)).toBe(true);
    expect([site.hits, (await session.report()).requestCount]).toEqual([hits, requestCount]);
    expect(await page.navigation(`${url}again`)).toBeNull();
  },
);

test.runIf(isLinux)(
  "another process gets no answer of a customer's proxy and the proxy no credentials",
  async () => {
    const requested: (string | undefined)[] = [];
    const proxy = await openSite({
      handler: (req, res) => {
        requested.push(req.headers['proxy-authorization']);
        res.setHeader('content-type', 'text/html').end('by proxy');
      },
    });
    const browser = await openBrowser();
    const egressProxy = openProxy([`127.0.0.1:${proxy.port}`]);
    const upstreamProxyUrl = `http://user:secret@127.0.0.1:${proxy.port}`;
    const client = egressClient(browser);
    const session = await egressProxy.open({ limits: wideLimits, client, upstreamProxyUrl });
    expect(await isRejected(session.proxyServer, 'http://8.8.8.8/')).toBe(true);
    expect(requested).toEqual([]);
    const page = await openTestPage(browser, session.proxyServer);
    expect(await page.navigation('http://8.8.8.8/')).toBeNull();
    expect(requested[0]).toBe(`Basic ${btoa('user:secret')}`);
  },
);

test("a page cannot use another capture's proxy session, with loopback allowed or not", async () => {
  const site = await openSite();
  const browser = await openBrowser();
  const egressProxy = openProxy(['127.0.0.0/8']);
  const client = egressClient(browser);
  const other = await egressProxy.open({ limits: wideLimits, client });
  const own = await egressProxy.open({ limits: wideLimits, client });
  const page = await openTestPage(browser, own.proxyServer);
  expect(await page.navigation(`http://127.0.0.1:${site.port}/`)).toBeNull();
  const target = new URL(other.proxyServer).host;
  const outcome = await page.evaluate(
    `fetch('http://${target}/', { mode: 'no-cors' }).then(() => 'reached', () => 'failed')`,
  );
  expect(outcome).toBe('failed');
  expect((await own.report()).failures).toMatchObject([
    { authority: target, reason: 'url_not_allowed' },
  ]);
  expect((await other.report()).requestCount).toBe(0);
});

test.runIf(isLinux)(
  'of the processes of one user only those of the session are served',
  async () => {
    const site = await openSite();
    const otherProcess = spawn('sleep', ['60'], { detached: true });
    onTestFinished(() => void otherProcess.kill());
    const url = `http://127.0.0.1:${site.port}/`;
    const isRejectedFor = async (client: EgressClient): Promise<boolean> => {
      const session = await openSession({ open: ['127.0.0.1'], options: { client } });
      return isRejected(session.proxyServer, url);
    };
    expect(await isRejectedFor({ sessionId: ownSession(), uid })).toBe(false);
    expect(await isRejectedFor({ sessionId: ownSession(), uid: uid + 1 })).toBe(true);
    expect(await isRejectedFor({ sessionId: otherProcess.pid ?? 0, uid })).toBe(true);
    expect(site.hits).toHaveLength(1);
  },
);

test.runIf(isLinux)('both methods of finding the owner of a socket agree', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const socket = connect(portOf(server), '127.0.0.1');
  const [accepted]: Socket[] = await once(server, 'connection');
  const ports = { localPort: socket.localPort ?? 0, remotePort: portOf(server) };
  const kernel = openKernelOwners();
  onTestFinished(() => kernel.close());
  const findInTable = createTableOwners();
  const found = await findInTable(ports);
  expect(found).toEqual({ uid, inode: fstatSync(fdOf(socket)).ino });
  const all = await Promise.all([kernel.find(ports), findInTable(ports), kernel.find(ports)]);
  expect(all).toEqual([found, found, found]);
  const none = { ...ports, localPort: 1 };
  expect([await kernel.find(none), await findInTable(none)]).toEqual([undefined, undefined]);
  expect(await createTableOwners('/nowhere')(ports)).toBe('unknown');
  kernel.close();
  expect(await kernel.find(ports)).toBeUndefined();
  socket.destroy();
  accepted?.destroy();
});

function fdOf(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  return typeof handle === 'object' && handle !== null ? Number(Reflect.get(handle, 'fd')) : -1;
}
