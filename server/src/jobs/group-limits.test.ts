import { array, assert, constantFrom, boolean, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createGroupLimits } from './group-limits.ts';

const names = ['a', 'b', 'c'] as const;
const limitOf = { a: 1, b: 2, c: 5 };

/** Compares the limits with a plain counter step by step; false at the first difference. */
function agrees(steps: readonly { name: (typeof names)[number]; isAcquired: boolean }[]): boolean {
  const groups = createGroupLimits();
  const counts = { a: 0, b: 0, c: 0 };
  return steps.every(({ name, isAcquired }) => {
    const isPossible = isAcquired ? counts[name] < limitOf[name] : counts[name] > 0;
    if (isAcquired && groups.acquire(name, limitOf[name]) !== isPossible) return false;
    if (!isAcquired && isPossible) groups.release(name);
    if (isPossible) counts[name] += isAcquired ? 1 : -1;
    const expected = names
      .filter((each) => counts[each] > 0)
      .map((each) => `${each} ${counts[each]} ${limitOf[each] - counts[each]}`);
    const found = groups
      .running()
      .map(({ group, running, capacity }) => `${group} ${running} ${capacity}`);
    return found.sort().join() === expected.join();
  });
}

test('a group never runs more jobs than its limit, in any order of acquire and release', () => {
  const step = record({ name: constantFrom(...names), isAcquired: boolean() });
  expect(() =>
    assert(property(array(step, { maxLength: 200 }), (steps) => agrees(steps))),
  ).not.toThrow();
});

test('jobs without a group are neither limited nor listed', () => {
  const limits = createGroupLimits();
  expect([1, 2, 3].map(() => limits.acquire(undefined, 1))).toEqual([true, true, true]);
  limits.release(undefined);
  expect(limits.running()).toEqual([]);
});

test('a customer with a larger plan may run more jobs concurrently', () => {
  const limits = createGroupLimits();
  limits.acquire('a', 1);
  expect(limits.acquire('a', 1)).toBe(false);
  expect(limits.acquire('a', 2)).toBe(true);
});

test('after its limit was reduced, a group with more running jobs has no capacity', () => {
  const limits = createGroupLimits();
  expect([4, 4, 4].map((limit) => limits.acquire('a', limit))).toEqual([true, true, true]);
  expect(limits.acquire('a', 1)).toBe(false);
  expect(limits.running()).toEqual([{ group: 'a', running: 3, capacity: 0 }]);
});
