import { expect, test } from 'vitest';
import { expandMarkdown, type PrintedParts } from './expand-markdown.ts';
import { headingsOf, markdownText, renderMarkdown, sectionsOf } from './markdown.ts';

const parts: PrintedParts = {
  blocks: { table: () => '| a |' },
  values: { limit: 25_000, nested: { name: 'x' } },
  conditions: { billing: true },
  rootDir: import.meta.dirname,
  pagesOfFiles: {},
};

test('a page is expanded with values, printed blocks and the parts of this installation', () => {
  expect(expandMarkdown('{{limit}} {{nested.name}}', parts)).toBe('25 000 x');
  expect(expandMarkdown('a\n\n<!-- print: table -->\n', parts)).toBe('a\n\n| a |\n');
  const conditional =
    '<!-- if: billing -->\nyes\n<!-- end -->\n<!-- if: not billing -->\nno\n<!-- end -->\n';
  expect(expandMarkdown(conditional, parts)).toBe('yes\n');
  expect(expandMarkdown(conditional, { ...parts, conditions: { billing: false } })).toBe('no\n');
});

test.each(['{{none}}', '{{nested}}', '<!-- print: none -->', '<!-- if: none -->\n<!-- end -->'])(
  'a name that does not exist is an error: %s',
  (markdown) => {
    expect(() => expandMarkdown(markdown, parts)).toThrow(/which does not exist/);
  },
);

test('each heading has an anchor of its own, which is given or made of its text', () => {
  const html = renderMarkdown('# T\n\n## A & `b_c`\n\n## A & b_c\n\n### Full {#full_page}');
  expect(headingsOf(html)).toEqual([
    { id: 'a-b_c', level: 2, text: 'A & b_c' },
    { id: 'a-b_c-2', level: 2, text: 'A & b_c' },
    { id: 'full_page', level: 3, text: 'Full' },
  ]);
});

test('a page is divided at its headings, as text', () => {
  const sections = sectionsOf(
    renderMarkdown('# T\n\nIntro **x**.\n\n## A\n\nOne &lt;b&gt;.\n\nTwo.'),
  );
  expect(sections).toMatchObject([
    { heading: { id: '' }, summary: 'Intro x.' },
    { heading: { id: 'a' }, summary: 'One <b>.', text: 'One <b>. Two.' },
  ]);
});

test('printed text is not read as markup, and names in it are code', () => {
  const text = 'a | b <script> http://user:pass@host:port full_page details.fields requestId';
  const html = renderMarkdown(`| x |\n| --- |\n| ${markdownText(text)} |`);
  expect(html).toContain(
    '<td>a | b &lt;script&gt; http://user:pass@host:port <code>full_page</code> <code>details.fields</code> <code>requestId</code></td>',
  );
});

test('the cells of a table with three columns have the headings of their columns, for phones', () => {
  const three = '| A | `b` | C & D |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |';
  const html = renderMarkdown(three);
  for (const [first, second, third] of [
    [1, 2, 3],
    [4, 5, 6],
  ])
    expect(html).toMatch(
      new RegExp(
        `<td>${first}</td>\\s*<td data-label="b">${second}</td>\\s*<td data-label="C &amp; D">${third}</td>`,
      ),
    );
  expect(renderMarkdown('| A | B |\n| --- | --- |\n| 1 | 2 |')).not.toContain('data-label');
});
