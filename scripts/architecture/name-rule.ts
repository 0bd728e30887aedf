import { basename } from 'node:path';
import ts from 'typescript';

import { bannedNames, bannedWords } from './banned-names.ts';
import type { SourceFile, Violation } from './source-file.ts';
import { lineOf, walk } from './source-file.ts';

/** “Verdict” is only the judgement about a finished image. */
const verdictPath = /verdict/;

/** Returns the identifiers and the file name with a word that has a standard equivalent. */
export function checkNames(file: SourceFile): Violation[] {
  const violations: Violation[] = [];
  const report = (line: number, name: string, standard: string) => {
    const advice = `Rename “${name}”: use ${standard} (docs/glossary.md).`;
    violations.push({ rule: 'vocabulary', path: file.path, line, advice });
  };
  const fileName = basename(file.path).replace(/\.tsx?$/, '');
  const standardFileName = replacementOf(fileName);
  if (standardFileName !== undefined) report(1, fileName, standardFileName);
  const reported = new Set<string>();
  walk(file, (node) => {
    if (!ts.isIdentifier(node) || reported.has(node.text) || isTagName(node)) return;
    const standard = isForeignVerdict(file, node) ? '“decision”' : replacementOf(node.text);
    if (standard === undefined) return;
    reported.add(node.text);
    report(lineOf(file, node), node.text, standard);
  });
  return violations;
}

/** HTML fixes the names of its elements, for example `<picture>`. */
function isTagName({ parent }: ts.Identifier): boolean {
  return (
    ts.isJsxOpeningElement(parent) ||
    ts.isJsxClosingElement(parent) ||
    ts.isJsxSelfClosingElement(parent)
  );
}

function isForeignVerdict({ path }: SourceFile, { text, parent }: ts.Identifier): boolean {
  const isType = ts.isInterfaceDeclaration(parent) || ts.isTypeAliasDeclaration(parent);
  return text === 'Verdict' && isType && !verdictPath.test(path);
}

/** Returns the advice for a name; undefined for one that is allowed. */
function replacementOf(name: string): string | undefined {
  const exact = bannedNames.get(name);
  if (exact !== undefined) return `“${exact}”`;
  const words = `-${toKebabCase(name)}-`;
  for (const [word, standard] of bannedWords) {
    const isPart = words.includes(`-${word}-`) || words.includes(`-${word}s-`);
    if (isPart) return `“${standard}” instead of “${word}”`;
  }
  return undefined;
}

function toKebabCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3-$2')
    .replaceAll(/[._]/g, '-')
    .toLowerCase();
}
