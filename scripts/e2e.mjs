// `npm run e2e`: set-up, then the browser stories with the browser that the product itself would
// use (`--speed`: the timed ones).
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runQuietly } from './child.mjs';
import { printSummary, countPlaywright } from './test-summary.mjs';
import { prepare, root, runMain, runNode, SetupError } from './setup.mjs';

await runMain(async () => {
  const hasStories =
    existsSync(join(root, 'e2e', 'playwright.config.ts')) &&
    readdirSync(join(root, 'e2e'), { recursive: true }).some(
      (file) => file.endsWith('.spec.ts') && !file.includes('node_modules'),
    );
  if (!hasStories) {
    process.stdout.write('No browser story is written yet (e2e/*.spec.ts).\n');
    return 0;
  }
  const node = await prepare({ web: true });
  const reportDir = mkdtempSync(join(tmpdir(), 'shotwright-e2e-'));
  const report = join(reportDir, 'report.json');
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const browser = await findBrowser(node);
  const isTimed = process.argv.includes('--speed');
  const config = isTimed ? 'e2e/speed/playwright.config.ts' : 'e2e/playwright.config.ts';
  const args = [cli, 'test', '--config', config, '--reporter=list,json'];
  const extra = process.argv.slice(2).filter((argument) => argument !== '--speed');
  try {
    const code = await runNode(node, [...args, ...extra], {
      ...browser.env,
      BROWSER_PATH: browser.path,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    });
    const counts = existsSync(report)
      ? countPlaywright(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: 0 };
    return printSummary(counts, code);
  } finally {
    rmSync(reportDir, { recursive: true, force: true });
  }
});

async function findBrowser(node) {
  const program = join(root, 'scripts', 'browser-path.ts');
  const result = await runQuietly(node, [program], { cwd: root });
  if (result.code !== 0) throw new SetupError(`${result.output}\nNo browser could be found.`);
  return JSON.parse(result.output.trim().split('\n').at(-1));
}
