// Checks source rules that formatter, linter, compiler and import rules cannot express; part of
// `npm run check`. `--root DIR` is for its own tests.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { checkSources } from './architecture/check-sources.ts';
import { checkLockFile } from './architecture/lock-file-rule.ts';
import { checkRecord } from './architecture/record-rule.ts';
import { parseSource } from './architecture/source-file.ts';

const { values } = parseArgs({
  options: { root: { type: 'string', default: join(import.meta.dirname, '..') } },
});

const paths = globSync(
  '{contract,capture,server,web,sdk,cli,integrations,e2e,bench,scripts}/**/*.{ts,tsx,mjs}',
  {
    cwd: values.root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/printed/**'],
  },
);
const read = (path: string) => ({ path, text: readFileSync(join(values.root, path), 'utf8') });
const files = paths.map(read).map(({ path, text }) => parseSource(path, text));
const records = globSync('docs/decisions/*.md', { cwd: values.root }).map(read);
const locks = globSync('package-lock.json', { cwd: values.root }).map(read);
const violations = [
  ...checkSources(files),
  ...records.flatMap(checkRecord),
  ...locks.flatMap(checkLockFile),
];
for (const { path, line, rule, advice } of violations) {
  process.stdout.write(`${path}:${line} ${rule}: ${advice}\n`);
}
process.stdout.write(`${files.length} files, ${violations.length} violations\n`);
process.exitCode = violations.length > 0 || files.length === 0 ? 1 : 0;
