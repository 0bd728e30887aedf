import { expect, onTestFinished, test, vi } from 'vitest';
import type { Pressure, SlotUse } from '../src/queue/concurrency-limit.ts';
import { followLoad } from '../src/queue/pressure.ts';

/** Follows the load of this machine, and returns the readings as they come. */
function record(running: number): (readonly [SlotUse, Pressure])[] {
  const readings: (readonly [SlotUse, Pressure])[] = [];
  const stop = followLoad(
    {
      current: 1,
      onRaised: () => () => undefined,
      adapt: (use, pressure) => void readings.push([use, pressure]),
    },
    () => ({ running, awaiting: 1 }),
  );
  onTestFinished(stop);
  return readings;
}

test('the load of the machine is read again and again', async () => {
  const readings = record(3);
  await vi.waitFor(() => expect(readings.length).toBeGreaterThan(2), 10_000);
  for (const [use, { cpuShare, availableBytes, loopDelayMs }] of readings) {
    expect(use).toEqual({ running: 3, awaiting: 1 });
    expect(cpuShare).toBeGreaterThanOrEqual(0);
    expect(cpuShare).toBeLessThanOrEqual(1.05);
    expect(availableBytes).toBeGreaterThan(2 ** 20);
    expect(loopDelayMs).toBeGreaterThanOrEqual(0);
  }
});

test('a blocked event loop and a used processor are seen', async () => {
  const readings = record(0);
  await vi.waitFor(() => expect(readings.length).toBeGreaterThan(0), 10_000);
  const { length } = readings;
  const endMs = performance.now() + 600;
  while (performance.now() < endMs);
  await vi.waitFor(() => {
    const seen = readings.slice(length).map(([, pressure]) => pressure);
    expect(Math.max(...seen.map(({ cpuShare }) => cpuShare))).toBeGreaterThan(0);
    expect(Math.max(...seen.map(({ loopDelayMs }) => loopDelayMs))).toBeGreaterThan(50);
  }, 10_000);
});
