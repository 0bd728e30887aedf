import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createAddressPolicy } from '../src/egress/policy/address-policy.ts';
import { createEgressProxy } from '../src/egress/process/egress-proxy.ts';
import { createSafeConnector } from '../src/egress/connect/safe-connector.ts';
import { openHostsFile } from '../src/egress/hosts-file.ts';
import type { IpNetwork } from '../src/egress/policy/ip-address.ts';
import { parseIpNetwork } from '../src/egress/policy/ip-address.ts';
import { createOwnAddresses, parseFibTrie, parseIpv6Routes } from '../src/egress/own-addresses.ts';
import {
  connectThrough,
  getThrough,
  openSession,
  openSite,
  wideOptions,
} from './egress-fixture.ts';

const publicIpv4 = '93.184.216.34';
const publicIpv6 = '2606:2800:220:1:248:1893:25c8:1946';
const run = promisify(execFile);
const networksOf = (...texts: string[]): IpNetwork[] =>
  texts.flatMap((text) => parseIpNetwork(text) ?? []);

test('a public IP of an interface of this host is rejected in every spelling, another one is not', () => {
  const own = createOwnAddresses({ readLocal: () => networksOf(publicIpv4, publicIpv6) });
  const policy = createAddressPolicy([], own);
  const isAllowed = (url: string) => policy.checkUrl(url).isAllowed;
  const urls = [publicIpv4, '0x5db8d822', '1572395042', `[${publicIpv6}]`].map(
    (h) => `http://${h}`,
  );
  expect(urls.filter(isAllowed)).toEqual([]);
  expect(policy.checkAddress(publicIpv4, 443)).toEqual({
    isAllowed: false,
    reason: 'The IP address leads to this service itself.',
  });
  expect(isAllowed('http://93.184.216.35/')).toBe(true);
});

test('configured IPs and networks are rejected; an invalid entry is named', () => {
  const own = createOwnAddresses({ configured: ['8.8.4.0/24', publicIpv6], readLocal: () => [] });
  const policy = createAddressPolicy([], own);
  const verdicts = ['8.8.4.4', publicIpv6, '8.8.8.8', publicIpv4].map(
    (ip) => policy.checkAddress(ip, 443).isAllowed,
  );
  expect(verdicts).toEqual([false, false, true, true]);
  expect(() => createOwnAddresses({ configured: ['gateway.example'] })).toThrow(
    '"gateway.example" is neither an IP address',
  );
});

test('an IP that an interface receives while the process runs is rejected after ten seconds', () => {
  let local = networksOf(publicIpv4);
  let time = 0;
  const own = createOwnAddresses({ readLocal: () => local, now: () => time });
  const policy = createAddressPolicy([], own);
  const isAllowed = (ip: string) => policy.checkAddress(ip, 80).isAllowed;
  expect([isAllowed(publicIpv4), isAllowed('8.8.8.8')]).toEqual([false, true]);
  local = networksOf('8.8.8.8');
  time = 10_000;
  expect([isAllowed(publicIpv4), isAllowed('8.8.8.8')]).toEqual([true, false]);
});

test('the operator can allow an own IP, by network or with a port', () => {
  const own = createOwnAddresses({ readLocal: () => networksOf(publicIpv4, '8.8.8.8') });
  const policy = createAddressPolicy([`${publicIpv4}:3000`, '8.8.8.0/24'], own);
  expect(policy.checkUrl(`http://${publicIpv4}:3000/`).isAllowed).toBe(true);
  expect(policy.checkUrl(`http://${publicIpv4}:3001/`).isAllowed).toBe(false);
  expect(policy.checkUrl('http://8.8.8.8/').isAllowed).toBe(true);
});

test('a session rejects own IPs as target, behind a host name and as upstream proxy', async () => {
  const own = [publicIpv4];
  const session = await openSession({ own, names: { 'self.example': [[publicIpv4]] } });
  for (const host of [publicIpv4, 'self.example']) {
    expect((await getThrough(session.proxyServer, `http://${host}/metrics`)).status).toBe(0);
    expect((await connectThrough(session.proxyServer, `${host}:443`)).isOpen).toBe(false);
  }
  expect(new Set(session.report().failures.map(({ reason }) => reason))).toEqual(
    new Set(['url_not_allowed']),
  );
  const options = { upstreamProxyUrl: `http://${publicIpv4}:3128` };
  const chained = await openSession({ own, options });
  await getThrough(chained.proxyServer, 'http://8.8.8.8/');
  expect(chained.report().failures).toMatchObject([
    {
      reason: 'proxy_connection_failed',
      detail: 'The proxy cannot be used. The IP address leads to this service itself.',
    },
  ]);
});

test('the egress process rejects the own IPs that it was configured with', async () => {
  const egressProxy = createEgressProxy({ ownAddresses: [publicIpv4] });
  onTestFinished(() => egressProxy.close());
  const session = await egressProxy.open(wideOptions);
  await getThrough(session.proxyServer, `http://${publicIpv4}/metrics`);
  expect((await session.report()).failures).toMatchObject([
    { authority: `${publicIpv4}:80`, reason: 'url_not_allowed' },
  ]);
  expect(() => createEgressProxy({ ownAddresses: ['here'] })).toThrow('"here" is neither');
});

test('an outbound request of the server cannot reach an own IP', async () => {
  const dial = createSafeConnector({
    allowPrivateTargets: [],
    ownAddresses: [publicIpv4],
    lookup: async () => [{ address: publicIpv4, family: 4 }],
  });
  const rejected = { reason: 'url_not_allowed' };
  await expect(dial({ host: publicIpv4, port: 80 })).rejects.toMatchObject(rejected);
  await expect(dial({ host: 'self.example', port: 80 })).rejects.toMatchObject(rejected);
});

test('names are resolved fully qualified, except those the operator has allowed', async () => {
  const site = await openSite();
  const names = { 'a.example': [['127.0.0.1']], 'b.example': [['127.0.0.1']] };
  const session = await openSession({ names, open: [`a.example:${site.port}`, '127.0.0.1'] });
  for (const host of ['a.example', 'b.example', 'b.example.']) {
    const response = await getThrough(session.proxyServer, `http://${host}:${site.port}/`);
    expect(response.body).toBe('hello');
  }
  expect(session.lookups).toEqual(['a.example', 'b.example.', 'b.example.']);
});

test('a fully qualified name is found in the hosts file, also after the file changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'hosts');
  const lookup = openHostsFile(path);
  expect(await lookup('shop.example')).toEqual([]);
  await writeFile(path, '# office\n10.0.0.7 shop.example Shop # x\n::1 shop.example\n');
  expect(await lookup('SHOP.example')).toEqual([
    { address: '10.0.0.7', family: 4 },
    { address: '::1', family: 6 },
  ]);
  await writeFile(path, '10.0.0.77 shop.example\n');
  expect(await lookup('shop.example')).toEqual([{ address: '10.0.0.77', family: 4 }]);
});

test('routes that the kernel delivers locally are included, those of policy routing tables are not', () => {
  const trie = `Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     |-- 93.184.216.0
        /24 link UNICAST
Local:
     |-- 34.120.0.9
        /32 host LOCAL
     |-- 127.0.0.0
        /8 host LOCAL
     |-- 93.184.216.255
        /32 link BROADCAST
Id 100:
     |-- 8.8.8.8
        /32 host LOCAL
`;
  expect(parseFibTrie(trie)).toEqual(['34.120.0.9/32', '127.0.0.0/8']);
  const none = '00000000000000000000000000000000';
  const end = `${none} 00 ${none} 00000000 00000003 00000000`;
  const routes = [
    `26062800022000010248189325c81946 80 ${end} 80200001     eth0`,
    `26062800022000010000000000000000 40 ${end} 00000001     eth0`,
    `${none} 00 ${end} 80200001       lo`,
  ];
  expect(parseIpv6Routes(routes.join('\n'))).toEqual([
    '2606:2800:0220:0001:0248:1893:25c8:1946/128',
  ]);
});

const canUnshare = await run('unshare', ['--net', 'ip', 'link', 'show', 'lo']).then(
  () => true,
  () => false,
);

test.runIf(canUnshare).each([
  ['an address of an interface', `ip addr add ${publicIpv4}/32 dev lo`],
  [
    'an address of an interface that is down',
    `ip link add v0 type veth peer name v1; ip addr add ${publicIpv4}/32 dev v0`,
  ],
  ['an address routed to this host', `ip route add local ${publicIpv4}/32 dev lo`],
])('%s is rejected in a real network namespace', async (_what, command) => {
  const policy = fileURLToPath(new URL('../src/egress/policy/address-policy.ts', import.meta.url));
  const script = `
    import { connect } from 'node:net';
    import { createAddressPolicy } from ${JSON.stringify(policy)};
    const { checkAddress } = createAddressPolicy();
    const ips = ['${publicIpv4}', '93.184.216.35'];
    const verdicts = ips.map((ip) => checkAddress(ip, 80).isAllowed);
    connect(81, '${publicIpv4}').on('error', ({ code }) => console.log(...verdicts, code));`;
  const setUp = `ip link set lo up; ${command}`;
  const { stdout } = await run('unshare', [
    '--net',
    'sh',
    '-ec',
    `${setUp}; exec "$0" --input-type=module-typescript -e "$1"`,
    process.execPath,
    script,
  ]);
  // The closed port refuses the connection itself: the kernel delivers the IP address to this host.
  expect(stdout.trim()).toBe('false true ECONNREFUSED');
});
