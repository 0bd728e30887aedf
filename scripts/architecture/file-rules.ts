import ts from 'typescript';

import type { Violation, SourceFile } from './source-file.ts';
import { lineOf, walk } from './source-file.ts';

const maxLines = 300;
const toDoPattern = /(^|\s)(\/\/|\/?\*).*\b(TODO|FIXME|XXX)\b/;
const consoleFolders = /^(scripts|bench)\/|^server\/src\/cli\//;
const environmentFolders =
  /^(scripts|bench)\/|^(cli|integrations\/[\w-]+)\/src\/main\.ts$|\.config\.ts$/;
const configFiles = /\.config\.ts$/;
const testCalls = new Set(['test', 'it', 'describe']);
const disablingMethods = new Set(['skip', 'only', 'todo', 'fixme', 'fails']);

/** Checks the rules that concern a single file. */
export function checkFile(file: SourceFile): Violation[] {
  const violations: Violation[] = [];
  const report = (rule: string, line: number, advice: string) =>
    violations.push({ rule, path: file.path, line, advice });
  const lines = file.text.split('\n').length - 1;
  if (lines > maxLines) {
    report('file size', lines, `${lines} lines: split the file by noun, never into utils.`);
  }
  const toDo = file.text.split('\n').findIndex((line) => toDoPattern.test(line));
  if (toDo >= 0) report('to-do', toDo + 1, 'Do it now, or open an issue and delete the comment.');
  walk(file, (node) =>
    checkNode(file, node, (rule, advice) => report(rule, lineOf(file, node), advice)),
  );
  return violations;
}

type Report = (rule: string, advice: string) => void;

function checkNode(file: SourceFile, node: ts.Node, report: Report): void {
  if (node.kind === ts.SyntaxKind.AnyKeyword) {
    report('any', 'Name the type, or take unknown and parse it.');
  }
  if (isDefaultExport(node) && !configFiles.test(file.path)) {
    report('default export', 'Export it by name.');
  }
  if (!ts.isPropertyAccessExpression(node)) return;
  const owner = node.expression.getText(file.ast);
  const isProduct = !file.isTest;
  if (owner === 'process' && node.name.text === 'env' && isProduct && !mayReadEnvironment(file)) {
    report(
      'environment',
      'Only server/src/config/config.ts and the entry points of cli and integrations read process.env: add the variable to its table and take the value as an argument.',
    );
  }
  if (owner === 'console' && isProduct && !consoleFolders.test(file.path)) {
    report('console', 'Use the logger passed in (server/src/lib/logger.ts).');
  }
  if (
    file.isTest &&
    disablingMethods.has(node.name.text) &&
    testCalls.has(owner.split('.')[0] ?? '')
  ) {
    report('disabled test', 'Fix the test or delete it; none is skipped or run alone.');
  }
}

function mayReadEnvironment(file: SourceFile): boolean {
  return file.path === 'server/src/config/config.ts' || environmentFolders.test(file.path);
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}
