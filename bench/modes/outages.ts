import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BenchOptions } from '../options.ts';
import type { Api } from '../ours/api.ts';
import { createApi } from '../ours/api.ts';
import type { ServerProcess } from '../ours/server-process.ts';
import { prepareServer } from '../ours/server-process.ts';
import { prepareS3 } from '../ours/s3-process.ts';
import { startSite } from '../site/start-site.ts';

const CAPTURES = 50;
const FINISHED_BEFORE = 10;
const OUTAGE_MS = 20_000;
const PAGE_DELAY_MS = 200;
const CREDITS = 10_000;
const MIDDLE_TIMEOUT_MS = 120_000;
const READY_TIMEOUT_MS = 60_000;

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
  let faults = 0;
  for (const open of [openFullDisk, openLostDisk, openStoppedS3]) {
    const outage = await open();
    if (outage === undefined) {
      process.stdout.write('full disk: left out, only root can mount a small disk\n');
      continue;
    }
    const found = await runOne(outage);
    faults += found.length;
    for (const fault of found.slice(0, 10))
      process.stdout.write(`fault (${outage.name}): ${fault}\n`);
    process.stdout.write(`${outage.name}: ${found.length} broken promises\n`);
  }
  return faults === 0 ? 0 : 1;
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
  const { key } = await server.createCustomer('outage', CREDITS);
  const api = createApi(server.origin, key);
  const url = `${site.origin}/color/00aa44?delay=${PAGE_DELAY_MS}`;
  const job = { page: 'tiny', source: { url }, isFullPage: false } as const;
  await api.shoot(job);
  const creditsBefore = api.creditsRemaining() ?? Number.NaN;
  const ids: string[] = [];
  const accept = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) ids.push((await api.accept(job)).requestId);
  };
  await accept(CAPTURES - 5);
  await untilFinished(api, ids, FINISHED_BEFORE);
  await outage.begin();
  const faults: string[] = [];
  const beganAt = performance.now();
  await accept(5);
  const { answer, ms } = await untilReadiness(server.origin, false);
  if (ms > 2_000) faults.push(`/health/ready took ${ms.toFixed(0)} ms during the outage`);
  if (answer['storage'] !== false) faults.push('/health/ready does not name the storage');
  await sleep(OUTAGE_MS - (performance.now() - beganAt));
  await outage.end();
  const endedAt = performance.now();
  await untilReadiness(server.origin, true);
  const readyMs = performance.now() - endedAt;
  process.stdout.write(`${outage.name}: ready again after ${readyMs.toFixed(0)} ms\n`);
  for (const id of ids) {
    const { status, creditsCharged, code } = await api.finish(id);
    if (status !== 'COMPLETE') faults.push(`${id} is ${status} (${code})`);
    if (creditsCharged !== 1) faults.push(`${id} was charged ${creditsCharged}`);
  }
  await api.shoot(job);
  const spent = creditsBefore - (api.creditsRemaining() ?? Number.NaN);
  if (spent !== CAPTURES + 1) faults.push(`${CAPTURES + 1} captures, but ${spent} credits spent`);
  return faults;
}

async function untilFinished(api: Api, ids: readonly string[], count: number): Promise<void> {
  const deadline = performance.now() + MIDDLE_TIMEOUT_MS;
  for (;;) {
    const records = await Promise.all(ids.map((id) => api.read(id)));
    if (records.filter(({ status }) => status === 'COMPLETE').length >= count) return;
    if (performance.now() > deadline) throw new Error('the captures do not get to their middle');
    await sleep(50);
  }
}

async function untilReadiness(origin: string, isReady: boolean) {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/health/ready`);
    const answer: Record<string, unknown> = Object(await response.json());
    const ms = performance.now() - startedAt;
    if (response.ok === isReady) return { answer, ms };
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
