import { afterEach, expect, test, vi } from 'vitest';
import { consoleMethods, logAsText, reportedMethods } from '../src/in-page/main-world/console.ts';

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
  logAsText(consoleMethods, reportedMethods, maxCalls);
  return passed;
}

test('the first errors and failed assertions reach the browser, other calls do not', () => {
  const passed = openConsole(2);
  for (let count = 0; count < 5; count += 1) {
    console.log(count);
    console.error(count);
  }
  console.assert(false, 'late');
  expect(passed).toEqual([
    ['error', 0],
    ['error', 1],
    ['assert', false, 'late'],
  ]);
});

test('assertions that hold are not counted', () => {
  const passed = openConsole(2);
  for (let count = 0; count < 5; count += 1) console.assert(true, 'holds');
  console.assert(false, 'fails');
  expect(passed).toEqual([['assert', false, 'fails']]);
});
