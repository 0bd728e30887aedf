/** Languages that the code editor can highlight. */
export type CodeLanguage = 'html' | 'css' | 'javascript' | 'json';

/** Token of one kind. */
export interface CodeToken {
  readonly kind: 'plain' | 'comment' | 'text' | 'word';
  readonly text: string;
}

const cText = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/;
const number = /\b\d[\d.]*(?:e[+-]?\d+)?\b/;
const keywords =
  /\b(?:async|await|break|case|catch|class|const|continue|delete|do|else|false|finally|for|function|if|import|in|instanceof|let|new|null|of|return|switch|this|throw|true|try|typeof|undefined|var|void|while|yield)\b/;

/** Patterns by language: comments, strings, and structural words. */
const grammars: Record<CodeLanguage, readonly [comment: RegExp, text: RegExp, word: RegExp]> = {
  html: [/<!--[\s\S]*?(?:-->|$)/, /"[^"<>]*"|'[^'<>]*'/, /<!?\/?[a-z][\w-]*|\/?>/i],
  css: [/\/\*[\s\S]*?(?:\*\/|$)/, cText, /@[\w-]+|#[\da-f]{3,8}\b|\b\d[\d.]*[a-z%]*/i],
  javascript: [
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/,
    new RegExp(`${cText.source}|\`(?:\\\\.|[^\`\\\\])*\`?`),
    new RegExp(`${keywords.source}|${number.source}`),
  ],
  json: [/(?!)/, cText, new RegExp(`\\b(?:true|false|null)\\b|-?${number.source}`)],
};

/** Splits code into tokens; joined, they equal the code. */
export function tokenize(code: string, language: CodeLanguage): CodeToken[] {
  const [comment, text, word] = grammars[language];
  const pattern = new RegExp(`(${comment.source})|(${text.source})|(${word.source})`, 'gi');
  const tokens: CodeToken[] = [];
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    if (match[0] === '') continue;
    if (match.index > at) tokens.push({ kind: 'plain', text: code.slice(at, match.index) });
    const kind = match[1] !== undefined ? 'comment' : match[2] !== undefined ? 'text' : 'word';
    tokens.push({ kind, text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < code.length) tokens.push({ kind: 'plain', text: code.slice(at) });
  return tokens;
}
