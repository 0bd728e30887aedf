import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BenchOptions } from '../options.ts';
import type { Api } from '../server/api.ts';
import { createApi } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { prepareServer } from '../server/server-process.ts';
import { prepareS3 } from '../server/s3-process.ts';
import { startSite } from '../site/start-site.ts';

const captureCount = 50;
const finishedBeforeOutage = 10;
const outageMs = 20_000;
const pageDelayMs = 200;
const credits = 10_000;
const middleTimeoutMs = 120_000;
const readyTimeoutMs = 60_000;

/** One kind of outage of the file store, with its end. */
interface Outage {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Called after the server is prepared and before it starts. */
  prepare(server: ServerProcess): void;
  begin(): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes the file store unavailable for 20 s during captures: a full disk, a missing disk, a stopped
 * object store. Checks that all captures complete afterwards, each charged once, and prints when
 * the server is ready again; returns the exit code.
 */
export async function injectOutages(_options: BenchOptions): Promise<number> {
  let violations = 0;
  for (const open of [openFullDisk, openLostDisk, openStoppedS3]) {
    const outage = await open();
    if (outage === undefined) {
      process.stdout.write('full disk: left out, only root can mount a small disk\n');
      continue;
    }
    const found = await runOne(outage);
    violations += found.length;
    for (const violation of found.slice(0, 10))
      process.stdout.write(`fault (${outage.name}): ${violation}\n`);
    process.stdout.write(`${outage.name}: ${found.length} broken promises\n`);
  }
  return violations === 0 ? 0 : 1;
}

async function runOne(outage: Outage): Promise<string[]> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer(outage.settings);
  cleanUp.defer(() => server.remove());
  cleanUp.defer(() => outage.close());
  outage.prepare(server);
  await server.start();
  cleanUp.defer(() => server.stop());
  const { key } = await server.createCustomer('outage', credits);
  const api = createApi(server.origin, key);
  const url = `${site.origin}/color/00aa44?delay=${pageDelayMs}`;
  const job = { page: 'tiny', source: { url }, isFullPage: false } as const;
  await api.capture(job);
  const creditsBefore = api.creditsRemaining() ?? Number.NaN;
  const ids: string[] = [];
  const accept = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) ids.push((await api.accept(job)).requestId);
  };
  await accept(captureCount - 5);
  await waitForFinished(api, ids, finishedBeforeOutage);
  await outage.begin();
  const violations: string[] = [];
  const startedAt = performance.now();
  await accept(5);
  const { body, ms } = await waitForReadiness(server.origin, false);
  if (ms > 2_000) violations.push(`/health/ready took ${ms.toFixed(0)} ms during the outage`);
  if (body['storage'] !== false) violations.push('/health/ready does not name the storage');
  await sleep(outageMs - (performance.now() - startedAt));
  await outage.end();
  const endedAt = performance.now();
  await waitForReadiness(server.origin, true);
  const readyMs = performance.now() - endedAt;
  process.stdout.write(`${outage.name}: ready again after ${readyMs.toFixed(0)} ms\n`);
  for (const id of ids) {
    const { status, creditsCharged, code } = await api.finish(id);
    if (status !== 'COMPLETE') violations.push(`${id} is ${status} (${code})`);
    if (creditsCharged !== 1) violations.push(`${id} was charged ${creditsCharged}`);
  }
  await api.capture(job);
  const spent = creditsBefore - (api.creditsRemaining() ?? Number.NaN);
  if (spent !== captureCount + 1)
    violations.push(`${captureCount + 1} captures, but ${spent} credits spent`);
  return violations;
}

async function waitForFinished(api: Api, ids: readonly string[], count: number): Promise<void> {
  const deadline = performance.now() + middleTimeoutMs;
  for (;;) {
    const records = await Promise.all(ids.map((id) => api.read(id)));
    if (records.filter(({ status }) => status === 'COMPLETE').length >= count) return;
    if (performance.now() > deadline) throw new Error('the captures do not get to their middle');
    await sleep(50);
  }
}

async function waitForReadiness(origin: string, isReady: boolean) {
  const deadline = performance.now() + readyTimeoutMs;
  for (;;) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/health/ready`);
    const body: Record<string, unknown> = Object(await response.json());
    const ms = performance.now() - startedAt;
    if (response.ok === isReady) return { body, ms };
    if (performance.now() > deadline) throw new Error(`the server stays ${response.status}`);
    await sleep(50);
  }
}

/**
 * Mounts a separate small disk below DATA_DIR and fills it with another file; returns undefined
 * without the permission to mount one.
 */
async function openFullDisk(): Promise<Outage | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  let folder = '';
  const filler = () => join(folder, 'filler');
  return {
    name: 'full disk',
    settings: { STORAGE: 'disk' },
    prepare: ({ dataDir }) => {
      folder = join(dataDir, 'files');
      mkdirSync(folder);
      const args = ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder];
      if (spawnSync('mount', args).status !== 0) throw new Error('the small disk is not mounted');
    },
    begin: async () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler(), Buffer.alloc(bavail * bsize));
    },
    end: async () => rmSync(filler()),
    close: async () => {
      spawnSync('umount', [folder]);
    },
  };
}

/** Moves the folder of the files away. */
async function openLostDisk(): Promise<Outage> {
  let folder = '';
  return {
    name: 'lost disk',
    settings: { STORAGE: 'disk' },
    prepare: ({ dataDir }) => {
      folder = join(dataDir, 'files');
    },
    begin: async () => renameSync(folder, `${folder}-away`),
    end: async () => {
      rmSync(folder, { recursive: true, force: true });
      renameSync(`${folder}-away`, folder);
    },
    close: async () => undefined,
  };
}

/** Stops an S3-compatible server and starts it again on the same data. */
async function openStoppedS3(): Promise<Outage> {
  const s3 = await prepareS3();
  await s3.start();
  return {
    name: 'stopped object store',
    settings: s3.settings,
    prepare: () => undefined,
    begin: () => s3.stop(),
    end: () => s3.start(),
    close: async () => {
      await s3.stop();
      s3.remove();
    },
  };
}
