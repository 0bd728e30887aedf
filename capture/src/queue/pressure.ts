import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import type { AdaptiveLimit, SlotUse } from './concurrency-limit.ts';

/** Interval of readings. Unit: ms. */
const intervalMs = 200;
/** Weight of the last reading: a capture uses all processors for a moment, which is no overload. */
const lastWeight = 0.15;

/** Used and available processor time since an unspecified start. Unit: ms. */
interface CpuTimes {
  readonly usedMs: number;
  readonly availableMs: number;
}

/**
 * Adapts the limit to the load of the machine, five times a second. `use` returns the captures that
 * run now. Returns a function that stops it.
 */
export function followLoad(limit: AdaptiveLimit, use: () => SlotUse): () => void {
  const readCpuTimes = findCpuTimes();
  let last = readCpuTimes();
  let lastMs = performance.now();
  let cpuShare = 0;
  const timer = setInterval(() => {
    const times = readCpuTimes();
    const availableMs = times.availableMs - last.availableMs;
    const lastShare = availableMs > 0 ? (times.usedMs - last.usedMs) / availableMs : 0;
    cpuShare += (lastShare - cpuShare) * lastWeight;
    last = times;
    const nowMs = performance.now();
    const loopDelayMs = Math.max(0, nowMs - lastMs - intervalMs);
    lastMs = nowMs;
    const availableBytes = process.availableMemory();
    limit.adapt(use(), { cpuShare, availableBytes, loopDelayMs });
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/**
 * Returns a reader of the processor times: those of the container if it has a quota, else those of the
 * machine.
 */
function findCpuTimes(): () => CpuTimes {
  const quota = readCpuQuota();
  return quota === undefined ? machineTimes : () => containerTimes(quota);
}

function machineTimes(): CpuTimes {
  let usedMs = 0;
  let availableMs = 0;
  for (const { times } of cpus()) {
    const busyMs = times.user + times.nice + times.sys + times.irq;
    usedMs += busyMs;
    availableMs += busyMs + times.idle;
  }
  return { usedMs, availableMs };
}

/** Returns the processors that the control group of this process may use; undefined without a quota. */
function readCpuQuota(): number | undefined {
  const [quotaUs, periodUs] = readOrEmpty('/sys/fs/cgroup/cpu.max').split(' ').map(Number);
  if (quotaUs === undefined || periodUs === undefined || !(quotaUs > 0)) return undefined;
  const quota = quotaUs / periodUs;
  return quota < availableParallelism() ? quota : undefined;
}

function containerTimes(quota: number): CpuTimes {
  const [, usedUs] = /^usage_usec (\d+)/m.exec(readOrEmpty('/sys/fs/cgroup/cpu.stat')) ?? [];
  return { usedMs: Number(usedUs ?? 0) / 1_000, availableMs: performance.now() * quota };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
