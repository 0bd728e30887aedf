import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../../lib/escape-html.ts';

/** A heading of a page with its anchor. */
export interface Heading {
  readonly id: string;
  /** 2 for `##`. */
  readonly level: number;
  readonly text: string;
}

/** Part of a page from one heading to the next, as plain text. */
export interface PageSection {
  readonly heading: Heading;
  /** First paragraph. */
  readonly summary: string;
  readonly text: string;
}

/** Names of languages above samples, by the first word after the fence. */
const languages: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  python: 'Python',
  json: 'JSON',
  http: 'HTTP',
  html: 'HTML',
  env: 'Settings',
  nginx: 'nginx',
  yaml: 'YAML',
};

const anchorPattern = / *\{#([\w.-]+)\}$/;

/**
 * Renders Markdown of our own as HTML. Each heading has an anchor: its text in lower case with
 * hyphens, or the `{#id}` at its end. The title of an image is its caption and its size:
 * `Without · 640 × 400`.
 */
export function renderMarkdown(markdown: string): string {
  const used = new Set<string>();
  const marked = new Marked({ gfm: true });
  marked.use({
    // A URL in a sentence is often an example, such as http://user:pass@host:port.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens);
        const [, given] = anchorPattern.exec(html) ?? [];
        const content = html.replace(anchorPattern, '');
        if (depth === 1) return `<h1>${content}</h1>\n`;
        const id = unusedAnchor(given ?? anchorOf(plainText(content)), used);
        return `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>\n`;
      },
      image({ href, title, text }: Tokens.Image): string {
        const [, caption = '', width, height] = /^(.+) · (\d+) × (\d+)$/.exec(title ?? '') ?? [];
        const size = width === undefined ? '' : ` width="${width}" height="${height}"`;
        const shape = Number(height) > Number(width) ? ' tall' : '';
        return `<span class="effect${shape}" data-caption="${escapeHtml(caption)}"><img loading="lazy" src="${escapeHtml(href)}" alt="${escapeHtml(text)}"${size}></span>`;
      },
      code({ text, lang = '' }: Tokens.Code): string {
        const [language = ''] = lang.split(' ');
        const caption = `<figcaption>${languages[language] ?? 'Text'}</figcaption>`;
        return `<figure class="code">${caption}<pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false }).replaceAll(/<table>.*?<\/table>/gs, (table) => {
    return `<div class="table" tabindex="0">${withLabels(table)}</div>`;
  });
}

/** Adds to each cell after the first the heading of its column, which phones show beside it. */
function withLabels(table: string): string {
  const labels = [...table.matchAll(/<th>(.*?)<\/th>/gs)].map(([, label = '']) => plainText(label));
  if (labels.length < 3) return table;
  return table.replaceAll(/<tr>(.*?)<\/tr>/gs, (row) => {
    let column = 0;
    return row.replaceAll('<td>', () => {
      const label = labels[column++];
      return column === 1 ? '<td>' : `<td data-label="${escapeHtml(label ?? '')}">`;
    });
  });
}

/** Returns the headings of rendered Markdown below the title. */
export function headingsOf(html: string): Heading[] {
  const headings = html.matchAll(/<h([2-4]) id="([^"]+)">(.*?)<\/h\1>/gs);
  return [...headings].map(([, level, id = '', content = '']) => ({
    id,
    level: Number(level),
    text: plainText(content),
  }));
}

/** Divides rendered Markdown at its headings. The part before the first one has an empty heading. */
export function sectionsOf(html: string): PageSection[] {
  const start: Heading = { id: '', level: 1, text: '' };
  return html.split(/(?=<h[2-4] id=)/).map((part) => {
    const [heading = start] = headingsOf(part);
    const [, paragraph = ''] = /<p>(.*?)<\/p>/s.exec(part) ?? [];
    const text = plainText(part.replace(/^<h\d.*?<\/h\d>/s, ''));
    return { heading, summary: plainText(paragraph), text };
  });
}

/** Returns the anchor of a heading's text. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function unusedAnchor(wanted: string, used: Set<string>): string {
  let id = wanted;
  for (let count = 2; used.has(id); count += 1) id = `${wanted}-${count}`;
  used.add(id);
  return id;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function plainText(html: string): string {
  return html
    .replaceAll(/<figcaption>.*?<\/figcaption>/g, '')
    .replaceAll(/<[^>]*>/g, (tag) => (/^<\/?(code|a|b|em|strong)\b/.test(tag) ? '' : ' '))
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Escapes text for a cell of a Markdown table or a line of a list. */
export function markdownText(text: string): string {
  return withCode(text.replaceAll(/[|<]/g, (character) => `\\${character}`));
}

/** Marks names such as `full_page`, `details.fields` and `requestId` as code. */
function withCode(text: string): string {
  return text.replaceAll(
    /(?<![\w`./:-])(?:[a-z]+(?:_[a-z]+)+(?:[=:] ?\w+)?|[A-Z]+(?:_[A-Z]+)+|details\.\w+|[a-z]+[A-Z]\w*)(?![\w`])/g,
    (name) => `\`${name}\``,
  );
}

/** Returns a fenced block of JSON. */
export function jsonBlock(value: unknown, options: { readonly isOneLine?: boolean } = {}): string {
  const text = options.isOneLine ? oneLine(value) : JSON.stringify(value, null, 2);
  return `\`\`\`json\n${text}\n\`\`\``;
}

/** Returns JSON in one line with a blank after each comma and colon of the outer object. */
function oneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

/** Returns a Markdown table. Cells are Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
