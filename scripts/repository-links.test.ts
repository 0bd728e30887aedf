import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '');

test('[DX-7] every relative link of the Markdown files leads to a file that exists', () => {
  const broken = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/```.*?```/gs, '');
    return [...text.matchAll(/\]\((?!https?:|mailto:|\/|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target}`);
  });
  expect(broken).toEqual([]);
  expect(files.length).toBeGreaterThan(10);
});
