import ts from 'typescript';

import type { Violation, SourceFile } from './source-file.ts';
import { lineOf } from './source-file.ts';

/** Requires a docstring on every exported declaration of product code. */
export function checkDocstrings(file: SourceFile): Violation[] {
  if (file.isTest) return [];
  return file.ast.statements.filter(isExported).flatMap((statement) => {
    if (isOverloadOfDocumented(file, statement) || hasDocstring(statement)) return [];
    const name = nameOf(statement);
    const advice = `Describe “${name}” in one sentence above it; then units, shape and errors where not obvious.`;
    return [{ rule: 'docstring', path: file.path, line: lineOf(file, statement), advice }];
  });
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function hasDocstring(node: ts.Node): boolean {
  return ts
    .getJSDocCommentsAndTags(node)
    .some((doc) => ts.isJSDoc(doc) && doc.comment !== undefined);
}

function isOverloadOfDocumented(file: SourceFile, statement: ts.Statement): boolean {
  if (!ts.isFunctionDeclaration(statement)) return false;
  return file.ast.statements.some(
    (other) =>
      other !== statement &&
      ts.isFunctionDeclaration(other) &&
      other.name?.text === statement.name?.text &&
      hasDocstring(other),
  );
}

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText()).join(', ');
  }
  const name = ts.getNameOfDeclaration(isDeclaration(statement) ? statement : undefined);
  return name?.getText() ?? 'this';
}

function isDeclaration(statement: ts.Statement): statement is ts.DeclarationStatement {
  return 'name' in statement;
}
