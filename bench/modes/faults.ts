import { setTimeout as sleep } from 'node:timers/promises';

import { tryBrowserKills } from '../faults/browser-kills.ts';
import { tryCancels } from '../faults/cancels.ts';
import { killPostmasters } from '../faults/postmaster-kills.ts';
import { killTrees } from '../faults/tree-kills.ts';
import { decodePicture } from '../measure/picture.ts';
import { commandLineOf, isAlive, watchTree } from '../measure/process-tree.ts';
import type { BenchOptions } from '../options.ts';
import type { Api, CaptureRecord } from '../ours/api.ts';
import { createApi } from '../ours/api.ts';
import type { ServerProcess } from '../ours/server-process.ts';
import { prepareServer } from '../ours/server-process.ts';
import type { ShotJob } from '../shot.ts';
import { startSite } from '../site/start-site.ts';

const CAPTURES = 50;
/** The fault is injected when this many captures are finished. */
const FINISHED_BEFORE = 10;
const PAGE_DELAY_MS = 200;
const CREDITS = 10_000;
const ALL_GONE_AFTER_MS = 10_000;
const MIDDLE_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 5;

type FaultKind = 'renderer' | 'browser' | 'server';

/**
 * Kills a renderer, the browser and then the whole server during captures, cancels captures and
 * kills browsers at random moments, and then checks every promise; returns the exit code.
 */
export async function injectFaults(options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  let faultCount = 0;
  const isWanted = (name: string): boolean =>
    options.only.length === 0 || options.only.includes(name);
  for (const kind of ['renderer', 'browser', 'server'] as const) {
    if (!isWanted(kind)) continue;
    const { key } = await server.createCustomer(`faults-${kind}`, CREDITS);
    const api = createApi(server.origin, key);
    const faults = await runOne({ kind, server, api, origin: site.origin });
    faultCount += faults.length;
    for (const fault of faults.slice(0, 10)) process.stdout.write(`fault (${kind}): ${fault}\n`);
    process.stdout.write(`kill -9 of ${kind}: ${faults.length} broken promises\n`);
  }
  const { origin } = site;
  const series = {
    cancels: () => tryCancels(server, origin, options.cancels),
    'browser-kills': () => tryBrowserKills(server, origin, options.browserKills),
    'postmaster-kills': () => killPostmasters({ server, origin, count: options.postmasterKills }),
    'tree-kills': () => killTrees({ server, origin, count: options.treeKills }),
  };
  for (const [name, run] of Object.entries(series)) {
    if (!isWanted(name)) continue;
    const faults = await run();
    faultCount += faults.length;
    for (const fault of faults.slice(0, 10)) process.stdout.write(`fault (${name}): ${fault}\n`);
    process.stdout.write(`${name}: ${faults.length} broken promises\n`);
  }
  return faultCount === 0 ? 0 : 1;
}

interface FaultRun {
  readonly kind: FaultKind;
  readonly server: ServerProcess;
  readonly api: Api;
  readonly origin: string;
}

async function runOne({ kind, server, api, origin }: FaultRun): Promise<string[]> {
  const jobOf = (color: string): ShotJob => {
    const url = `${origin}/color/${color}?delay=${PAGE_DELAY_MS}`;
    return { page: 'tiny', source: { url }, isFullPage: false };
  };
  await api.shoot(jobOf('ffffff'));
  const creditsBefore = api.creditsRemaining();
  const colorById = new Map<string, string>();
  for (let i = 0; i < CAPTURES; i++) {
    const color = (0x10_20_30 + i * 0x04_03_02).toString(16).padStart(6, '0');
    const { requestId } = await api.accept(jobOf(color));
    colorById.set(requestId, color);
  }
  const faults = await strike(kind, server, () => countFinished(api, [...colorById.keys()]));
  const finished: CaptureRecord[] = [];
  for (const [requestId, color] of colorById) {
    const record = await api.finish(requestId);
    finished.push(record);
    faults.push(...(await checkOne({ api, requestId, color, record })));
  }
  await api.shoot(jobOf('ffffff'));
  const completed = finished.filter(({ status }) => status === 'COMPLETE').length;
  const spent = (creditsBefore ?? Number.NaN) - (api.creditsRemaining() ?? Number.NaN);
  if (spent !== completed + 1) {
    faults.push(`${completed} complete and one more, but ${spent} credits spent`);
  }
  process.stdout.write(`${completed} complete, ${finished.length - completed} failed\n`);
  return faults;
}

/**
 * Waits for the middle of the run and kills. For the server, also checks that all its processes
 * exit, then starts it again.
 */
async function strike(
  kind: FaultKind,
  server: ServerProcess,
  finishedCount: () => Promise<number>,
): Promise<string[]> {
  const deadline = performance.now() + MIDDLE_TIMEOUT_MS;
  while ((await finishedCount()) < FINISHED_BEFORE) {
    if (performance.now() > deadline) throw new Error('the captures do not get to their middle');
  }
  const tree = watchTree([server.pid()]);
  if (kind !== 'server') {
    // Between two pages there may be no renderer for a moment.
    for (; performance.now() < deadline; await sleep(LOOK_AGAIN_MS)) {
      const victim = tree.pids().find((pid) => isVictim(kind, commandLineOf(pid)));
      if (victim !== undefined && hasKilled(victim)) return [];
    }
    return [`there is no ${kind} to kill`];
  }
  const pids = tree.pids();
  await server.kill();
  await sleep(ALL_GONE_AFTER_MS);
  const left = pids.filter(isAlive);
  const { readyMs } = await server.start();
  process.stdout.write(`ready again after ${readyMs.toFixed(0)} ms\n`);
  return left.map(
    (pid) => `process ${pid} outlives the server: ${commandLineOf(pid).slice(0, 80)}`,
  );
}

/** Returns false if the process had already exited. */
function hasKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

function isVictim(kind: FaultKind, commandLine: string): boolean {
  if (kind === 'renderer') return commandLine.includes('--type=renderer');
  return commandLine.includes('--remote-debugging-pipe') && !commandLine.includes('--type=');
}

async function countFinished(api: Api, requestIds: readonly string[]): Promise<number> {
  const records = await Promise.all(requestIds.map((requestId) => api.read(requestId)));
  return records.filter(({ status }) => status === 'COMPLETE' || status === 'FAILED').length;
}

interface Check {
  readonly api: Api;
  readonly requestId: string;
  readonly color: string;
  readonly record: CaptureRecord;
}

async function checkOne({ api, requestId, color, record }: Check): Promise<string[]> {
  const { status, creditsCharged, code } = record;
  if (status === 'FAILED') {
    return creditsCharged === 0 ? [] : [`${requestId} FAILED (${code}) and was charged`];
  }
  const faults = creditsCharged === 1 ? [] : [`${requestId} was charged ${creditsCharged}`];
  const drawn = Buffer.from(decodePicture(await api.image(requestId)).at(0, 0)).toString('hex');
  if (drawn !== color) faults.push(`${requestId} shows #${drawn}, not #${color}`);
  return faults;
}
