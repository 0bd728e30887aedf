import { expect, onTestFinished, test, vi } from 'vitest';
import type { Pressure } from '../src/queue/concurrency-limit.ts';
import { followLoad } from '../src/queue/pressure.ts';

/** Follows the load of this machine, and returns the readings as they come. */
function record(running: number): (readonly [number, Pressure])[] {
  const readings: (readonly [number, Pressure])[] = [];
  const stop = followLoad(
    {
      current: 1,
      onRaised: () => () => undefined,
      adapt: (count, pressure) => void readings.push([count, pressure]),
    },
    () => running,
  );
  onTestFinished(stop);
  return readings;
}

test('the load of the machine is read again and again', async () => {
  const readings = record(3);
  await vi.waitFor(() => expect(readings.length).toBeGreaterThan(2), 10_000);
  for (const [running, { cpuShare, availableBytes, loopDelayMs }] of readings) {
    expect(running).toBe(3);
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
