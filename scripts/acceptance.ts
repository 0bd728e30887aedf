// `npm run --silent acceptance -- [--sections 2,3.1] [--with-plus] [--root DIR]`: reports which
// items of docs/acceptance.md are proved by a test.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { readAcceptanceList } from './acceptance/acceptance-list.ts';
import { reportProofs } from './acceptance/proof-report.ts';
import { idsInTestTitles } from './acceptance/test-titles.ts';

const { values } = parseArgs({
  options: {
    sections: { type: 'string' },
    'with-plus': { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});

const testFiles = globSync(
  ['contract', 'capture', 'server', 'web', 'sdk', 'cli', 'mcp', 'e2e', 'scripts'].map(
    (workspace) => `${workspace}/**/*.{test,spec,suite}.{ts,tsx}`,
  ),
  { cwd: values.root, exclude: ['**/node_modules/**', '**/dist/**'] },
);
const provedIds = new Set<string>();
for (const file of testFiles) {
  const source = readFileSync(join(values.root, file), 'utf8');
  for (const id of idsInTestTitles(file, source)) provedIds.add(id);
}
const { lines, hasMissing } = reportProofs({
  sections: readAcceptanceList(readFileSync(join(values.root, 'docs/acceptance.md'), 'utf8')),
  provedIds,
  chosen: values.sections?.split(',').map((section) => section.trim()),
  withPlus: values['with-plus'],
});
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = hasMissing ? 1 : 0;
