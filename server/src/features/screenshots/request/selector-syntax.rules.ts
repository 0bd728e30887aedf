// Source: CSS Syntax Level 3 §4.3, Selectors Level 4 §17. As in browsers, the end of the text closes
// brackets and quotes.
const blank = String.raw`[ \t\n\r\f]`;
const space = `${blank}*`;
// No text matches in two ways, so that each takes linear time: a blank after the digits of an escape is always
// part of it, and two names have a blank between them.
const digit = '[0-9a-fA-F]';
const digits = String.raw`(?:${digit}{6}|${digit}{1,5}(?!${digit}))(?:\r\n|\r(?!\n)|[ \t\n\f]|(?!${blank}))`;
const escape = String.raw`\\(?:${digits}|[^\n\r\f0-9a-fA-F]|$)`;
const name = String.raw`(?:--|-?(?:[A-Za-z_\u0000\u0080-\uffff]|${escape}))(?:[-\w\u0000\u0080-\uffff]|${escape})*`;
const inQuotes = (quote: string) =>
  String.raw`${quote}(?:[^${quote}\\\n\r\f]|\\[\s\S]|\\$)*(?:${quote}|$)`;
const text = `(?:${inQuotes('"')}|${inQuotes("'")})`;
const namespace = String.raw`(?:(?:${name}|\*)?\|(?![|=]))?`;
const comparison = String.raw`[~|^$*]?=${space}(?:${name}(?:${blank}+${name})?|${text}${space}(?:${name})?)${space}`;

const patterns = {
  space: /[ \t\n\r\f]+/y,
  element: new RegExp(String.raw`${namespace}(?:${name}|\*)`, 'y'),
  simple: new RegExp(
    [
      String.raw`[#.]${name}`,
      String.raw`\[${space}${namespace}${name}${space}(?:${comparison})?(?:\]|$)`,
      `::?${name}`,
      // The nesting selector may have an element's name after it.
      `&(?:${name})?`,
    ].join('|'),
    'y',
  ),
  // Also the combinators that browsers removed or never had; the browser decides about them.
  combinator: new RegExp(String.raw`${space}(?:\/deep\/|\|\||[>+~])+${space}`, 'y'),
  text: new RegExp(text, 'y'),
  comment: /\/\*[\s\S]*?(?:\*\/|$)/y,
  character: /\\?[\s\S]?/y,
} as const;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Reads a text from its start to its end. */
interface Reader {
  readonly rest: () => string;
  /** Passes and returns what a pattern matches here; undefined if it does not match. */
  readonly take: (kind: keyof typeof patterns) => string | undefined;
}

function createReader(given: string): Reader {
  let at = 0;
  return {
    rest: () => given.slice(at),
    take: (kind) => {
      const pattern = patterns[kind];
      pattern.lastIndex = at;
      const [found] = pattern.exec(given) ?? [];
      at += found?.length ?? 0;
      return found;
    },
  };
}

/**
 * Returns the rest of a text from where it can be no CSS selector in any browser, or undefined.
 * Everything else passes, such as unknown pseudo-classes and all arguments of functions, because only
 * the browser of the capture knows its own syntax.
 */
export function findSelectorMistake(selector: string): string | undefined {
  const reader = createReader(withoutComments(selector));
  reader.take('space');
  for (;;) {
    if (!takesCompound(reader)) return reader.rest();
    if (reader.take('combinator') !== undefined) continue;
    const isSpaced = reader.take('space') !== undefined;
    const rest = reader.rest();
    if (rest === '') return undefined;
    if (rest.startsWith(',')) {
      reader.take('character');
      reader.take('space');
    } else if (!isSpaced) return rest;
  }
}

/** Passes selectors that belong to one element. Returns false if there are none, or half of one. */
function takesCompound(reader: Reader): boolean {
  let isEmpty = reader.take('element') === undefined;
  for (;;) {
    const simple = reader.take('simple');
    if (reader.rest().startsWith('(')) {
      if (simple?.startsWith(':') !== true) return false;
      passArguments(reader);
    } else if (simple === undefined) return !isEmpty;
    isEmpty = false;
  }
}

/** Passes the arguments of a function with their brackets. */
function passArguments(reader: Reader): void {
  const open: string[] = [];
  do {
    const char = reader.take('text') === undefined ? reader.take('character') : undefined;
    if (char !== undefined && Object.hasOwn(closing, char)) open.push(closing[char] ?? '');
    else if (char === open.at(-1)) open.pop();
  } while (open.length > 0 && reader.rest() !== '');
}

/** A comment is no space; without it, nothing that was valid becomes invalid. */
function withoutComments(selector: string): string {
  if (!selector.includes('/*')) return selector;
  const reader = createReader(selector);
  let kept = '';
  while (reader.rest() !== '') {
    if (reader.take('comment') !== undefined) continue;
    kept += reader.take('text') ?? reader.take('character') ?? '';
  }
  return kept;
}
