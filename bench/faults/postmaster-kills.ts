import { commandLineOf, watchTree } from '../measure/process-tree.ts';
import { createApi } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { reportReadiness, untilReady } from './readiness.ts';
import { createSurvivors } from './survivors.ts';

const capturesPerKill = 6;
const credits = 100_000;
const statusTimeoutMs = 5_000;

/** Parameters of a series of kills. */
export interface KillRun {
  readonly server: ServerProcess;
  /** Origin of the fixture site. */
  readonly origin: string;
  readonly count: number;
}

/**
 * Repeatedly kills the embedded PostgreSQL during running captures. The server must restart it,
 * respond with nothing but 503 until then, and finish every accepted capture. Returns the violations.
 */
export async function runPostmasterKills({ server, origin, count }: KillRun): Promise<string[]> {
  if (count === 0) return [];
  const { key } = await server.createCustomer('postmaster-kills', credits);
  const survivors = createSurvivors({ api: createApi(server.origin, key), origin });
  const tree = watchTree([server.pid()]);
  const findPostmaster = () => tree.pids().find((pid) => isPostmaster(commandLineOf(pid)));
  const timesMs: number[] = [];
  const countByStatus = new Map<number, number>();
  for (let round = 0; round < count; round++) {
    const [first = '', ...rest] = await survivors.accept(capturesPerKill);
    await untilReady(() => survivors.isFinished(first));
    const postmaster = findPostmaster();
    if (postmaster === undefined) throw new Error('there is no PostgreSQL to kill');
    process.kill(postmaster, 'SIGKILL');
    const checkLiveness = async () => {
      // Read before the requests, so that with a new process found here the responses are also the
      // new one's.
      const found = findPostmaster();
      const statuses = await Promise.all([
        statusOf(`${server.origin}/health/ready`, key),
        statusOf(`${server.origin}/api/v1/screenshots/${first}`, key),
      ]);
      for (const status of statuses)
        countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
      const isReplaced = found !== undefined && found !== postmaster;
      return isReplaced && statuses.every((status) => status === 200);
    };
    timesMs.push(await untilReady(checkLiveness));
    for (const id of rest) await untilReady(() => survivors.isFinished(id));
  }
  process.stdout.write(`responses meanwhile: ${tally(countByStatus)}\n`);
  const wrong = [...countByStatus.keys()].filter((status) => status !== 200 && status !== 503);
  return [
    ...wrong.map((status) => `${countByStatus.get(status)} responses were ${status}`),
    ...reportReadiness('kills of the postmaster', timesMs),
    ...(await survivors.check()),
  ];
}

function isPostmaster(commandLine: string): boolean {
  return /\/postgres -D /.test(commandLine);
}

async function statusOf(url: string, key: string): Promise<number> {
  const signal = AbortSignal.timeout(statusTimeoutMs);
  const response = await fetch(url, { headers: { 'x-api-key': key }, signal });
  await response.body?.cancel();
  return response.status;
}

function tally(counts: ReadonlyMap<number, number>): string {
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}
