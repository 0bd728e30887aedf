import ts from 'typescript';

import type { Finding, SourceFile } from './source-file.ts';
import { lineOf, walk } from './source-file.ts';

const MAX_LINES = 300;
const TO_DO = /(^|\s)(\/\/|\/?\*).*\b(TODO|FIXME|XXX)\b/;
const CONSOLE_ROOMS = /^(scripts|bench)\/|^server\/src\/cli\//;
const ENVIRONMENT_ROOMS = /^(scripts|bench)\/|\.config\.ts$/;
const CONFIG_FILES = /\.config\.ts$/;
const TEST_CALLS = new Set(['test', 'it', 'describe']);
const SWITCHED_OFF = new Set(['skip', 'only', 'todo', 'fixme', 'fails']);

/** Checks the rules that concern a single file. */
export function checkFile(file: SourceFile): Finding[] {
  const findings: Finding[] = [];
  const report = (rule: string, line: number, advice: string) =>
    findings.push({ rule, path: file.path, line, advice });
  const lines = file.text.split('\n').length - 1;
  if (lines > MAX_LINES) {
    report('file size', lines, `${lines} lines: split the file by noun, never into utils.`);
  }
  const toDo = file.text.split('\n').findIndex((line) => TO_DO.test(line));
  if (toDo >= 0) report('to-do', toDo + 1, 'Do it now, or open an issue and delete the remark.');
  walk(file, (node) =>
    checkNode(file, node, (rule, advice) => report(rule, lineOf(file, node), advice)),
  );
  return findings;
}

type Report = (rule: string, advice: string) => void;

function checkNode(file: SourceFile, node: ts.Node, report: Report): void {
  if (node.kind === ts.SyntaxKind.AnyKeyword) {
    report('any', 'Name the type, or take unknown and parse it.');
  }
  if (isDefaultExport(node) && !CONFIG_FILES.test(file.path)) {
    report('default export', 'Export it by name.');
  }
  if (!ts.isPropertyAccessExpression(node)) return;
  const owner = node.expression.getText(file.ast);
  const isProduct = !file.isTest;
  if (owner === 'process' && node.name.text === 'env' && isProduct && !mayReadEnvironment(file)) {
    report(
      'environment',
      'Only server/src/config/config.ts reads process.env: add the variable to its table and take the value as an argument.',
    );
  }
  if (owner === 'console' && isProduct && !CONSOLE_ROOMS.test(file.path)) {
    report('console', 'Log through the logger handed in (server/src/lib/logger.ts).');
  }
  if (
    file.isTest &&
    SWITCHED_OFF.has(node.name.text) &&
    TEST_CALLS.has(owner.split('.')[0] ?? '')
  ) {
    report('switched-off test', 'Mend the test or delete it; none is skipped or run alone.');
  }
}

function mayReadEnvironment(file: SourceFile): boolean {
  return file.path === 'server/src/config/config.ts' || ENVIRONMENT_ROOMS.test(file.path);
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}
