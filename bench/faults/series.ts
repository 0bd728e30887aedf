import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive } from '../measure/process-tree.ts';
import { createApi, type Api, type CaptureRecord } from '../ours/api.ts';
import type { ServerProcess } from '../ours/server-process.ts';
import type { ShotJob } from '../shot.ts';

const CREDITS = 10_000;
const IDLE_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** A series of faults against one server. */
export interface FaultSeries {
  /** Label for the output and for the names of its customers. */
  readonly name: string;
  readonly server: ServerProcess;
  /** Origin of the fixture site. */
  readonly origin: string;
  readonly count: number;
  /** Number of parallel faults, each caused by a separate customer. */
  readonly workers: number;
  /** Causes the fault with this number, counted from 0; returns the final record of its capture. */
  strike(api: Api, round: number): Promise<CaptureRecord>;
}

/**
 * Causes all faults of a series. Returns the broken promises: another server process, no response
 * after a fault, a failed capture that was charged, credits that do not add up, a slot that is not
 * released. Ends with the server.
 */
export async function runSeries(series: FaultSeries): Promise<string[]> {
  const { name, server, count, workers, origin } = series;
  const pid = server.pid();
  const faults: string[] = [];
  const ends = new Map<string, number>();
  let round = 0;
  const isUp = (): boolean => server.pid() === pid && isAlive(pid);
  const customers: Api[] = [];
  for (let worker = 0; worker < workers; worker++) {
    const { key } = await server.createCustomer(`${name}-${worker}`, CREDITS);
    customers.push(createApi(server.origin, key));
  }
  const work = async (api: Api): Promise<void> => {
    const check = await startCheck(api, origin);
    while (round < count && isUp()) {
      const number = round++;
      const record = await series.strike(api, number).catch(asRecord);
      const end = record.status === 'COMPLETE' ? 'COMPLETE' : `${record.status} ${record.code}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      faults.push(...check.faultsOf(record, number), ...(await isAnswering(server)));
      if (number % 50 === 49) process.stdout.write(`${name}: ${number + 1} of ${count}\n`);
    }
    if (isUp()) faults.push(...(await check.sum().catch(asFault)));
  };
  await Promise.all(customers.map(work));
  if (!isUp()) faults.unshift(`the server process ended after ${round} of ${count}`);
  else faults.push(...(await slotsReturn(server).catch(asFault)));
  const told = [...ends].map(([end, times]) => `${times} ${end}`).sort();
  process.stdout.write(`${name}: ${round} of ${count}; ${told.join(', ')}\n`);
  return faults;
}

const asFault = (error: unknown): string[] => [`at the end: ${String(error)}`];

function asRecord(error: unknown): CaptureRecord {
  const message = String(error);
  return { status: 'LOST', creditsCharged: 0, code: message.slice(0, 80), message, timings: null };
}

interface CreditCheck {
  faultsOf(record: CaptureRecord, round: number): string[];
  /** Compares spent credits with delivered captures. */
  sum(): Promise<string[]>;
}

async function startCheck(api: Api, origin: string): Promise<CreditCheck> {
  const source = { url: `${origin}/color/ffffff` };
  const job: ShotJob = { page: 'tiny', source, isFullPage: false };
  await api.shoot(job);
  const before = api.creditsRemaining() ?? Number.NaN;
  let completed = 0;
  return {
    faultsOf({ status, code, creditsCharged }, round) {
      const expected = status === 'COMPLETE' ? 1 : 0;
      completed += expected;
      if (status === 'LOST') return [`${round}: ${code}`];
      return creditsCharged === expected ? [] : [`${round}: ${status}, charged ${creditsCharged}`];
    },
    async sum() {
      await api.shoot(job);
      const spent = before - (api.creditsRemaining() ?? Number.NaN);
      return spent === completed + 1
        ? []
        : [`${completed} complete and one more, but ${spent} credits spent`];
    },
  };
}

async function isAnswering({ origin }: ServerProcess): Promise<string[]> {
  const answer = await fetch(`${origin}/health/live`).catch((error: unknown) => String(error));
  if (typeof answer === 'string') return [`no answer: ${answer}`];
  await answer.body?.cancel();
  return answer.ok ? [] : [`/health/live answers ${answer.status}`];
}

/** Waits until no capture runs or waits in the engine. */
async function slotsReturn({ origin }: ServerProcess): Promise<string[]> {
  const deadline = performance.now() + IDLE_WITHIN_MS;
  for (;;) {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const figure = (name: string): number =>
      Number(new RegExp(`^shotwright_engine_${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    const [running, waiting] = [figure('captures_running'), figure('captures_waiting')];
    if (running === 0 && waiting === 0) {
      const unexpected = figure('unexpected_errors');
      return unexpected > 0 ? [`${unexpected} unexpected errors in the engine`] : [];
    }
    if (performance.now() > deadline) return [`${running} slots taken, ${waiting} captures wait`];
    await sleep(LOOK_EVERY_MS);
  }
}
