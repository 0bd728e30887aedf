import type { BenchOptions } from '../options.ts';
import type { Api } from '../server/api.ts';
import { createApi } from '../server/api.ts';
import { prepareServer } from '../server/server-process.ts';
import type { CaptureJob } from '../target.ts';
import { startSite } from '../site/start-site.ts';

const customerCount = 8;
const slotCount = 4;
const backlogPerCustomer = 12;
const newcomerCount = 3;
/** Long enough that the page determines the time in a slot, even on a slow machine. */
const pageDelayMs = 2_000;
const credits = 10_000;
/** The promise: a new customer's capture starts within this many slot times. */
const maxSlotTimes = 2;

/**
 * More customers than slots have long backlogs; then new customers request one capture each, one
 * after the other. Prints how many slot times each waited until its page was requested; returns the
 * exit code.
 */
export async function measureFairness(_options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const server = await prepareServer({ CAPTURE_CONCURRENCY: String(slotCount) });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const apiOf = async (name: string): Promise<Api> =>
    createApi(server.origin, (await server.createCustomer(name, credits)).key);
  const customers: Api[] = [];
  for (let i = 0; i < customerCount; i++) customers.push(await apiOf(`busy-${i}`));
  const newcomers: Api[] = [];
  for (let i = 0; i < newcomerCount; i++) newcomers.push(await apiOf(`newcomer-${i}`));
  const url = `${site.origin}/color/00aa44?delay=${pageDelayMs}`;
  const job: CaptureJob = { page: 'tiny', source: { url }, isFullPage: false };
  const [first] = customers;
  const warmUp = await first?.capture(job);
  const slotMs = (await first?.capture(job))?.ms ?? warmUp?.ms ?? Number.NaN;
  const backlog: { readonly api: Api; readonly requestId: string }[] = [];
  for (let n = 0; n < backlogPerCustomer; n++) {
    const accepted = await Promise.all(
      customers.map(async (api) => ({ api, requestId: (await api.accept(job)).requestId })),
    );
    backlog.push(...accepted);
  }
  const waits: number[] = [];
  for (const api of newcomers) {
    const { requestId } = await api.accept(job);
    const { status, timings } = await api.finish(requestId);
    if (status !== 'COMPLETE' || timings === null) throw new Error(`a newcomer's ended ${status}`);
    waits.push(timings.queueMs / slotMs);
  }
  const { waiting } = await countOpen(backlog);
  const shown = waits.map((times) => times.toFixed(2)).join(' ');
  process.stdout.write(
    `${customerCount} customers with ${backlogPerCustomer} captures each, ${slotCount} slots of ${slotMs.toFixed(0)} ms, ${waiting} captures still wait\n` +
      `newcomers start after ${shown} slot times (at most ${maxSlotTimes})\n`,
  );
  if (waiting === 0) process.stdout.write('the backlogs were too short to show anything\n');
  return waiting > 0 && Math.max(...waits) <= maxSlotTimes ? 0 : 1;
}

async function countOpen(
  backlog: readonly { readonly api: Api; readonly requestId: string }[],
): Promise<{ readonly waiting: number }> {
  const records = await Promise.all(backlog.map(({ api, requestId }) => api.read(requestId)));
  return { waiting: records.filter(({ status }) => status === 'PENDING').length };
}
