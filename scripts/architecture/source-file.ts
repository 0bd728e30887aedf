import ts from 'typescript';

/** A parsed source file as passed to the rules. */
export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly ast: ts.SourceFile;
  /**
   * Test code: `*.test.ts`, `*.spec.ts`, `*.suite.ts` or anything in a `test` folder or in `e2e`.
   */
  readonly isTest: boolean;
  /** Package or path of every import and re-export. */
  readonly imports: readonly string[];
}

/** A violation of a rule: its location, and the fix. */
export interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly advice: string;
}

const testPathPattern = /\.(test|spec|suite)\.tsx?$|(^|\/)test\/|^e2e\//;

/** Parses one file for the rules. */
export function parseSource(path: string, text: string): SourceFile {
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = ast.statements.flatMap((statement) => {
    const isLink = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    const specifier = isLink ? statement.moduleSpecifier : undefined;
    return specifier !== undefined && ts.isStringLiteral(specifier) ? [specifier.text] : [];
  });
  return { path, text, ast, isTest: testPathPattern.test(path), imports };
}

/** Calls `visit` with every node of the file, parents first. */
export function walk(file: SourceFile, visit: (node: ts.Node) => void): void {
  const step = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, step);
  };
  step(file.ast);
}

/** Returns the line number (from 1) at which a node starts. */
export function lineOf(file: SourceFile, node: ts.Node): number {
  return file.ast.getLineAndCharacterOfPosition(node.getStart(file.ast)).line + 1;
}

/** `@scope/name/deep/path` → `@scope/name`; undefined for a relative path or a Node module. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
