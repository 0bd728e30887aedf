import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..');
const config = join(repository, '.dependency-cruiser.cjs');

interface ImportRules {
  readonly forbidden: readonly { readonly name: string; readonly comment: string }[];
}
const rules: ImportRules = createRequire(import.meta.url)(config);

const feature = 'server/src/features';

/** Per rule: a file, the import of it that violates the rule, and one that is allowed. */
const violationsByRule: Record<
  string,
  readonly [from: string, violating: string, allowed: string]
> = {
  'no-cycles': ['server/src/lib/t1.ts', 'type ./t2.ts', './ok.ts'],
  'contract-stands-alone': ['contract/src/c1.ts', '../../capture/src/index.ts', './b.ts'],
  'contract-imports-zod-only': ['contract/src/c2.ts', 'some-package', 'zod'],
  'contract-without-node': ['contract/src/c3.ts', 'node:fs', './b.ts'],
  'capture-stands-alone': ['capture/src/c1.ts', '../../contract/src/index.ts', './index.ts'],
  'capture-without-zod': ['capture/src/c2.ts', 'zod', 'some-package'],
  'web-imports-contract-only': [
    'web/src/w1.ts',
    '../../server/src/main.ts',
    '../../contract/src/paths/index.ts',
  ],
  'web-without-node': ['web/src/w2.ts', 'node:fs', 'some-package'],
  'stories-from-outside': ['e2e/s.ts', '../server/src/main.ts', '../contract/src/index.ts'],
  'bench-from-outside': ['bench/b.ts', '../capture/src/index.ts', '../contract/src/index.ts'],
  'server-imports-contract-capture-and-mcp': [
    'server/src/s.ts',
    '../../web/src/ok.ts',
    '../../capture/src/index.ts',
  ],
  'sdk-stands-alone': [
    'sdk/typescript/src/s1.ts',
    '../../../contract/src/paths/index.ts',
    './ok.ts',
  ],
  'cli-and-mcp-use-the-sdk': [
    'mcp/src/m1.ts',
    '../../server/src/main.ts',
    '../../sdk/typescript/src/index.ts',
  ],
  'integrations-apart': ['integrations/a/src/main.ts', '../../../cli/src/ok.ts', 'node:fs'],
  'sdk-by-its-index': [
    'cli/src/c2.ts',
    '../../sdk/typescript/src/ok.ts',
    '../../sdk/typescript/src/index.ts',
  ],
  'capture-by-its-index': [
    'server/src/s2.ts',
    '../../capture/src/inner.ts',
    '../../capture/src/index.ts',
  ],
  'contract-by-its-index': [
    'server/src/s3.ts',
    '../../contract/src/b.ts',
    '../../contract/src/paths/index.ts',
  ],
  'web-without-schemas': [
    'web/src/w3.ts',
    '../../contract/src/index.ts',
    '../../contract/src/capture-options/index.ts',
  ],
  'lib-stands-alone': ['server/src/lib/l.ts', '../db/ok.ts', './ok.ts'],
  'config-reads-settings-only': ['server/src/config/c.ts', '../db/ok.ts', '../lib/ok.ts'],
  'db-below-features': ['server/src/db/d.ts', '../adapters/mail/ok.ts', '../lib/ok.ts'],
  'embedded-postgres-stands-alone': [
    'server/src/embedded-postgres/e.ts',
    '../db/ok.ts',
    '../lib/ok.ts',
  ],
  'shared-below-features': ['server/src/shared/s.ts', '../features/x/ok.ts', '../db/ok.ts'],
  'adapters-stand-alone': ['server/src/adapters/mail/m.ts', '../../db/ok.ts', '../../lib/ok.ts'],
  'adapters-apart': ['server/src/adapters/mail/m2.ts', '../storage/ok.ts', './ok.ts'],
  'jobs-below-features': ['server/src/jobs/j.ts', '../features/x/ok.ts', '../db/ok.ts'],
  'demo-stands-alone': ['server/src/demo/d.ts', '../db/ok.ts', '../http/page.ts'],
  'features-apart': [`${feature}/x/f1.ts`, '../y/ok.ts', './ok.ts'],
  'features-get-adapters': [`${feature}/x/f2.ts`, '../../adapters/mail/ok.ts', '../../db/ok.ts'],
  'features-without-framework': [`${feature}/x/f3.ts`, 'fastify', 'some-package'],
  'features-below-http': [`${feature}/x/f4.ts`, '../../http/ok.ts', '../../shared/ok.ts'],
  'http-above-routes': ['server/src/http/h.ts', '../features/x/x.service.ts', '../shared/ok.ts'],
  'http-without-db': ['server/src/http/h2.ts', 'type ../db/ok.ts', '../lib/ok.ts'],
  'compose-from-main-only': [
    'server/src/shutdown.ts',
    './composition/compose-accounts.ts',
    './lib/ok.ts',
  ],
  'rules-are-pure': [`${feature}/x/y.rules.ts`, './x.store.ts', './ok.ts'],
  'stores-below-services': [`${feature}/x/y.store.ts`, './x.service.ts', './ok.ts'],
  'services-below-routes': [`${feature}/x/y.service.ts`, './x.routes.ts', './x.store.ts'],
  'routes-and-handlers-use-services': [
    `${feature}/x/y.routes.ts`,
    './x.store.ts',
    './x.service.ts',
  ],
  'no-tests-in-product': ['capture/src/t.ts', './t.test.ts', './index.ts'],
};

const targets = [
  'contract/src/index.ts',
  'contract/src/paths/index.ts',
  'contract/src/capture-options/index.ts',
  'capture/src/index.ts',
  'capture/src/inner.ts',
  'capture/src/t.test.ts',
  'web/src/ok.ts',
  'sdk/typescript/src/index.ts',
  'sdk/typescript/src/ok.ts',
  'cli/src/ok.ts',
  'server/src/main.ts',
  'server/src/composition/compose-accounts.ts',
  'server/src/http/page.ts',
  'server/src/shared/ok.ts',
  'server/src/lib/ok.ts',
  'server/src/db/ok.ts',
  'server/src/http/ok.ts',
  'server/src/adapters/mail/ok.ts',
  'server/src/adapters/storage/ok.ts',
  `${feature}/x/ok.ts`,
  `${feature}/y/ok.ts`,
  `${feature}/x/x.store.ts`,
  `${feature}/x/x.service.ts`,
  `${feature}/x/x.routes.ts`,
];

/** Returns the import of a path; one that starts with `type` imports a type only. */
function importOf(path: string): string {
  const [, typePath] = /^type (.*)$/.exec(path) ?? [];
  return typePath === undefined ? `import '${path}';\n` : `import type { A } from '${typePath}';\n`;
}

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

describe('the import table', () => {
  let root: string;
  let violations: readonly Violation[];

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'import-rules-'));
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write(
      'tsconfig.json',
      '{"compilerOptions":{"module":"nodenext","allowImportingTsExtensions":true,"noEmit":true}}',
    );
    for (const name of ['zod', 'fastify', 'some-package']) {
      write(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`);
      write(`node_modules/${name}/index.js`, '');
    }
    for (const target of targets) {
      write(target, 'export const a = 1;\nexport type A = typeof a;\n');
    }
    write('contract/src/b.ts', '');
    write('server/src/lib/t2.ts', `import type {} from './t1.ts';\nexport type A = string;\n`);
    for (const [from, violating, allowed] of Object.values(violationsByRule)) {
      write(from, `${importOf(violating)}${importOf(allowed)}`);
    }
    for (const workspace of ['scripts', 'e2e', 'bench']) write(`${workspace}/ok.ts`, '');
    const result = spawnSync(
      process.execPath,
      [
        join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--config',
        config,
        '--output-type',
        'json',
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
      ],
      { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
    );
    violations = JSON.parse(result.stdout).summary.violations;
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each(Object.entries(violationsByRule))('reports a violation of %s', (name, [from]) => {
    const found = violations.filter((one) => one.rule.name === name && one.from === from);
    expect(found).toHaveLength(1);
  });

  test('has a violation of every rule in this test, and advice for each', () => {
    expect(rules.forbidden.map(({ name }) => name)).toEqual(Object.keys(violationsByRule));
    for (const { comment } of rules.forbidden) expect(comment).toMatch(/^[A-Z].{30,}\.$/);
  });

  test('allows the allowed import beside each violation', () => {
    const wrong = violations.filter(({ from, to, rule }) => {
      const violating = (violationsByRule[rule.name]?.[1] ?? '').replace(/^type /, '');
      const target = violating.startsWith('.') ? join(dirname(from), violating) : violating;
      return violationsByRule[rule.name]?.[0] === from && !to.includes(target.replace('node:', ''));
    });
    expect(wrong).toEqual([]);
  });
});
