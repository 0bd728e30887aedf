import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const source = import.meta.dirname;

/** Run-time imports and re-exports; `import type` is erased. */
const imports = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'(?<from>[^']+)'/gm;

/** Returns every file and every package that is loaded by importing `path`. */
function loadedBy(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  if (!path.startsWith('/')) return loaded;
  for (const { groups } of readFileSync(path, 'utf8').matchAll(imports)) {
    const from = groups?.['from'] ?? '';
    loadedBy(from.startsWith('.') ? join(dirname(path), from) : from, loaded);
  }
  return loaded;
}

const namesOf = (loaded: Set<string>): string[] =>
  [...loaded].map((path) =>
    path.startsWith('/') ? relative(source, path).split(sep).join('/') : path,
  );

test.each(['paths/index.ts', 'capture-options/index.ts'])(
  '%s loads no schema and no package',
  (entry) => {
    const names = namesOf(loadedBy(join(source, entry)));
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !/^(paths|capture-options)\//.test(name))).toEqual([]);
  },
);

test('the check finds zod where it is imported', () => {
  expect(namesOf(loadedBy(join(source, 'index.ts')))).toContain('zod');
});
