import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptInjections } from '../../../../e2e/support/script-injections.ts';
import { renderPlainText, renderReply, sanitizeReply } from './message-html.rules.ts';

const plainTags = 'h[1-6]|p|br|hr|blockquote|pre|code|ul|ol|li|a|strong|b|em|i';
const link = 'a href="(?:https?://|mailto:)[^"<>]*" rel="noopener nofollow" target="_blank"';
/** The complete grammar of sanitised HTML: text, and exactly these tags. */
const grammar = new RegExp(`^(?:[^<>]|<(?:/?(?:${plainTags})|(?:br|hr) /|${link})>)*$`, 'i');

test('[HP-14] more than 200 injections are reduced to allowed tags, attributes and schemes', () => {
  expect(new Set(scriptInjections).size).toBeGreaterThanOrEqual(200);
  for (const payload of scriptInjections) {
    expect(renderReply(payload)).toMatch(grammar);
    expect(sanitizeReply(payload)).toMatch(grammar);
    expect(renderPlainText(payload)).toMatch(/^(?:[^<>"']|<br>)*$/);
  }
});

test('[HP-14] any mixture of injections is sanitised, and sanitising is idempotent', () => {
  const piece = fc.oneof(
    fc.constantFrom(...scriptInjections),
    fc.constantFrom('<', '>', '"', "'", '`', '\n\n', '<!--', '-->', '&#', '](', '</a', '<a href="'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const html = renderReply(pieces.join(''));
      expect(html).toMatch(grammar);
      expect(sanitizeReply(pieces.join(''))).toMatch(grammar);
      expect(sanitizeReply(html).trim()).toBe(html);
    }),
    { numRuns: 300 },
  );
});

test('a reply supports headings, paragraphs, lists, links, code, bold, italic, quotations and rules', () => {
  const text = [
    '# Title',
    'One **bold**, *italic* and `code<b>`',
    'next line',
    '',
    '- a\n- b',
    '',
    '1. c',
    '',
    '> said',
    '',
    '```js\nif (a < b) run();\n```',
    '---',
    '[docs](https://example.com/a?b=1&c=2) mailto:[us](mailto:help@example.com)',
  ].join('\n');
  const html = renderReply(text);
  for (const part of [
    '<h1>Title</h1>',
    '<p>One <strong>bold</strong>, <em>italic</em> and <code>code&lt;b&gt;</code><br />next line</p>',
    '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    '<ol>\n<li>c</li>\n</ol>',
    '<blockquote>\n<p>said</p>\n</blockquote>',
    '<pre><code>if (a &lt; b) run();\n</code></pre>',
    '<hr />',
    '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener nofollow" target="_blank">docs</a>',
    '<a href="mailto:help@example.com" rel="noopener nofollow" target="_blank">us</a>',
  ]) {
    expect(html).toContain(part);
  }
});

test('typed HTML is shown as text, and images are not loaded', () => {
  expect(renderReply('use <b onclick=x>this</b>')).toBe(
    '<p>use &lt;b onclick=x&gt;this&lt;/b&gt;</p>',
  );
  expect(renderReply('a <code>x <iframe/x=1> </code>')).toBe(
    '<p>a &lt;code&gt;x &lt;iframe/x=1&gt; &lt;/code&gt;</p>',
  );
  expect(renderReply('![a cat](https://evil.example/pixel.gif)')).toBe('<p>a cat</p>');
});

test('links without an absolute web or mail target are not rendered as links', () => {
  for (const href of [
    '/dashboard',
    '//evil.example',
    'dashboard',
    '#x',
    'ftp://a.example',
    'javascript:x',
  ])
    expect(renderReply(`[x](${href})`)).toBe('<p><a>x</a></p>');
});

test('a customer’s message is rendered as text with its line breaks', () => {
  expect(renderPlainText('a <b>\r\n& "c"\n\rd')).toBe(
    'a &lt;b&gt;<br>&amp; &quot;c&quot;<br><br>d',
  );
});

test('a hostile text of any length is rendered as allowed HTML', () => {
  const units = [
    '[',
    '*a_',
    '<a ',
    '`',
    '> ',
    '- ',
    '![](',
    '|-',
    '\\',
    '&#',
    '<!--',
    '**_',
    '[a](',
  ];
  for (const unit of units) {
    for (const length of [2_000, 5_000, 20_000]) {
      expect(renderReply(unit.repeat(length / unit.length))).toMatch(grammar);
    }
  }
});

test('a table is shown as it was typed, however wide and long it is', () => {
  expect(renderReply('| a | b |\n|---|---|\n| c | d |')).toBe(
    '<p>| a | b |<br />|---|---|<br />| c | d |</p>',
  );
  const wide = `${'|'.repeat(2_000)}\n${'|-'.repeat(2_000)}|\n`;
  expect(renderReply(wide + '|\n'.repeat(2_000)).length).toBeLessThan(25_000);
});
