// `npm run check [-- name …]`: every check that needs no running program; under a minute.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { runQuietly } from './child.mjs';
import { prepare, root, runMain } from './setup.mjs';

const workspaces = [
  'contract',
  'capture',
  'server',
  'web',
  'sdk',
  'mcp',
  'cli',
  'integrations',
  'e2e',
  'bench',
  'scripts',
];

/** Name, program (in node_modules/.bin), arguments, and what to do if it fails. Slow ones first. */
const checks = [
  [
    'lint',
    'oxlint',
    ['--type-aware', '--deny-warnings'],
    'Fix what the linter reports; do not disable a rule.',
  ],
  [
    'imports',
    'depcruise',
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...workspaces],
    'Move the code to a folder that may import this (ARCHITECTURE.md, the import table).',
  ],
  [
    'types',
    'tsc',
    ['-p', 'tsconfig.json', '--noEmit'],
    'Fix the types; no any, no casts outside a named helper.',
  ],
  ['web types', 'tsc', ['-p', 'web/tsconfig.json', '--noEmit'], 'Fix the types of the dashboard.'],
  ['architecture', 'node', ['scripts/check-architecture.ts'], 'Each line above names the fix.'],
  [
    'dead code',
    'knip',
    ['--no-progress', '--no-config-hints'],
    'Delete unused code and dependencies.',
  ],
  [
    'printed docs',
    'node',
    ['scripts/print-docs.ts', '--check'],
    'Run `npm run docs:print` and commit the result.',
  ],
  [
    'openapi',
    'redocly',
    ['lint', 'docs/openapi.json', '--format', 'stylish'],
    'Correct server/src/http/docs/openapi.ts or the contract, then run `npm run docs:print`.',
  ],
  ['format', 'oxfmt', ['--check'], 'Run `npm run format`.'],
];

await runMain(async () => {
  await prepare();
  const chosen = process.argv.slice(2);
  const queue = checks.filter(
    ([name, , args]) => (chosen.length === 0 || chosen.includes(name)) && hasInput(args),
  );
  const startedAt = performance.now();
  const failed = [];
  const work = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      if (!(await runCheck(check))) failed.push(check[0]);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    failed.length === 0
      ? `\nEvery check passed (${seconds} s).\n`
      : `\nFailed: ${failed.join(', ')} (${seconds} s).\n`,
  );
  return failed.length === 0 ? 0 : 1;
});

/** A workspace without sources has nothing to check. */
function hasInput(args) {
  return !args.includes('web/tsconfig.json') || existsSync(join(root, 'web', 'src', 'main.tsx'));
}

async function runCheck([name, program, args, advice]) {
  const binDir = join(root, 'node_modules', '.bin');
  const startedAt = performance.now();
  const result = await runQuietly(join(binDir, program), args, {
    cwd: root,
    env: { ...process.env, PATH: `${binDir}:${process.env.PATH ?? ''}`, NO_COLOR: '1' },
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (result.code === 0) {
    process.stdout.write(`ok    ${name} (${seconds} s)\n`);
    return true;
  }
  process.stdout.write(`\n${result.output.trim()}\nFAILS ${name} (${seconds} s). ${advice}\n\n`);
  return false;
}
