import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..');
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'test-summary-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the repository's own vitest on one test file, then counts as `npm test` does. */
function summaryOf(source: string): { code: number | null; lastLine: string | undefined } {
  writeFileSync(join(dir, 'a.test.js'), source);
  const report = join(dir, 'report.json');
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const run = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', dir, '--globals', '--reporter=json', `--outputFile=${report}`],
    { encoding: 'utf8', env: { ...process.env, VITEST: undefined } },
  );
  const count = `
    import { readFileSync } from 'node:fs';
    import { printSummary, countVitest } from ${JSON.stringify(join(repository, 'scripts/test-summary.mjs'))};
    const report = JSON.parse(readFileSync(${JSON.stringify(report)}, 'utf8'));
    process.exitCode = printSummary(countVitest(report), ${run.status});`;
  const closed = spawnSync(process.execPath, ['--input-type=module', '-e', count], {
    encoding: 'utf8',
  });
  return { code: closed.status, lastLine: closed.stdout.trimEnd().split('\n').at(-1) };
}

test.each([
  ['passing tests', `test('a', () => {}); test('b', () => {});`, '2 passed, 0 failed', 0],
  [
    'a failing test',
    `test('a', () => {}); test('b', () => { throw 1; });`,
    '1 passed, 1 failed',
    1,
  ],
  ['a file that does not load', `throw new Error('broken');`, '0 passed, 1 failed', 1],
  [
    'an error outside any test',
    `test('a', () => {}); setTimeout(() => { throw new Error(); });
    test('b', () => new Promise((done) => setTimeout(done, 50)));`,
    '2 passed, 1 failed',
    1,
  ],
])('%s: last line and exit code report the result', (...row) => {
  const [, source, lastLine, code] = row;
  expect(summaryOf(source)).toEqual({ code, lastLine });
});

test('a run without tests fails', () => {
  expect(summaryOf('describe.skip("none", () => { test("a", () => {}); });').code).toBe(1);
});
