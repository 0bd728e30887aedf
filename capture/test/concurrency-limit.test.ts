import { describe, expect, test } from 'vitest';
import {
  createAdaptiveLimit,
  type AdaptiveLimit,
  type Pressure,
} from '../src/queue/concurrency-limit.ts';

const idle: Pressure = { cpuShare: 0.2, availableBytes: 16 * 2 ** 30, loopDelayMs: 20 };
const busy: Pressure = { ...idle, cpuShare: 0.8 };
const full: Pressure = { ...idle, cpuShare: 0.99 };

/** Returns a limit that has risen to its maximum. */
function risen(): AdaptiveLimit {
  const limit = createAdaptiveLimit({ min: 4, max: 16 });
  for (let turn = 0; turn < 5; turn += 1) limit.adapt(allOf(limit), idle);
  return limit;
}

/** Returns the use of all slots, by captures of which `awaiting` await a response. */
function allOf({ current }: AdaptiveLimit, awaiting = 0) {
  return { running: current, awaiting };
}

/** Returns the limit after each reading, with all of it in use. */
function follow(pressures: readonly Pressure[]): number[] {
  const limit = createAdaptiveLimit({ min: 4, max: 16 });
  return pressures.map((pressure) => {
    limit.adapt(allOf(limit), pressure);
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

  test('rises by the captures that await a response, also while the processors are full', () => {
    const limit = createAdaptiveLimit({ min: 4, max: 16 });
    limit.adapt({ running: 4, awaiting: 3 }, full);
    expect(limit.current).toBe(7);
    limit.adapt({ running: 7, awaiting: 3 }, full);
    expect(limit.current).toBe(7);
    limit.adapt({ running: 7, awaiting: 7 }, full);
    expect(limit.current).toBe(11);
  });

  test('does not rise for captures that await a response without memory for them', () => {
    const limit = createAdaptiveLimit({ min: 4, max: 16 });
    limit.adapt({ running: 4, awaiting: 4 }, { ...full, availableBytes: 2 * 2 ** 30 });
    expect(limit.current).toBe(4);
  });

  test('falls while the processors are full, but not below the captures that await a response', () => {
    const limit = risen();
    const limits = Array.from({ length: 4 }, () => {
      limit.adapt(allOf(limit, 7), full);
      return limit.current;
    });
    expect(limits).toEqual([13, 11, 11, 11]);
  });

  test('falls to its minimum without memory, whatever the captures await', () => {
    const limit = risen();
    const short = { ...idle, availableBytes: 2 ** 28 };
    for (let turn = 0; turn < 9; turn += 1) limit.adapt(allOf(limit, 16), short);
    expect(limit.current).toBe(4);
  });

  test('stays while half of it is used, and counts as used although a slot is free', () => {
    const limit = createAdaptiveLimit({ min: 4, max: 16 });
    limit.adapt({ running: 3, awaiting: 0 }, idle);
    expect(limit.current).toBe(7);
    limit.adapt({ running: 4, awaiting: 0 }, idle);
    expect(limit.current).toBe(7);
  });

  test('returns to its minimum while it is not used', () => {
    const limit = risen();
    for (let turn = 0; turn < 20; turn += 1) limit.adapt({ running: 0, awaiting: 0 }, idle);
    expect(limit.current).toBe(4);
  });

  test('notifies of each increase and of nothing else', () => {
    const limit = createAdaptiveLimit({ min: 4, max: 16 });
    let raised = 0;
    const stop = limit.onRaised(() => (raised += 1));
    limit.adapt({ running: 4, awaiting: 0 }, idle);
    limit.adapt(allOf(limit), full);
    expect(raised).toBe(1);
    stop();
    limit.adapt(allOf(limit), idle);
    expect(raised).toBe(1);
  });
});
