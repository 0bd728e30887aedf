import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { checkSources } from './architecture/check-sources.ts';
import { checkLockFile } from './architecture/lock-file-rule.ts';
import { checkRecord } from './architecture/record-rule.ts';
import { parseSource } from './architecture/source-file.ts';

type Files = Readonly<Record<string, string>>;

const violationsIn = (files: Files) =>
  checkSources(Object.entries(files).map(([path, text]) => parseSource(path, text)));

const serverSrc = 'server/src';
const framework = (count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${serverSrc}/http/f${i}.ts`, `import 'fastify';\n`]),
  );

const small = (count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i): [string, string][] => [
      [`web/src/f${i}/a.ts`, 'f();\n'],
      [`web/src/f${i}/b.ts`, `import './a.ts';\n`],
    ]).flat(),
  );
const folder = (path: string, count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${path}/f${i}.ts`, 'f();\n']));

/** Per rule: sources that violate it, and similar sources that do not. */
const rules: readonly (readonly [rule: string, violating: Files, allowed: Files])[] = [
  [
    'file size',
    { 'capture/src/a.ts': 'f();\n'.repeat(301) },
    { 'capture/src/a.ts': 'f();\n'.repeat(300) },
  ],
  [
    'to-do',
    { 'web/src/a.ts': ['f(); /', '/ TODO later\n'].join('') },
    { 'web/src/a.ts': 'f(`TODO`); // done\n' },
  ],
  ['any', { 'web/src/a.tsx': 'let a: any;\n' }, { 'web/src/a.tsx': 'let any: unknown;\n' }],
  [
    'default export',
    { 'web/src/a.ts': 'export default 1;\n' },
    { 'web/vite.config.ts': 'export default 1;\n' },
  ],
  [
    'default export',
    { 'web/src/a.ts': '/** A. */\nexport default function a() {}\n' },
    { 'web/src/a.ts': '/** A. */\nexport function a() {}\n' },
  ],
  [
    'environment',
    { [`${serverSrc}/main.ts`]: 'f(process.env);\n' },
    {
      [`${serverSrc}/config/config.ts`]: 'f(process.env);\n',
      'cli/src/main.ts': 'f(process.env);\n',
      'integrations/a/src/main.ts': 'f(process.env);\n',
    },
  ],
  [
    'console',
    { 'capture/src/a.ts': 'console.log(1);\n' },
    { [`${serverSrc}/cli/a.ts`]: 'console.log(1);\n' },
  ],
  [
    'disabled test',
    { 'web/src/a.test.ts': `test.skip('a', f);\n` },
    { 'web/src/a.test.ts': `test('a', f);\n` },
  ],
  [
    'disabled test',
    { 'e2e/a.spec.ts': `test.describe.only('a', f);\n` },
    { 'e2e/a.spec.ts': `test.describe('a', f);\n` },
  ],
  [
    'docstring',
    { 'web/src/a.ts': 'export const a = 1;\n' },
    { 'web/src/a.ts': '/** One. */\nexport const a = 1;\n' },
  ],
  [
    'docstring',
    { 'web/src/a.ts': 'export interface A {}\n' },
    { 'web/src/a.test.ts': 'export interface A {}\n' },
  ],
  ['framework', framework(7), framework(6)],
  [
    'docstring start',
    { 'web/src/a.ts': '/** What this does. */\nexport const a = 1;\n' },
    { 'web/src/a.ts': '/** The first number. */\nexport const a = 1;\n' },
  ],
  [
    'docstring start',
    { 'web/src/a.ts': '/** See {@link B}. */\nexport const a = 1;\n' },
    { 'web/src/a.ts': '/** In-memory {@link B}. */\nexport const a = 1;\n' },
  ],
  [
    'docstring start',
    { 'web/src/a.test.ts': '/** Whether it works. */\nf();\n' },
    { 'web/src/a.test.ts': '/** True if it works. */\nf();\n' },
  ],
  [
    'docstring start',
    { 'server/test/a.ts': '/** Gives a row. */\nf();\n' },
    { 'server/test/a.ts': '/** Returns a row. */\nf();\n' },
  ],
  [
    'docstring start',
    { 'server/migrations/0001_a.ts': '/** Those who sign in. */\nf();\n' },
    { 'server/migrations/0001_a.ts': '/** Users and sessions. */\nf();\n' },
  ],
  [
    'docstring start',
    { 'scripts/a.mjs': '/** Asks for a path. */\nf();\n' },
    { 'scripts/a.mjs': '/** Prompts for a path. */\nf();\n' },
  ],
  [
    'vocabulary',
    { 'web/src/a.ts': 'const drawPage = 1;\n' },
    { 'web/src/a.ts': 'const redrawPage = "drawPage";\n' },
  ],
  [
    'vocabulary',
    { 'web/src/a.ts': 'f(openTryOutMounts);\n' },
    { 'web/src/a.ts': 'f(tryOnce, outer);\n' },
  ],
  ['vocabulary', { 'web/src/a.ts': 'f(tcpFuse);\n' }, { 'web/src/a.ts': 'f(refuse);\n' }],
  ['vocabulary', { 'web/src/url-refusals.ts': 'f();\n' }, { 'web/src/url-errors.ts': 'f();\n' }],
  [
    'vocabulary',
    { 'web/src/a.tsx': 'f(userPictures);\n' },
    { 'web/src/a.tsx': 'f(<picture></picture>);\n' },
  ],
  [
    'vocabulary',
    { 'capture/src/policy.ts': 'interface Verdict {}\n' },
    { 'capture/src/page/verdict/blank.ts': 'interface Verdict {}\n' },
  ],
  ['folder size', folder('web/src', 21), folder('web/src', 20)],
  ['folder size', folder('web/src/lib', 21), folder('web/src/ui', 21)],
  [
    'one folder per SDK',
    {
      [`${serverSrc}/jobs/a.ts`]: `import 'pg-boss';\n`,
      [`${serverSrc}/db/b.ts`]: `import 'pg-boss/x';\n`,
    },
    {
      [`${serverSrc}/jobs/a.ts`]: `import 'pg-boss';\n`,
      [`${serverSrc}/jobs/b.ts`]: `import 'pg-boss/x';\n`,
    },
  ],
  [
    'one folder per SDK',
    {
      [`${serverSrc}/demo/payments/a.ts`]: `import 'jose';\n`,
      [`${serverSrc}/adapters/identity/b.ts`]: `import 'jose';\n`,
    },
    {
      [`${serverSrc}/demo/identity/a.ts`]: `import 'jose';\n`,
      [`${serverSrc}/adapters/identity/b.ts`]: `import 'jose';\n`,
    },
  ],
];

test.each(rules)('a violation of “%s” is reported with advice', (rule, violating) => {
  const violations = violationsIn(violating);
  expect(violations.map((violation) => violation.rule)).toEqual([rule]);
  expect(violations[0]?.advice).toMatch(/^\S.{10,}\.$/);
});

test('dialect words above the rate of a workspace are reported, each with its line', () => {
  const words = '// somebody\n// is told\n// anew,\n// as it stands\nf();\n';
  const violations = violationsIn({
    'web/src/a.ts': words,
    'server/src/a.ts': '// told once\nf();\n',
  });
  expect(violations.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toEqual([
    'dialect web/src/a.ts:1',
    'dialect web/src/a.ts:2',
    'dialect web/src/a.ts:3',
    'dialect web/src/a.ts:4',
  ]);
});

test('dialect words in tests, test support, stories and migrations count for their workspace', () => {
  const violations = violationsIn({
    'server/src/a.test.ts': '// told\nf();\n',
    'server/test/a.ts': '// heard\nf();\n',
    'server/migrations/0001_a.ts': '// gone\nf();\n',
    'server/src/a.ts': '// asked\nf();\n',
    'e2e/a.spec.ts': '// told\n// told\n// told\n// told\nf();\n',
  });
  expect(violations.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
    'dialect server/src/a.test.ts',
    'dialect server/test/a.ts',
    'dialect server/migrations/0001_a.ts',
    'dialect server/src/a.ts',
    ...Array<string>(4).fill('dialect e2e/a.spec.ts'),
  ]);
});

test('the standard terms that contain “address” are no dialect', () => {
  const terms = '// IP address\n// email addresses\n// address policy\n// IPv6 address\nf();\n';
  expect(violationsIn({ 'web/src/a.ts': terms })).toEqual([]);
});

test('small files with one importer beside them are reported above the limit of all', () => {
  expect(violationsIn(small(40))).toEqual([]);
  const violations = violationsIn(small(41));
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['small file']));
  expect(violations).toHaveLength(41);
});

test.each([
  ['24 lines, imported from the same folder', 'f();\n'.repeat(24), 'web/src/f0/b.ts', 41],
  ['25 lines', 'f();\n'.repeat(25), 'web/src/f0/b.ts', 0],
  ['imported from another folder', 'f();\n', 'web/src/c.ts', 0],
])('a file with %s makes %s', (...row) => {
  const [, text, importer, count] = row;
  const files = {
    ...small(41),
    'web/src/f0/a.ts': text,
    'web/src/f0/b.ts': '',
    [importer]: `import '${importer === 'web/src/c.ts' ? './f0/a.ts' : './a.ts'}';\n`,
  };
  expect(violationsIn(files)).toHaveLength(count);
});

const record = '# 0042 Topic: decision\n\n## Context\n\n## Decision\n\n## Consequences\n';

test.each([
  ['a title without a topic', record.replace('Topic: ', ''), 'record title'],
  ["a number other than the file's", record.replace('0042', '0043'), 'record title'],
  ['a missing section', record.replace('## Decision\n', ''), 'record sections'],
])('a decision record with %s is reported', (_what, text, rule) => {
  const path = 'docs/decisions/0042-topic.md';
  expect(checkRecord({ path, text: record })).toEqual([]);
  expect(checkRecord({ path, text }).map((violation) => violation.rule)).toEqual([rule]);
});

test('a lock file without an optional package of another platform, or with a registry, is reported', () => {
  const tool = {
    version: '1.0.0',
    optionalDependencies: { 'tool-linux': '1', 'tool-windows': '1' },
  };
  const packages = { 'node_modules/tool': tool, 'node_modules/tool-linux': { version: '1.0.0' } };
  const rulesOf = (more: object) =>
    checkLockFile({
      path: 'package-lock.json',
      text: JSON.stringify({ packages: { ...packages, ...more } }),
    }).map(({ advice }) => advice.split(':')[0]);
  expect(rulesOf({})).toEqual(['node_modules/tool needs tool-windows']);
  expect(rulesOf({ 'node_modules/tool/node_modules/tool-windows': {} })).toEqual([]);
  const windows = { resolved: 'https://registry.example/tool-windows.tgz' };
  expect(rulesOf({ 'node_modules/tool-windows': windows })).toEqual([
    'node_modules/tool-windows names a registry',
  ]);
});

test.each(rules)('sources that “%s” allows pass', (_rule, _violating, allowed) => {
  expect(violationsIn(allowed)).toEqual([]);
});

describe('the command', () => {
  let root: string;
  const program = join(import.meta.dirname, 'check-architecture.ts');
  const run = () => spawnSync(process.execPath, [program, '--root', root], { encoding: 'utf8' });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'architecture-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('fails and names file, line and rule of a violation', () => {
    mkdirSync(join(root, 'web/src'), { recursive: true });
    writeFileSync(join(root, 'web/src/a.ts'), '\nlet a: any;\n');
    const { status, stdout } = run();
    expect(status).toBe(1);
    expect(stdout).toContain('web/src/a.ts:2 any: ');
  });

  test('fails if there are no sources', () => {
    expect(run().status).toBe(1);
  });
});
