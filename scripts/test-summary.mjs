/**
 * Counts the results of a Vitest JSON report; a file that failed without a failed test counts as
 * one failure.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {{ passed: number, failed: number }}
 */
export function countVitest(report) {
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/**
 * Counts the results of a Playwright JSON report; a flaky test counts as passed.
 *
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors?: unknown[] }} report
 * @returns {{ passed: number, failed: number }}
 */
export function countPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected + (report.errors?.length ?? 0) };
}

/**
 * Prints `N passed, N failed` on a separate line, as the last output of a test command.
 *
 * @param {{ passed: number, failed: number }} counts as reported
 * @param {number} runnerCode exit code of the runner: a failure that it did not count is one
 * failure
 * @returns {number} exit code: not 0 if anything failed or nothing ran
 */
export function printSummary(counts, runnerCode) {
  const failed = runnerCode === 0 ? counts.failed : Math.max(1, counts.failed);
  if (counts.passed + failed === 0) process.stdout.write('\nNo test ran.\n');
  process.stdout.write(`\n${counts.passed} passed, ${failed} failed\n`);
  return failed > 0 || counts.passed === 0 ? 1 : 0;
}
