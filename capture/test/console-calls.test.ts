import { afterEach, expect, test, vi } from 'vitest';
import { consoleMethods, logAsText } from '../src/in-page/main-world/console.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Replaces the console by one of a page, and returns what the browser would get. */
function openConsole(maxCalls: number): unknown[][] {
  const passed: unknown[][] = [];
  const methodOf =
    (name: string) =>
    (...values: unknown[]) =>
      void passed.push([name, ...values]);
  const methods = consoleMethods.map((name) => [name, methodOf(name)]);
  vi.stubGlobal('console', Object.fromEntries(methods));
  logAsText(consoleMethods, maxCalls);
  return passed;
}

test('of each method of the console, the first calls reach the browser', () => {
  const passed = openConsole(2);
  for (let count = 0; count < 5; count += 1) console.log(count);
  console.error('late');
  expect(passed).toEqual([
    ['log', 0],
    ['log', 1],
    ['error', 'late'],
  ]);
});

test('assertions that hold are not counted', () => {
  const passed = openConsole(2);
  for (let count = 0; count < 5; count += 1) console.assert(true, 'holds');
  console.assert(false, 'fails');
  expect(passed).toEqual([['assert', false, 'fails']]);
});
