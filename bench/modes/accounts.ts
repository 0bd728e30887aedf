import { readFileSync } from 'node:fs';

import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createApi } from '../server/api.ts';
import { createMember } from '../server/member.ts';
import { prepareServer, type ServerProcess } from '../server/server-process.ts';

const readCount = 30;
const warmUpCount = 3;
const acceptCount = 60;
const credits = 10_000_000;
/** p95 on the server. Unit: ms. */
const targets = { screen: 100, search: 300 } as const;
/** Maximum ratio of the p95 of a small account's list beside a large account to that without one. */
const smallFactor = 1.2;
const smallCaptures = 100;
const pairCount = 200;
const pageSize = 25;
const filesPath = `/projects/files?limit=${pageSize}`;
const lastPageRead = 'files, last page';
/** Returns a filter by the time from `from` to `to` days ago. */
const daysAgo = (from: number, to: number) =>
  [`from=${isoDaysAgo(from)}`, `to=${isoDaysAgo(to)}`].join('&');
const isoDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Screens and lists of the dashboard: name, path and the kind of target. */
const reads = [
  ['Overview', '/dashboards/overview', 'screen'],
  ['captures per day', '/dashboards/capture-days', 'screen'],
  ['Projects', '/projects', 'screen'],
  ['Usage', '/credits/usage', 'screen'],
  ['key list', '/api-keys', 'screen'],
  ['files, first page', filesPath, 'screen'],
  [lastPageRead, filesPath, 'screen'],
  ['search: common word', searchPath('campaign'), 'search'],
  ['search: two common words', searchPath('shop-7 autumn'), 'search'],
  ['search: rare word', searchPath('quixotic'), 'search'],
  ['search: one file', searchPath('products/1500'), 'search'],
  ['search: absent word', searchPath('zzyzx'), 'search'],
  ['search: one character', searchPath('a'), 'search'],
  ['search: absent character', searchPath('\u20ac'), 'search'],
  ['search: 500 characters', searchPath('x/'.repeat(250)), 'search'],
  ['search: failed', searchPath('failed'), 'search'],
  ['search: status and word', searchPath('failed shop-7'), 'search'],
  ['search: absent pair of both', searchPath('failed html'), 'search'],
  ['search: two digits', searchPath('99'), 'search'],
  ['search: single letters', searchPath('q u i x o t c'), 'search'],
  ['search: old files only', searchPath('products/1'), 'search'],
  ['search: page 60', `${searchPath('campaign')}&page=60`, 'search'],
  ['filter: device', `${filesPath}&device=mobile`, 'search'],
  ['filter: rare format', `${filesPath}&format=webp`, 'search'],
  ['filter: absent format', `${filesPath}&format=pdf`, 'search'],
  ['filter: device and word', `${searchPath('shop-7')}&device=mobile`, 'search'],
  ['filter: one day', `${filesPath}&${daysAgo(40, 39)}`, 'search'],
  ['filter: a month and word', `${searchPath('failed shop-7')}&${daysAgo(70, 40)}`, 'search'],
  ['filter: old absent word', `${searchPath('zzyzx')}&${daysAgo(90, 20)}`, 'search'],
  ['sort: oldest first', `${filesPath}&sort=created&page=900`, 'search'],
  ['sort: size of few', `${searchPath('products/150')}&sort=-size`, 'search'],
  [
    'sort: source, failed of a month',
    `${filesPath}&status=failed&${daysAgo(50, 35)}&sort=source`,
    'search',
  ],
  ['URL: common part', '/screenshots?url=example.com', 'search'],
  ['URL: rare part', '/screenshots?url=quixotic', 'search'],
  ['URL: absent part', '/screenshots?url=zzyzx', 'search'],
] as const;

function searchPath(text: string): string {
  return `${filesPath}&search=${encodeURIComponent(text)}`;
}

interface Account {
  readonly email: string;
  readonly cookie: string;
  readonly key: string;
}

type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Measures the screens and lists of an account before and after it has `--rows` captures, and those
 * of a small account beside it; returns the exit code.
 */
export async function measureAccounts(options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const large = await createAccount(server, 'large');
  const small = await createAccount(server, 'small');
  await server.fillAccount(small.email, smallCaptures);
  const before = { large: await measure(server, large), small: await measure(server, small) };
  const rssBefore = rssOf(server);
  const startedAt = performance.now();
  await server.fillAccount(large.email, options.rows);
  write(`${options.rows} captures inserted in ${seconds(performance.now() - startedAt)} s`);
  const after = { large: await measure(server, large), small: await measure(server, small) };
  write(`${'p50 / p95 in ms'.padEnd(26)} ${'empty'.padStart(15)} ${'large'.padStart(15)} ratio`);
  for (const name of before.large.keys()) write(lineOf(name, before.large, after.large));
  const slowed = await compareSmall({ server, account: small });
  write('a small account, before and beside the large one');
  for (const name of before.small.keys()) write(lineOf(name, before.small, after.small));
  write(`memory of the server: ${rssBefore} MiB before, ${rssOf(server)} MiB after`);
  const late = reads.filter(([name, , kind]) => p95(after.large, name) > targets[kind]);
  for (const [name, , kind] of late) write(`above ${targets[kind]} ms: ${name}`);
  if (slowed > smallFactor) write(`the small account's list became slower: x${slowed.toFixed(2)}`);
  return late.length === 0 && slowed <= smallFactor ? 0 : 1;
}

/**
 * Returns the ratio of the p95 of a small account's list on the server with the large account to that of an
 * equal account on a server without one. The reads alternate, so that other load affects both.
 */
async function compareSmall(beside: {
  readonly server: ServerProcess;
  readonly account: Account;
}): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const account = await createAccount(server, 'small');
  await server.fillAccount(account.email, smallCaptures);
  const sides = [beside, { server, account }].map((side) => ({ ...side, times: [] as number[] }));
  for (let i = 0; i < warmUpCount + pairCount; i++) {
    for (const side of i % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await read(`${side.server.origin}/api/v1${filesPath}`, side.account);
      if (i >= warmUpCount) side.times.push(ms);
    }
  }
  const [besideMs = Number.NaN, aloneMs = Number.NaN] = sides.map(({ times }) =>
    quantile(times, 0.95),
  );
  write(
    `list of a small account, ${pairCount} reads in turn, p95: ${besideMs.toFixed(1)} ms beside the large one, ${aloneMs.toFixed(1)} ms on a server without it`,
  );
  return besideMs / aloneMs;
}

async function createAccount(server: ServerProcess, name: string): Promise<Account> {
  const { email, cookie } = await createMember(server, name);
  await server.admin('credits', 'grant', '--email', email, '--amount', String(credits));
  const { key } = await server.admin('key', 'create', '--email', email, '--name', name);
  return { email, cookie, key: String(key) };
}

async function measure(server: ServerProcess, account: Account): Promise<Times> {
  const times = new Map<string, number[]>();
  const lastPage = await findLastPage(server, account);
  for (const [name, path] of reads) {
    const url = `${server.origin}/api/v1${path}${name === lastPageRead ? `&page=${lastPage}` : ''}`;
    const measured: number[] = [];
    for (let i = 0; i < warmUpCount + readCount; i++) {
      const ms = await read(url, account);
      if (i >= warmUpCount) measured.push(ms);
    }
    times.set(name, measured);
  }
  const api = createApi(server.origin, account.key);
  const accepted: number[] = [];
  for (let i = 0; i < acceptCount; i++) {
    const job = { page: 'tiny', source: { html: '<p>Hello</p>' }, isFullPage: false } as const;
    const { requestId, ms } = await api.accept(job);
    accepted.push(ms);
    await api.finish(requestId);
  }
  return times.set('accept', accepted);
}

async function findLastPage(server: ServerProcess, account: Account): Promise<number> {
  const response = await get(`${server.origin}/api/v1${filesPath}`, account);
  const { data }: { readonly data: { readonly meta: { readonly total: number } } } =
    await response.json();
  return Math.max(1, Math.ceil(data.meta.total / pageSize));
}

/** Returns the response time. Unit: ms. */
async function read(url: string, account: Account): Promise<number> {
  const startedAt = performance.now();
  const response = await get(url, account);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

async function get(url: string, { cookie }: Account): Promise<Response> {
  const response = await fetch(url, { headers: { cookie, prefer: 'return=minimal' } });
  if (!response.ok) throw new Error(`HTTP ${response.status} from ${url}`);
  return response;
}

function lineOf(name: string, before: Times, after: Times): string {
  const figures = (times: Times) =>
    `${quantile(times.get(name) ?? [], 0.5).toFixed(1)} / ${p95(times, name).toFixed(1)}`;
  const ratio = quantile(after.get(name) ?? [], 0.5) / quantile(before.get(name) ?? [], 0.5);
  return `${name.padEnd(26)} ${figures(before).padStart(15)} ${figures(after).padStart(15)} x${ratio.toFixed(2)}`;
}

function p95(times: Times, name: string): number {
  return quantile(times.get(name) ?? [], 0.95);
}

function rssOf(server: ServerProcess): number {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'latin1');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024);
}

const seconds = (ms: number) => (ms / 1_000).toFixed(0);

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
