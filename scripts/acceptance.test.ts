import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readAcceptanceList } from './acceptance/acceptance-list.ts';
import { idsInTestTitles } from './acceptance/test-titles.ts';

const listMarkdown = `# Acceptance list
## 1. Rulings
| RL-1 | gap | ruling |
## 2. Foundations
### 2.1 Routes (RT)
- RT-1 \`[E]\` Routes exist.
- RT-2 + P1 \`[E]\` Deep links work.
### 2.8 Accessibility (AX, all + P2)
- AX-1 + \`[E]\` No violation.
### 2.9 Options (CO-A, all + P1)
- CO-A1 \`[A]\` An option.
## 4. The API (AP, \`[A]\` for all)
| AP-1 | POST \`/auth/login\` | checks |
- AP-37 Booleans are accepted.
`;

describe('readAcceptanceList', () => {
  const items = readAcceptanceList(listMarkdown).flatMap((section) => section.items);

  test('returns bullets and table rows as items of their section, without rulings', () => {
    expect(items.map(({ id, section }) => `${section} ${id}`)).toEqual([
      '2.1 RT-1',
      '2.1 RT-2',
      '2.8 AX-1',
      '2.9 CO-A1',
      '4 AP-1',
      '4 AP-37',
    ]);
  });

  test('marks items beyond the specification, by their own mark or their heading', () => {
    const beyond = items.filter(({ isBeyond }) => isBeyond);
    expect(beyond.map(({ id, priority }) => `${id} ${priority}`)).toEqual([
      'RT-2 P1',
      'AX-1 P2',
      'CO-A1 P1',
    ]);
  });
});

test('ids are read from titles in every notation, and from nothing else', () => {
  const source = `
    // [XX-1] a comment proves nothing
    test('[CO-A1] [RT-1] one', () => { const text = '[XX-2]'; });
    it("[RT-2, RT-3] two", () => {});
    test.each(table)('[RT-4][RT-5] $name', () => {});
    describe(\`[RT-6] \${name}\`, () => {});
    test.describe('[RT-7] stories', () => {});
    test.skip('[XX-3] skipped', () => {});
    test.todo('[XX-4] later');
    expect(text).toBe('[XX-5]');`;
  expect([...idsInTestTitles('a.test.ts', source)]).toEqual([
    'CO-A1',
    'RT-1',
    'RT-2',
    'RT-3',
    'RT-4',
    'RT-5',
    'RT-6',
    'RT-7',
  ]);
});

describe('the command', () => {
  let root: string;
  const program = join(import.meta.dirname, 'acceptance.ts');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'acceptance-'));
    for (const folder of ['docs', 'server']) mkdirSync(join(root, folder));
    writeFileSync(join(root, 'docs/acceptance.md'), listMarkdown);
    writeFileSync(join(root, 'server/a.http.test.ts'), `test('[RT-1] routes', () => {});`);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('succeeds if every specified item of the chosen sections is proved', () => {
    const output = execFileSync(process.execPath, [program, '--root', root, '--sections', '2'], {
      encoding: 'utf8',
    });
    expect(output).toContain('2.1 Routes (RT): 1/1, beyond 0/1');
    expect(output).not.toContain('RT-2');
  });

  test('fails and lists missing items, with --with-plus also those beyond the specification', () => {
    const result = spawnSync(process.execPath, [program, '--root', root, '--with-plus'], {
      encoding: 'utf8',
    });
    expect(result.status).toBe(1);
    expect(result.stdout).toContain('missing: AP-1 AP-37');
    expect(result.stdout).toContain('missing beyond: RT-2(P1)');
  });

  test('fails for an unknown section', () => {
    const result = spawnSync(process.execPath, [program, '--root', root, '--sections', '9']);
    expect(result.status).toBe(1);
  });
});
