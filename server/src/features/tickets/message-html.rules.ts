import { Marked } from 'marked';
import { escapeHtml } from '../../lib/escape-html.ts';
import { reduceHtml, type AllowedHtml } from '../../shared/reduce-html.ts';

const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // Raw HTML is escaped and shown as typed.
    html: ({ text }) => escapeHtml(text),
    // Images would reveal the reader to a third-party server.
    image: ({ text }) => escapeHtml(text),
  },
  // A reply has no tables. The parser fills each row up to the width of the first one, which may take minutes.
  tokenizer: { table: () => undefined },
  // After a typed <pre>, <code>, <kbd> or <script> the parser would pass text on unescaped.
  walkTokens: (token) => {
    if (token.type === 'text') token.escaped = false;
  },
});

const isLinkable = (href: string | undefined): href is string =>
  href !== undefined && /^(https?:\/\/|mailto:)/i.test(href.trim());

const tags = 'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li a strong b em i';

const allowed: AllowedHtml = {
  allowedTags: tags.split(' '),
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'title', 'noembed'],
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: isLinkable(href) ? { href, rel: 'noopener nofollow', target: '_blank' } : {},
    }),
  },
};

/**
 * Reduces HTML to the elements a reply may contain: headings, paragraphs, lists, links to the web
 * and to mail, code, bold, italic, quotations and rules. No style, class, id, image or script.
 */
export function sanitizeReply(html: string): string {
  return reduceHtml(html, allowed);
}

/** Beyond this number, parsing takes longer than a reader would wait. */
const maxMarks = 3_000;

/**
 * Renders a staff reply from Markdown to sanitised HTML; used for both the preview and the sent
 * message. Text with too many Markdown characters, or nested too deeply, is shown as plain text.
 */
export function renderReply(text: string): string {
  const html = (text.match(/[*_[\]<>`~]/g)?.length ?? 0) > maxMarks ? undefined : parse(text);
  return sanitizeReply(html ?? `<p>${renderPlainText(text)}</p>`).trim();
}

function parse(text: string): string | undefined {
  try {
    return markdown.parse(text, { async: false });
  } catch {
    return undefined;
  }
}

/** Renders a customer's text: escaped, with its line breaks. */
export function renderPlainText(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');
}
