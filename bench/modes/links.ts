import { Agent } from 'undici';
import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createApi } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { freePort, prepareServer, spawnServer, waitUntilReady } from '../server/server-process.ts';
import { startSite } from '../site/start-site.ts';

const inFlight = 50;
const warmUpSeconds = 3;
const coldRequests = 200;
const credits = 1_000;
/** p95. Unit: ms. */
const targets = { image: 15, notModified: 5 } as const;

/** A response with its time. */
interface Taken {
  readonly status: number;
  readonly etag: string;
  readonly ms: number;
  readonly bytes: Buffer;
}

/**
 * Measures links whose image is cached, and sends 200 cold requests for one link to two API
 * processes; returns the exit code.
 */
export async function measureLinks({ seconds }: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer({ CAPTURE_CONCURRENCY: '1' });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const other = await startApi(server);
  cleanUp.defer(() => other.stop());
  const agent = new Agent();
  cleanUp.defer(() => agent.close());
  const { key } = await server.createCustomer('links', credits);
  const api = createApi(server.origin, key);
  const linkTo = async (tag: string): Promise<string> => {
    const url = `${site.origin}/color/00aa44?tag=${tag}`;
    const { body } = await api.post('/links', { url, width: 800, height: 600 });
    return new URL(String(body['url'])).href.slice(server.origin.length);
  };
  const isSingle = await measureCold({
    agent,
    origins: [server.origin, other.origin],
    path: await linkTo('cold'),
    site: site.origin,
  });
  const path = await linkTo('warm');
  const first = await take(agent, `${server.origin}${path}`);
  const single = await measure({ agent, url: `${server.origin}${path}`, seconds, flights: 1 });
  const image = await measure({
    agent,
    url: `${server.origin}${path}`,
    seconds,
    flights: inFlight,
  });
  const notModified = await measure({
    agent,
    url: `${server.origin}${path}`,
    seconds,
    flights: inFlight,
    etag: first.etag,
  });
  print('warm image, 1 in flight', single, targets.image);
  print(`warm image, ${inFlight} in flight`, image, targets.image);
  print(`304, ${inFlight} in flight`, notModified, targets.notModified);
  return isSingle ? 0 : 1;
}

/** An API process beside a server, on the same database and files. */
async function startApi(server: ServerProcess) {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const { port } = new URL(origin);
  const env = { ...server.env, ROLES: 'api', PORT: port, DATABASE_URL: server.databaseUrl };
  const child = spawnServer(env);
  process.once('exit', () => child.kill('SIGKILL'));
  await waitUntilReady(origin, child);
  const stop = (): void => {
    child.kill('SIGKILL');
  };
  return { origin, stop };
}

/** True if all requests got one image of one capture. */
async function measureCold(input: {
  readonly agent: Agent;
  readonly origins: readonly string[];
  readonly path: string;
  readonly site: string;
}): Promise<boolean> {
  const startedAt = performance.now();
  const taken = await Promise.all(
    Array.from({ length: coldRequests }, (_, at) =>
      take(input.agent, `${input.origins[at % input.origins.length]}${input.path}`),
    ),
  );
  const totalMs = performance.now() - startedAt;
  const images = new Set(taken.map(({ bytes }) => bytes.toString('base64')));
  const failed = taken.filter(({ status }) => status !== 200).length;
  const counted: unknown = await (await fetch(`${input.site}/requests?tag=cold`)).json();
  const captures = Number(Object(counted).requests);
  process.stdout.write(
    `${coldRequests} cold requests to 2 API processes: ${captures} captures, ${images.size} different images, ${failed} errors, ${totalMs.toFixed(0)} ms\n`,
  );
  return images.size === 1 && failed === 0 && captures === 1;
}

/** Returns the times of requests, a fixed number of them in flight. */
async function measure(input: {
  readonly agent: Agent;
  readonly url: string;
  readonly seconds: number;
  readonly flights: number;
  readonly etag?: string;
}): Promise<number[]> {
  const startedAt = performance.now();
  const times: number[] = [];
  const expected = input.etag === undefined ? 200 : 304;
  const isOver = (seconds: number) => performance.now() - startedAt > seconds * 1_000;
  await Promise.all(
    Array.from({ length: input.flights }, async () => {
      while (!isOver(warmUpSeconds + input.seconds)) {
        const { ms, status } = await take(input.agent, input.url, input.etag);
        if (status !== expected) throw new Error(`status ${status} instead of ${expected}`);
        if (isOver(warmUpSeconds)) times.push(ms);
      }
    }),
  );
  return times;
}

function print(name: string, times: readonly number[], target: number): void {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  process.stdout.write(
    `${name}: ${times.length} requests, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (asked: at most ${target})\n`,
  );
}

// Below the level of fetch, which costs more than the server's work.
function take(agent: Agent, url: string, etag?: string): Promise<Taken> {
  const { origin, pathname, search } = new URL(url);
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Taken>();
  const chunks: Buffer[] = [];
  let status = 0;
  let foundEtag = '';
  agent.dispatch(
    {
      origin,
      path: pathname + search,
      method: 'GET',
      headers: etag === undefined ? {} : { 'if-none-match': etag },
    },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_, statusCode, headers) => {
        status = statusCode;
        foundEtag = String(headers['etag']);
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () =>
        resolve({
          status,
          etag: foundEtag,
          ms: performance.now() - startedAt,
          bytes: Buffer.concat(chunks),
        }),
      onResponseError: (_, error) => reject(error),
    },
  );
  return promise;
}
