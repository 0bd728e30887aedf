import { array, assert, constantFrom, boolean, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createGroupLimits } from './group-limits.ts';

const names = ['a', 'b', 'c'] as const;
const limits = { a: 1, b: 2, c: 5 };

/** Plays the steps against a plain count; false at the first difference. */
function agrees(steps: readonly { name: (typeof names)[number]; isTake: boolean }[]): boolean {
  const turns = createGroupLimits();
  const held = { a: 0, b: 0, c: 0 };
  return steps.every(({ name, isTake }) => {
    const isPossible = isTake ? held[name] < limits[name] : held[name] > 0;
    if (isTake && turns.take(name, limits[name]) !== isPossible) return false;
    if (!isTake && isPossible) turns.leave(name);
    if (isPossible) held[name] += isTake ? 1 : -1;
    const expected = names
      .filter((each) => held[each] > 0)
      .map((each) => `${each} ${held[each]} ${limits[each] - held[each]}`);
    const found = turns.held().map(({ group, running, room }) => `${group} ${running} ${room}`);
    return found.sort().join() === expected.join();
  });
}

test('a group never holds more turns than its limit, whatever the order of takes and leaves', () => {
  const step = record({ name: constantFrom(...names), isTake: boolean() });
  expect(() =>
    assert(property(array(step, { maxLength: 200 }), (steps) => agrees(steps))),
  ).not.toThrow();
});

test('jobs without a group are not limited and name no group', () => {
  const turns = createGroupLimits();
  expect([1, 2, 3].map(() => turns.take(undefined, 1))).toEqual([true, true, true]);
  turns.leave(undefined);
  expect(turns.held()).toEqual([]);
});

test('a customer whose plan grew may start more at once', () => {
  const turns = createGroupLimits();
  turns.take('a', 1);
  expect(turns.take('a', 1)).toBe(false);
  expect(turns.take('a', 2)).toBe(true);
});
