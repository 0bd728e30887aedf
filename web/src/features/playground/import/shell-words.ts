const separator = String.raw`\s+|[\\${'`'}][ \t]*\r?\n`;
const singleQuoted = String.raw`'(?<plain>[^']*)'`;
const doubleQuoted = String.raw`"(?<double>(?:\\[^]|[^"\\])*)"`;
const ansiQuoted = String.raw`\$'(?<ansi>(?:\\[^]|[^'\\])*)'`;
const bare = String.raw`\\(?<escaped>[^])|(?<bare>[^\s'"\\$${'`'}]+|\$(?!')|${'`'})`;

/** A command that continues its lines, or quotes its URL, as cmd.exe does. */
const cmdPattern = /\^\r?\n|curl(?:\.exe)?\s+\^"/i;
const operatorPattern = /^(?:[|;&]+|\d?>.*)$/s;

/**
 * Returns the words of the first command of a text, as a POSIX shell splits them, or cmd.exe if the text
 * continues lines with `^`; undefined if a quote is not closed. Variables are not replaced.
 */
export function shellWords(text: string): string[] | undefined {
  const source = cmdPattern.test(text)
    ? text.replaceAll(/\^\r?\n/g, ' ').replaceAll(/\^([^])/g, '$1')
    : text;
  const pieces = new RegExp(
    [`(?<separator>${separator})`, singleQuoted, doubleQuoted, ansiQuoted, bare].join('|'),
    'y',
  );
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  while (pieces.lastIndex < source.length) {
    const found = pieces.exec(source)?.groups;
    if (found === undefined) return undefined;
    if (found['separator'] === undefined) {
      word = `${word ?? ''}${textOf(found)}`;
      isQuoted ||= found['bare'] === undefined;
      continue;
    }
    if (word !== undefined && !isQuoted && operatorPattern.test(word)) return words;
    if (word !== undefined) words.push(word);
    word = undefined;
    isQuoted = false;
  }
  const isOperator = !isQuoted && operatorPattern.test(word ?? '');
  return word === undefined || isOperator ? words : [...words, word];
}

function textOf(piece: Readonly<Record<string, string | undefined>>): string {
  const { plain, double, ansi, escaped, bare: unquoted } = piece;
  if (double !== undefined)
    return double.replaceAll(/\\\r?\n/g, '').replaceAll(/\\(["\\$`])/g, '$1');
  return plain ?? (ansi === undefined ? (escaped ?? unquoted ?? '') : ansiText(ansi));
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001B',
};

/** Replaces the escapes of `$'…'`. */
function ansiText(text: string): string {
  return text.replaceAll(
    /\\(x[\da-f]{1,2}|u[\da-f]{1,4}|[0-7]{1,3}|[^])/gi,
    (_, escape: string) => {
      if (/^[xu]./i.test(escape)) return String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
      if (/^[0-7]/.test(escape)) return String.fromCodePoint(Number.parseInt(escape, 8));
      return ansiEscapes[escape] ?? escape;
    },
  );
}
