import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { createHealthCheck } from '../hazards/health.ts';
import type { Hazard } from '../hazards/hazard.ts';
import { hazards, pathOnOtherSite } from '../hazards/hazards.ts';
import { tryHazard, type Trial } from '../hazards/try-hazard.ts';
import { isAlive, watchTree } from '../measure/process-tree.ts';
import type { BenchOptions } from '../options.ts';
import { createApi } from '../server/api.ts';
import { prepareServer } from '../server/server-process.ts';
import { startSite } from '../site/start-site.ts';

const credits = 10_000;
const exitTimeoutMs = 5_000;

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
  const { key } = await server.createCustomer('hazards', credits);
  const api = createApi(server.origin, key);
  const tree = watchTree([server.pid()]);
  const health = await createHealthCheck(api, tree, ownSite.origin);
  const site = { origin: elsewhere ?? ownSite.origin, isOwnSite: elsewhere === undefined };
  const chosen = hazards
    .filter((hazard) => site.isOwnSite || isOnOtherSite(hazard))
    .filter(({ name }) => only.length === 0 || only.includes(name));
  let misses = 0;
  for (const hazard of chosen) {
    const trial = await tryHazard({ api, tree, site, saveDir }, hazard);
    const after = await health.violations(trial.creditsCharged).catch(asViolation);
    const violations = [...trial.violations, ...after];
    misses += violations.length === 0 ? 0 : 1;
    process.stdout.write(`${lineOf({ ...trial, violations })}\n`);
  }
  const pids = tree.pids();
  await server.stop();
  await sleep(exitTimeoutMs);
  const left = [
    ...pids.filter(isAlive).map((pid) => `process ${pid}`),
    ...readdirSync(server.tempDir).map((name) => `temporary ${name}`),
  ];
  for (const one of left) process.stdout.write(`left over: ${one}\n`);
  process.stdout.write(`${chosen.length} hazards, ${misses} misses, ${left.length} leftovers\n`);
  return misses + left.length === 0 ? 0 : 1;
}

const asViolation = (error: unknown): string[] => [`then: ${String(error)}`];

function isOnOtherSite({ request: { source } }: Hazard): boolean {
  return !('page' in source) || pathOnOtherSite(source.page) !== undefined;
}

function lineOf({ hazard, end, ms, creditsCharged, message, violations }: Trial): string {
  const line = [
    violations.length === 0 ? 'ok  ' : 'MISS',
    hazard.name.padEnd(16),
    `${(ms / 1000).toFixed(1)} of ${hazard.timeoutMs / 1000} s`.padStart(13),
    `${creditsCharged} credits`,
    end.padEnd(32),
    message,
  ].join('  ');
  return [line.trimEnd(), ...violations.map((violation) => `      ${violation}`)].join('\n');
}
