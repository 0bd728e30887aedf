import { setTimeout as sleep } from 'node:timers/promises';

import { runBrowserKills } from '../faults/browser-kills.ts';
import { runCancels } from '../faults/cancels.ts';
import { runPostmasterKills } from '../faults/postmaster-kills.ts';
import { runTreeKills } from '../faults/tree-kills.ts';
import { topLeftColor } from '../measure/decode-image.ts';
import { commandLineOf, isAlive, isBrowserProcess, watchTree } from '../measure/process-tree.ts';
import type { BenchOptions } from '../options.ts';
import type { Api, CaptureRecord } from '../server/api.ts';
import { createApi, hasEnded } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { prepareServer } from '../server/server-process.ts';
import type { CaptureJob } from '../target.ts';
import { startSite } from '../site/start-site.ts';

const captureCount = 50;
/** The fault is injected when this many captures are finished. */
const finishedBeforeFault = 10;
const pageDelayMs = 200;
const credits = 10_000;
const exitTimeoutMs = 10_000;
const middleTimeoutMs = 60_000;
const pollIntervalMs = 5;

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
  let violationCount = 0;
  const isWanted = (name: string): boolean =>
    options.only.length === 0 || options.only.includes(name);
  for (const kind of ['renderer', 'browser', 'server'] as const) {
    if (!isWanted(kind)) continue;
    const { key } = await server.createCustomer(`faults-${kind}`, credits);
    const api = createApi(server.origin, key);
    const violations = await runOne({ kind, server, api, origin: site.origin });
    violationCount += violations.length;
    for (const violation of violations.slice(0, 10))
      process.stdout.write(`fault (${kind}): ${violation}\n`);
    process.stdout.write(`kill -9 of ${kind}: ${violations.length} broken promises\n`);
  }
  const { origin } = site;
  const series = {
    cancels: () => runCancels(server, origin, options.cancels),
    'browser-kills': () => runBrowserKills(server, origin, options.browserKills),
    'postmaster-kills': () =>
      runPostmasterKills({ server, origin, count: options.postmasterKills }),
    'tree-kills': () => runTreeKills({ server, origin, count: options.treeKills }),
  };
  for (const [name, run] of Object.entries(series)) {
    if (!isWanted(name)) continue;
    const violations = await run();
    violationCount += violations.length;
    for (const violation of violations.slice(0, 10))
      process.stdout.write(`fault (${name}): ${violation}\n`);
    process.stdout.write(`${name}: ${violations.length} broken promises\n`);
  }
  return violationCount === 0 ? 0 : 1;
}

interface FaultRun {
  readonly kind: FaultKind;
  readonly server: ServerProcess;
  readonly api: Api;
  readonly origin: string;
}

async function runOne({ kind, server, api, origin }: FaultRun): Promise<string[]> {
  const jobOf = (color: string): CaptureJob => {
    const url = `${origin}/color/${color}?delay=${pageDelayMs}`;
    return { page: 'tiny', source: { url }, isFullPage: false };
  };
  await api.capture(jobOf('ffffff'));
  const creditsBefore = api.creditsRemaining();
  const colorById = new Map<string, string>();
  for (let i = 0; i < captureCount; i++) {
    const color = (0x10_20_30 + i * 0x04_03_02).toString(16).padStart(6, '0');
    const { requestId } = await api.accept(jobOf(color));
    colorById.set(requestId, color);
  }
  const violations = await strike(kind, server, () => countFinished(api, [...colorById.keys()]));
  const finished: CaptureRecord[] = [];
  for (const [requestId, color] of colorById) {
    const record = await api.finish(requestId);
    finished.push(record);
    violations.push(...(await checkOne({ api, requestId, color, record })));
  }
  await api.capture(jobOf('ffffff'));
  const completed = finished.filter(({ status }) => status === 'COMPLETE').length;
  const spent = (creditsBefore ?? Number.NaN) - (api.creditsRemaining() ?? Number.NaN);
  if (spent !== completed + 1) {
    violations.push(`${completed} complete and one more, but ${spent} credits spent`);
  }
  process.stdout.write(`${completed} complete, ${finished.length - completed} failed\n`);
  return violations;
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
  const deadline = performance.now() + middleTimeoutMs;
  while ((await finishedCount()) < finishedBeforeFault) {
    if (performance.now() > deadline) throw new Error('the captures do not get to their middle');
  }
  const tree = watchTree([server.pid()]);
  if (kind !== 'server') {
    // Between two pages there may be no renderer for a moment.
    for (; performance.now() < deadline; await sleep(pollIntervalMs)) {
      const victim = tree.pids().find((pid) => isVictim(kind, commandLineOf(pid)));
      if (victim !== undefined && hasKilled(victim)) return [];
    }
    return [`there is no ${kind} to kill`];
  }
  const pids = tree.pids();
  await server.kill();
  await sleep(exitTimeoutMs);
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
  return isBrowserProcess(commandLine);
}

async function countFinished(api: Api, requestIds: readonly string[]): Promise<number> {
  const records = await Promise.all(requestIds.map((requestId) => api.read(requestId)));
  return records.filter(hasEnded).length;
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
  const violations = creditsCharged === 1 ? [] : [`${requestId} was charged ${creditsCharged}`];
  const shown = topLeftColor(await api.image(requestId));
  if (shown !== color) violations.push(`${requestId} shows #${shown}, not #${color}`);
  return violations;
}
