import { dirname, join } from 'node:path';

import type { SourceFile, Violation } from './source-file.ts';

const maxFilesPerFolder = 20;
/** Folders of controls, one per file, as in UI libraries. */
const flatFolders = new Set(['web/src/ui']);
const smallFileLines = 25;
const maxSmallFiles = 40;

/** Checks the division of product code into folders and files. */
export function checkLayout(files: readonly SourceFile[]): Violation[] {
  const product = files.filter(
    ({ isTest, path }) => !isTest && !/\.d\.ts$|(^|\/)migrations\//.test(path),
  );
  return [...checkFolders(product), ...checkSmallFiles(product)];
}

function checkFolders(product: readonly SourceFile[]): Violation[] {
  const folders = Map.groupBy(product, ({ path }) => dirname(path));
  return [...folders].flatMap(([folder, { length }]) => {
    if (length <= maxFilesPerFolder || flatFolders.has(folder)) return [];
    const advice = `${length} source files, ${maxFilesPerFolder} are allowed: divide the folder by noun.`;
    return [{ rule: 'folder size', path: folder, line: 1, advice }];
  });
}

/** Finds files too small to stand alone: short, and with a single importer, in the same folder. */
function checkSmallFiles(product: readonly SourceFile[]): Violation[] {
  const importers = importersOf(product);
  const small = product.flatMap(({ path, text }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    const isShort = text.split('\n').length - 1 < smallFileLines;
    const isJoinable =
      importer !== undefined && others.length === 0 && dirname(importer) === dirname(path);
    return isShort && isJoinable ? [{ path, importer }] : [];
  });
  if (small.length <= maxSmallFiles) return [];
  return small.map(({ path, importer }) => {
    const advice = `Move the file's content into ${importer}, its only importer; there are ${small.length} such files, and ${maxSmallFiles} are allowed.`;
    return { rule: 'small file', path, line: 1, advice };
  });
}

function importersOf(product: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of product) {
    for (const specifier of new Set(imports)) {
      if (!specifier.startsWith('.')) continue;
      const target = join(dirname(path), specifier);
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}
