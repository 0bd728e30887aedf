import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive } from '../measure/process-tree.ts';
import { createApi, type Api, type CaptureRecord } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import type { CaptureJob } from '../target.ts';

const credits = 10_000;
const idleTimeoutMs = 60_000;
const pollIntervalMs = 100;

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
 * Causes all faults of a series. Returns the violations: another server process, no response after
 * a fault, a failed capture that was charged, an incorrect credit balance, a slot that is not
 * released. Stops with the server.
 */
export async function runSeries(series: FaultSeries): Promise<string[]> {
  const { name, server, count, workers, origin } = series;
  const pid = server.pid();
  const violations: string[] = [];
  const ends = new Map<string, number>();
  let round = 0;
  const isUp = (): boolean => server.pid() === pid && isAlive(pid);
  const customers: Api[] = [];
  for (let worker = 0; worker < workers; worker++) {
    const { key } = await server.createCustomer(`${name}-${worker}`, credits);
    customers.push(createApi(server.origin, key));
  }
  const work = async (api: Api): Promise<void> => {
    const check = await startCheck(api, origin);
    while (round < count && isUp()) {
      const number = round++;
      const record = await series.strike(api, number).catch(asRecord);
      const end = record.status === 'COMPLETE' ? 'COMPLETE' : `${record.status} ${record.code}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      violations.push(...check.checkCapture(record, number), ...(await checkLiveness(server)));
      if (number % 50 === 49) process.stdout.write(`${name}: ${number + 1} of ${count}\n`);
    }
    if (isUp()) violations.push(...(await check.checkCredits().catch(asViolation)));
  };
  await Promise.all(customers.map(work));
  if (!isUp()) violations.unshift(`the server process ended after ${round} of ${count}`);
  else violations.push(...(await waitForFreeSlots(server).catch(asViolation)));
  const hooked = [...ends].map(([end, times]) => `${times} ${end}`).sort();
  process.stdout.write(`${name}: ${round} of ${count}; ${hooked.join(', ')}\n`);
  return violations;
}

const asViolation = (error: unknown): string[] => [`at the end: ${String(error)}`];

function asRecord(error: unknown): CaptureRecord {
  const message = String(error);
  return { status: 'LOST', creditsCharged: 0, code: message.slice(0, 80), message, timings: null };
}

interface CreditCheck {
  checkCapture(record: CaptureRecord, round: number): string[];
  /** Compares spent credits with delivered captures. */
  checkCredits(): Promise<string[]>;
}

async function startCheck(api: Api, origin: string): Promise<CreditCheck> {
  const source = { url: `${origin}/color/ffffff` };
  const job: CaptureJob = { page: 'tiny', source, isFullPage: false };
  await api.capture(job);
  const before = api.creditsRemaining() ?? Number.NaN;
  let completed = 0;
  return {
    checkCapture({ status, code, creditsCharged }, round) {
      const expected = status === 'COMPLETE' ? 1 : 0;
      completed += expected;
      if (status === 'LOST') return [`${round}: ${code}`];
      return creditsCharged === expected ? [] : [`${round}: ${status}, charged ${creditsCharged}`];
    },
    async checkCredits() {
      await api.capture(job);
      const spent = before - (api.creditsRemaining() ?? Number.NaN);
      return spent === completed + 1
        ? []
        : [`${completed} complete and one more, but ${spent} credits spent`];
    },
  };
}

async function checkLiveness({ origin }: ServerProcess): Promise<string[]> {
  const response = await fetch(`${origin}/health/live`).catch((error: unknown) => String(error));
  if (typeof response === 'string') return [`no response: ${response}`];
  await response.body?.cancel();
  return response.ok ? [] : [`/health/live returned ${response.status}`];
}

/** Waits until no capture runs or waits in the engine. */
async function waitForFreeSlots({ origin }: ServerProcess): Promise<string[]> {
  const deadline = performance.now() + idleTimeoutMs;
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
    await sleep(pollIntervalMs);
  }
}
