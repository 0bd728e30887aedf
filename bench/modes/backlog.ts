import type { BenchOptions } from '../options.ts';
import { createApi, type Api } from '../server/api.ts';
import { prepareServer, type ServerProcess } from '../server/server-process.ts';
import type { CaptureJob } from '../target.ts';

const queuedCaptures = 100_000;
const newcomerCount = 10;
const credits = 1_000_000;
/** The promises. Unit: ms. */
const targets = { startMs: 1_000, readyMs: 5_000 } as const;

const job: CaptureJob = { page: 'tiny', source: { html: '<p>capture</p>' }, isFullPage: false };

/**
 * One customer has 100 000 queued captures. Measures how long a capture of another customer waits for
 * its start, and how long the server takes to be ready after a stop and after a kill; returns the exit
 * code. Captures take no time, so that only the queue is measured.
 */
export async function measureBacklog(_options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const server = await prepareServer({}, 'server/test/stored-image-process.ts');
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const busy = await server.createCustomer('busy', credits);
  const newcomer = await server.createCustomer('newcomer', credits);
  const api = createApi(server.origin, newcomer.key);
  const alone = await waitsOf(api);
  await server.fillQueue(busy.email, queuedCaptures);
  const beside = await waitsOf(api);
  const restarts = [await restart(server, 'stop'), await restart(server, 'kill')];
  const afterwards = await waitsOf(api);
  const waiting = await countWaiting(server);
  process.stdout.write(
    `${queuedCaptures} captures of one customer, of which ${waiting} still wait at the end\n` +
      `a capture of another customer starts after ${shown(alone)} ms alone, ${shown(beside)} ms beside them, ` +
      `${shown(afterwards)} ms after the restarts (at most ${targets.startMs})\n` +
      `ready ${shown(restarts)} ms after a stop and a kill (at most ${targets.readyMs})\n`,
  );
  const isKept =
    Math.max(...beside, ...afterwards) <= targets.startMs &&
    Math.max(...restarts) <= targets.readyMs;
  return isKept && waiting > 0 ? 0 : 1;
}

const shown = (waits: readonly number[]): string => waits.map((ms) => ms.toFixed(0)).join(' ');

/** Requests captures one after the other; returns how long each waited for its start. Unit: ms. */
async function waitsOf(api: Api): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let n = 0; n < newcomerCount; n++) {
    const { requestId } = await api.accept(job);
    const { status, timings } = await api.finish(requestId);
    if (status !== 'COMPLETE' || timings === null) throw new Error(`a newcomer's ended ${status}`);
    waits.push(timings.queueMs);
  }
  return waits;
}

/** Returns the time until the server is ready again. Unit: ms. */
async function restart(server: ServerProcess, by: 'stop' | 'kill'): Promise<number> {
  await server[by]();
  return (await server.start()).readyMs;
}

async function countWaiting({ origin }: ServerProcess): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(
    /^\w*queue\w*waiting\w*\{[^}]*"screenshot\.run"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0,
  );
}
