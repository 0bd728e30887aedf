import { watchTree } from '../measure/process-tree.ts';
import { createApi } from '../server/api.ts';
import type { KillRun } from './postmaster-kills.ts';
import { reportReadiness, untilReady } from './readiness.ts';
import { createSurvivors } from './survivors.ts';

const capturesPerKill = 6;
const credits = 100_000;
/**
 * A capture has three attempts, so each kill waits for the captures that the two kills before it
 * may have hit.
 */
const killsPerCapture = 2;

/**
 * Repeatedly kills the server with all its child processes (browser, PostgreSQL) during running
 * captures and starts it again. Every accepted capture must finish in the end. Returns the violations.
 */
export async function runTreeKills({ server, origin, count }: KillRun): Promise<string[]> {
  if (count === 0) return [];
  const { key } = await server.createCustomer('tree-kills', credits);
  const survivors = createSurvivors({ api: createApi(server.origin, key), origin });
  const rounds: (readonly string[])[] = [];
  const timesMs: number[] = [];
  for (let round = 0; round < count; round++) {
    const ids = await survivors.accept(capturesPerKill);
    rounds.push(ids);
    for (const id of rounds.at(-1 - killsPerCapture) ?? []) {
      await untilReady(() => survivors.isFinished(id));
    }
    await untilReady(async () => (await Promise.all(ids.map(survivors.isFinished))).includes(true));
    for (const pid of watchTree([server.pid()]).pids()) kill(pid);
    await server.kill();
    const { readyMs } = await server.start();
    timesMs.push(readyMs);
  }
  return [
    ...reportReadiness('kills of the whole process tree', timesMs),
    ...(await survivors.check()),
  ];
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
