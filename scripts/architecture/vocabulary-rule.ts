import ts from 'typescript';

import type { Violation, SourceFile } from './source-file.ts';

/** Maximum rate of dialect words per 1 000 comment words in a workspace. Playwright, papra and pg-boss have 2 to 4. */
const maxDialectRate = 6;

/** Dialect words that a workspace may use whatever its size, so that one comment does not fail a small one. */
const minAllowedWords = 3;

/**
 * Words that this code base once used for things with a standard name; docs/glossary.md lists the
 * replacements.
 */
const dialectPattern =
  /\b(pictures?|address(?:es)?|answer(?:s|ed)?|told|tells?|says?|said|anew|whoever|nobody|somebody|everybody|anybody|stands?|stood|goes|gone|meanwhile|begun|begins?|asks?|asked|strangers?|drawn|draws?|hears?|heard|refusals?|refuses?|refused|kept|keeps?|gives?|lets?|judges?|judged)\b/gi;

/** Standard terms of docs/glossary.md that contain such a word. */
const standardTermPattern =
  /\b(?:IP(?:v[46])?|email) address(?:es)?\b|\baddress polic(?:y|ies)\b/gi;

const badStartPattern =
  /^(What|Whatever|How|Whether|Where|Who|Whom|Whoever|Which|Those|Gives|Asks|Answers|Tells|Says|Hears)\b/;
const onlySeePattern = /^See \{@link [^}]*\}\.?$/;

/** Returns the private dialect in all comments, also of tests: words by workspace, docstrings one by one. */
export function checkVocabulary(files: readonly SourceFile[]): Violation[] {
  const workspaces = Map.groupBy(files, ({ path }) => path.split('/')[0] ?? '');
  return [
    ...files.flatMap(checkDocstringStarts),
    ...[...workspaces].flatMap(([name, own]) => checkRate(name, own)),
  ];
}

function checkDocstringStarts(file: SourceFile): Violation[] {
  return commentsOf(file).flatMap(({ text, line }) => {
    const isBadStart = badStartPattern.test(text);
    if (!isBadStart && !onlySeePattern.test(text)) return [];
    const advice = isBadStart
      ? 'Start the comment with a noun phrase or a third-person verb, as in “Returns …”.'
      : 'Say what this one adds to the linked interface.';
    return [{ rule: 'docstring start', path: file.path, line, advice }];
  });
}

function checkRate(workspace: string, files: readonly SourceFile[]): Violation[] {
  let words = 0;
  const found: { readonly path: string; readonly line: number; readonly word: string }[] = [];
  for (const file of files) {
    for (const { text, line } of commentsOf(file)) {
      const prose = text.replaceAll(/\{@link [^}]*\}|`[^`]*`|https?:\S+/g, ' ');
      words += prose.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0;
      for (const word of prose.replaceAll(standardTermPattern, ' ').match(dialectPattern) ?? [])
        found.push({ path: file.path, line, word });
    }
  }
  const allowed = Math.max(minAllowedWords, Math.floor((words * maxDialectRate) / 1_000));
  if (found.length <= allowed) return [];
  return found.map(({ path, line, word }) => ({
    rule: 'dialect',
    path,
    line,
    advice: `“${word}”: use the plain or standard word (docs/glossary.md); ${workspace} has ${found.length} such words and may have ${allowed}.`,
  }));
}

interface Comment {
  readonly text: string;
  readonly line: number;
}

function commentsOf({ ast, text }: SourceFile): Comment[] {
  const ranges = new Map<number, ts.CommentRange>();
  const collect = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ]) {
      ranges.set(range.pos, range);
    }
    for (const child of node.getChildren(ast)) if (!ts.isJSDoc(child)) collect(child);
  };
  collect(ast);
  return [...ranges.values()].map(({ pos, end, kind }) => {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const raw = text.slice(pos + 2, isLine ? end : end - 2);
    const lines = raw.split('\n').map((line) => line.replace(/^\s*\*+\s?/, '').trim());
    const prose = lines.join(' ').trim();
    return { text: prose, line: ast.getLineAndCharacterOfPosition(pos).line + 1 };
  });
}
