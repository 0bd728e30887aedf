import { describe, expect, test } from 'vitest';
import {
  applyFormat,
  insertBlock,
  type MarkdownFormat,
} from '../../../src/features/staff/markdown.rules.ts';

/** Reads `a [b] c` as a text with `b` selected. */
function marked(text: string) {
  const start = text.indexOf('[');
  const end = text.indexOf(']') - 1;
  return { text: text.replace('[', '').replace(']', ''), start, end };
}

/** Writes the selection back into the text. */
function withMarks({ text, start, end }: ReturnType<typeof marked>): string {
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
}

describe('the toolbar', () => {
  test.each<[MarkdownFormat, string, string]>([
    ['bold', 'a [b] c', 'a **[b]** c'],
    ['bold', 'a **[b]** c', 'a [b] c'],
    ['bold', '[]', '**[]**'],
    ['code', 'a [b] c', 'a `[b]` c'],
    ['code', 'a\n[b\nc]\nd', 'a\n\n```\nb\nc\n```[]\n\nd'],
    ['heading', 'one\nt[]wo', 'one\n## two[]'],
    ['heading', '## t[w]o', 'two[]'],
    ['list', 'o[ne\ntw]o\nthree', '[- one\n- two]\nthree'],
    ['list', '[- one\n- two]', '[one\ntwo]'],
  ])('%s turns %j into %j', (format, before, after) => {
    expect(withMarks(applyFormat(format, marked(before)))).toBe(after);
  });

  test('a link selects its missing URL', () => {
    const { text, start, end } = applyFormat('link', marked('see [docs] now'));
    expect(text).toBe('see [docs](https://) now');
    expect(text.slice(start, end)).toBe('https://');
  });
});

test.each([
  ['', 'block', 'block'],
  ['before []after', 'block', 'before\n\nblock\n\nafter'],
  ['before\n\n[]', 'block', 'before\n\nblock'],
])('a saved reply is inserted as a separate block: %j', (before, block, after) => {
  const selection = before.includes('[') ? marked(before) : { text: before, start: 0, end: 0 };
  expect(insertBlock(selection, block).text).toBe(after);
});
