import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { createHealthCheck } from '../hazards/health.ts';
import type { Hazard } from '../hazards/hazard.ts';
import { hazards, pathElsewhere } from '../hazards/hazards.ts';
import { tryHazard, type Trial } from '../hazards/try-hazard.ts';
import { isAlive, watchTree } from '../measure/process-tree.ts';
import type { BenchOptions } from '../options.ts';
import { createApi } from '../ours/api.ts';
import { prepareServer } from '../ours/server-process.ts';
import { startSite } from '../site/start-site.ts';

const CREDITS = 10_000;
const ALL_GONE_AFTER_MS = 5_000;

/** Runs every hazard against our server, each followed by a health check; returns the exit code. */
export async function tryHazards({
  site: elsewhere,
  only,
  saveDir,
}: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const ownSite = await startSite();
  cleanUp.defer(() => ownSite.close());
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const { key } = await server.createCustomer('hazards', CREDITS);
  const api = createApi(server.origin, key);
  const tree = watchTree([server.pid()]);
  const health = await createHealthCheck(api, tree, ownSite.origin);
  const site = { origin: elsewhere ?? ownSite.origin, isOurs: elsewhere === undefined };
  const chosen = hazards
    .filter((hazard) => site.isOurs || isKnownElsewhere(hazard))
    .filter(({ name }) => only.length === 0 || only.includes(name));
  let misses = 0;
  for (const hazard of chosen) {
    const trial = await tryHazard({ api, tree, site, saveDir }, hazard);
    const after = await health.faults(trial.creditsCharged).catch(asFault);
    const faults = [...trial.faults, ...after];
    misses += faults.length === 0 ? 0 : 1;
    process.stdout.write(`${lineOf({ ...trial, faults })}\n`);
  }
  const pids = tree.pids();
  await server.stop();
  await sleep(ALL_GONE_AFTER_MS);
  const left = [
    ...pids.filter(isAlive).map((pid) => `process ${pid}`),
    ...readdirSync(server.tempDir).map((name) => `temporary ${name}`),
  ];
  for (const one of left) process.stdout.write(`left over: ${one}\n`);
  process.stdout.write(`${chosen.length} hazards, ${misses} misses, ${left.length} leftovers\n`);
  return misses + left.length === 0 ? 0 : 1;
}

const asFault = (error: unknown): string[] => [`then: ${String(error)}`];

function isKnownElsewhere({ request: { source } }: Hazard): boolean {
  return !('page' in source) || pathElsewhere(source.page) !== undefined;
}

function lineOf({ hazard, end, ms, creditsCharged, message, faults }: Trial): string {
  const line = [
    faults.length === 0 ? 'ok  ' : 'MISS',
    hazard.name.padEnd(16),
    `${(ms / 1000).toFixed(1)} of ${hazard.withinMs / 1000} s`.padStart(13),
    `${creditsCharged} credits`,
    end.padEnd(32),
    message,
  ].join('  ');
  return [line.trimEnd(), ...faults.map((fault) => `      ${fault}`)].join('\n');
}
