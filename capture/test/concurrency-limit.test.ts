import { describe, expect, test } from 'vitest';
import { createAdaptiveLimit, type Pressure } from '../src/queue/concurrency-limit.ts';

const idle: Pressure = { cpuShare: 0.2, availableBytes: 16 * 2 ** 30, loopDelayMs: 20 };
const busy: Pressure = { ...idle, cpuShare: 0.8 };
const full: Pressure = { ...idle, cpuShare: 0.99 };

/** Returns the limit after each reading, with all of it in use or `running` captures. */
function follow(pressures: readonly Pressure[], running?: number): number[] {
  const limit = createAdaptiveLimit({ min: 4, max: 16 });
  return pressures.map((pressure) => {
    limit.adapt(running ?? limit.current, pressure);
    return limit.current;
  });
}

describe('a limit that follows the load', () => {
  test('rises to its maximum while it is used and the machine is idle', () => {
    expect(follow(Array.from({ length: 6 }, () => idle))).toEqual([7, 10, 13, 16, 16, 16]);
  });

  test('rises by one while processors are in use, and stays when they are almost all in use', () => {
    expect(follow([busy, busy, { ...idle, cpuShare: 0.9 }])).toEqual([5, 6, 6]);
  });

  test('falls by a share of itself while the processors are full, down to its minimum', () => {
    const pressures = [
      ...Array.from({ length: 4 }, () => idle),
      ...Array.from({ length: 9 }, () => full),
    ];
    expect(follow(pressures).slice(3)).toEqual([16, 13, 11, 9, 7, 5, 4, 4, 4, 4]);
  });

  test.each([
    ['memory', { availableBytes: 2 ** 30 }],
    ['a responsive event loop', { loopDelayMs: 150 }],
  ])('does not rise without %s', (_, part) => {
    expect(follow([{ ...idle, ...part }])).toEqual([4]);
  });

  test('stays while half of it is used, and counts as used although a slot is free', () => {
    const limit = createAdaptiveLimit({ min: 4, max: 16 });
    limit.adapt(3, idle);
    expect(limit.current).toBe(7);
    limit.adapt(4, idle);
    expect(limit.current).toBe(7);
  });

  test('returns to its minimum while it is not used', () => {
    const limit = createAdaptiveLimit({ min: 4, max: 16 });
    for (let turn = 0; turn < 3; turn += 1) limit.adapt(limit.current, idle);
    for (let turn = 0; turn < 20; turn += 1) limit.adapt(0, idle);
    expect(limit.current).toBe(4);
  });

  test('notifies of each increase and of nothing else', () => {
    const limit = createAdaptiveLimit({ min: 4, max: 16 });
    let raised = 0;
    const stop = limit.onRaised(() => (raised += 1));
    limit.adapt(4, idle);
    limit.adapt(7, full);
    expect(raised).toBe(1);
    stop();
    limit.adapt(limit.current, idle);
    expect(raised).toBe(1);
  });
});
