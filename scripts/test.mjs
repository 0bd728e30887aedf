// `npm test`: set-up, then all tests except those of the page patterns and of faults. `--patterns` and `--faults` run
// these instead; `--split` runs the HTTP tests on a PostgreSQL server and an S3-compatible store.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { printSummary, countVitest } from './test-summary.mjs';
import { prepare, root, runMain, runNode } from './setup.mjs';
import { startSplitServices } from './split-services.mjs';

/** Projects of Vitest that `npm test` leaves to a command of their own. */
const ownCommands = ['patterns', 'faults'];

await runMain(async () => {
  const args = process.argv.slice(2);
  const isSplit = args.includes('--split');
  const alone = ownCommands.filter((project) => args.includes(`--${project}`));
  const extra = args.filter(
    (argument) => argument !== '--split' && !alone.some((project) => argument === `--${project}`),
  );
  const node = await prepare({ web: alone.length === 0 });
  if (!isSplit) {
    // Vitest runs each project that any of the filters matches, so the caller's own replaces ours.
    const isFiltered = extra.some((argument) => argument.startsWith('--project'));
    const chosen = alone.length > 0 ? alone : ownCommands.map((project) => `!${project}`);
    const projects = isFiltered ? [] : chosen.flatMap((project) => ['--project', project]);
    return runVitest(node, [...projects, ...extra]);
  }
  const services = await startSplitServices(node);
  try {
    return await runVitest(node, ['--project', 'server', 'http', ...extra], services.env);
  } finally {
    await services.stop();
  }
});

async function runVitest(node, args, env = {}) {
  const reportDir = mkdtempSync(join(tmpdir(), 'shotwright-test-'));
  const report = join(reportDir, 'report.json');
  try {
    const code = await runNode(
      node,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      env,
    );
    const counts = existsSync(report)
      ? countVitest(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: 0 };
    return printSummary(counts, code);
  } finally {
    rmSync(reportDir, { recursive: true, force: true });
  }
}
