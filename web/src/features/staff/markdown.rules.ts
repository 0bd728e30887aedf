/** Formats of the reply toolbar. */
export const markdownFormats = ['bold', 'heading', 'list', 'link', 'code'] as const;
/** Format of {@link markdownFormats}. */
export type MarkdownFormat = (typeof markdownFormats)[number];

/** Text with its selection. Units: UTF-16 code units, as in a text area. */
export interface EditedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Applies a format to the selection or its lines; applying bold, heading or list again removes it.
 */
export function applyFormat(format: MarkdownFormat, given: EditedText): EditedText {
  return actions[format](given);
}

const actions: Readonly<Record<MarkdownFormat, (given: EditedText) => EditedText>> = {
  bold: (given) => wrap(given, '**'),
  heading: (given) => prefixLines(given, '## '),
  list: (given) => prefixLines(given, '- '),
  link,
  code: (given) => (selected(given).includes('\n') ? fence(given) : wrap(given, '`')),
};

/** Replaces the selection with a text on separate lines. */
export function insertBlock({ text, start, end }: EditedText, block: string): EditedText {
  const before = text.slice(0, start).trimEnd();
  const after = text.slice(end).trimStart();
  const head = before === '' ? block : `${before}\n\n${block}`;
  return {
    text: after === '' ? head : `${head}\n\n${after}`,
    start: head.length,
    end: head.length,
  };
}

function selected({ text, start, end }: EditedText): string {
  return text.slice(start, end);
}

function wrap(given: EditedText, sign: string): EditedText {
  const { text, start, end } = given;
  const { length } = sign;
  const isWrapped =
    text.slice(start - length, start) === sign && text.slice(end, end + length) === sign;
  if (isWrapped) {
    return {
      text: text.slice(0, start - length) + selected(given) + text.slice(end + length),
      start: start - length,
      end: end - length,
    };
  }
  return {
    text: `${text.slice(0, start)}${sign}${selected(given)}${sign}${text.slice(end)}`,
    start: start + length,
    end: end + length,
  };
}

function prefixLines({ text, start, end }: EditedText, prefix: string): EditedText {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', end);
  const to = stop === -1 ? text.length : stop;
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(prefix));
  const changed = lines
    .map((line) => (isMarked ? line.slice(prefix.length) : `${prefix}${line}`))
    .join('\n');
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: lines.length === 1 ? from + changed.length : from,
    end: from + changed.length,
  };
}

function link(given: EditedText): EditedText {
  const { text, start, end } = given;
  const url = 'https://';
  const label = selected(given) || 'link';
  const head = `${text.slice(0, start)}[${label}](`;
  return {
    text: `${head}${url})${text.slice(end)}`,
    start: head.length,
    end: head.length + url.length,
  };
}

function fence(given: EditedText): EditedText {
  const body = selected(given).replace(/^\n+|\n+$/g, '');
  return insertBlock(given, `\`\`\`\n${body}\n\`\`\``);
}
