import ts from 'typescript';

const testCalls = new Set(['test', 'it', 'describe']);
const disablingMethods = new Set(['skip', 'todo', 'fixme', 'fails', 'skipIf']);

/**
 * Returns the acceptance ids that the titles of a test file name as `[ID]`, `[ID, ID]` or
 * `[ID][ID]`; skipped tests prove nothing.
 */
export function idsInTestTitles(path: string, source: string): Set<string> {
  const ids = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const names = calleeNames(node.expression);
      if (testCalls.has(names[0] ?? '')) {
        if (names.some((name) => disablingMethods.has(name))) return;
        for (const id of idsInText(titleOf(node))) ids.add(id);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return ids;
}

/** `test.describe.each(table)` → `['test', 'describe', 'each']`. */
function calleeNames(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isPropertyAccessExpression(expression)) {
    return [...calleeNames(expression.expression), expression.name.text];
  }
  if (ts.isCallExpression(expression)) return calleeNames(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return calleeNames(expression.tag);
  return [];
}

function titleOf(call: ts.CallExpression): string {
  const title = call.arguments[0];
  if (title === undefined) return '';
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return '';
  return title.head.text + title.templateSpans.map((span) => span.literal.text).join('…');
}

function idsInText(text: string): string[] {
  const groups = text.matchAll(/\[([A-Z]+-[A-Z]?\d+(?:\s*,\s*[A-Z]+-[A-Z]?\d+)*)\]/g);
  return [...groups].flatMap((group) => (group[1] ?? '').split(/\s*,\s*/));
}
