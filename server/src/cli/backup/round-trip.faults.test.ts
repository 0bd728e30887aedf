import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operatorOf } from '../../../test/admin.ts';
import { signIn } from '../../../test/app.ts';
import { startServer, type Server } from '../../composition/compose.ts';
import { connectTo } from '../../composition/open-infrastructure.ts';
import { readConfig, type Config } from '../../config/config.ts';
import { openDatabase } from '../../db/open.ts';
import { silentLogger as logger } from '../../lib/logger.ts';

let folder: string;
let site: HttpServer;
let siteUrl: string;
/** Pending requests for pages, open until a test releases them. */
const held: ServerResponse[] = [];
let isHolding = true;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shotwright-backup-'));
  // Traversable; otherwise a server that runs as root stores its cluster below /var/lib.
  chmodSync(folder, 0o711);
  site = createServer((req, res) => {
    res.setHeader('content-type', 'text/html');
    if (req.url?.startsWith('/held') === true && isHolding) held.push(res);
    else res.end(`<body style="background:rgb(10,200,30)">${req.url}`);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  siteUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (dataDir: string) => {
  mkdirSync(join(folder, dataDir), { recursive: true, mode: 0o711 });
  return readConfig({
    DATA_DIR: join(folder, dataDir),
    PORT: '0',
    SEED_DEMO: 'false',
    CAPTURE_CONCURRENCY: '2',
    ALLOW_PRIVATE_TARGETS: new URL(siteUrl).host,
  });
};

/** Reads the credit accounts and the ledger, with or without a running server. */
async function balances(config: Config) {
  await using stack = new AsyncDisposableStack();
  const connection = await connectTo({ config, logger, isCommand: true, stack });
  const { db, close } = openDatabase({ connection, maxConnections: 1, logger });
  stack.defer(close);
  const accounts = await db.selectFrom('credit_accounts').selectAll().execute();
  const ledger = await db.selectFrom('credit_ledger').selectAll().orderBy('id').execute();
  return { accounts, ledger };
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

interface Customer {
  readonly key: string;
  readonly email: string;
  readonly password: string;
}

async function makeCustomer({ features }: Server): Promise<Customer> {
  const person = { email: 'ada@example.com', password: 'long-enough-1' };
  const { organizationId } = await features.accounts.admin.createUserByAdmin({
    ...person,
    firstName: 'Ada',
    lastName: 'Test',
  });
  const { key } = await features.apiKeys.createApiKey({
    organizationId,
    name: 'Key',
    projectId: null,
    monthlyLimit: null,
  });
  return { ...person, key };
}

async function capture(server: Server, { key }: Customer, body: object) {
  const res = await fetch(`${server.url}/api/v1/screenshots`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await res.json();
  expect(response).toMatchObject({ status: 'success' });
  return response.data;
}

async function read(server: Server, { key }: Customer, id: string) {
  const res = await fetch(`${server.url}/api/v1/screenshots/${id}`, {
    headers: { 'x-api-key': key },
  });
  expect(res.status).toBe(200);
  return (await res.json()).data;
}

async function untilComplete(server: Server, customer: Customer, id: string) {
  return vi.waitUntil(
    async () => {
      const screenshot = await read(server, customer, id);
      expect(screenshot.status).not.toBe('FAILED');
      return screenshot.status === 'COMPLETE' && screenshot;
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function publicLinkOf(
  server: Server,
  { email, password }: Customer,
  id: string,
): Promise<string> {
  const request = (path: string, init?: RequestInit) => fetch(server.url + path, init);
  const headers = await signIn(request, { email, password });
  const res = await request(`/api/v1/projects/files/${id}/public-link`, {
    method: 'POST',
    headers,
  });
  return (await res.json()).data.publicUrl;
}

function modesBelow(directory: string): number[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => statSync(join(one.parentPath, one.name)).mode & 0o777);
}

test(
  '[DX-18] a backup made during captures restores keys, credits, images and links unchanged, and accepted captures complete',
  { timeout: 180_000 },
  async () => {
    const config = configOf('one');
    const first = await startServer(config, { logger });
    const customer = await makeCustomer(first);
    const finished = [];
    for (const n of [1, 2, 3]) {
      const { requestId } = await capture(first, customer, { url: `${siteUrl}/${n}` });
      const screenshot = await untilComplete(first, customer, requestId);
      const bytes = await bytesAt(screenshot.screenshotUrl);
      finished.push({ id: screenshot.id, url: screenshot.screenshotUrl, bytes });
    }
    const publicUrl = await publicLinkOf(first, customer, finished[0]?.id ?? '');
    const accepted: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      accepted.push((await capture(first, customer, { url: `${siteUrl}/held/${n}` })).requestId);
    }
    await vi.waitUntil(() => held.length >= 2, { timeout: 30_000, interval: 20 });
    const before = await balances(config);

    const to = join(folder, 'backup');
    const made = await operatorOf(config).adminJson('backup', '--to', to);
    expect(made).toMatchObject({ files: 3, missingFiles: [] });
    expect(Number(made['jobs'])).toBeGreaterThanOrEqual(4);
    expect(statSync(to).mode & 0o777).toBe(0o700);
    expect(new Set(modesBelow(to))).toEqual(new Set([0o600]));
    expect(readFileSync(join(to, 'secret-key'), 'utf8')).toBe(
      readFileSync(join(config.dataDir, 'secret-key'), 'utf8'),
    );
    await expect(operatorOf(config).admin('restore', '--from', to)).rejects.toThrow(
      /^Another server \(process \d+\) already uses/,
    );
    isHolding = false;
    for (const res of held) res.end('<p>late');
    await first.close();

    const done = await operatorOf(configOf('two')).adminJson('restore', '--from', to);
    expect(done).toMatchObject({ files: 3, jobs: made['jobs'], unknownTables: [] });
    expect(await balances(configOf('two'))).toEqual(before);
    const second = await startServer(configOf('two'), { logger });
    for (const { id, url, bytes } of finished) {
      expect(await bytesAt(second.url + pathOf(url))).toEqual(bytes);
      expect((await read(second, customer, id)).status).toBe('COMPLETE');
    }
    expect(await bytesAt(second.url + pathOf(publicUrl))).toEqual(finished[0]?.bytes);
    for (const id of accepted) {
      await untilComplete(second, customer, id);
    }
    const { accounts } = await balances(configOf('two'));
    expect(accounts[0]).toMatchObject({
      held: 0,
      available: before.accounts[0]?.available ?? Number.NaN,
    });
    await second.close();
  },
);
