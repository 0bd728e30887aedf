import { escapeHtml } from '../../../lib/escape-html.ts';
import { renderMarkdown } from './markdown.ts';

/** The changes of one day. */
interface ChangelogEntry {
  /** As in the heading: `23 November 2026`. */
  readonly title: string;
  /** `2026-11-23`. */
  readonly date: string;
  readonly markdown: string;
}

/** Returns the changelog as a feed, with one entry for each date. Source: RFC 4287. */
export function changelogFeed(input: {
  /** The page of the changelog. */
  readonly markdown: string;
  readonly productName: string;
  readonly publicUrl: string;
}): string {
  const { markdown, productName, publicUrl } = input;
  const url = `${publicUrl}/docs/changelog`;
  const entries = entriesOf(markdown);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeHtml(productName)}: changelog</title>
<id>${escapeHtml(url)}</id>
<link href="${escapeHtml(url)}"/>
<link rel="self" href="${escapeHtml(url)}.atom"/>
<updated>${timeOf(entries[0]?.date)}</updated>
<author><name>${escapeHtml(productName)}</name></author>
${entries.map((entry) => entryXml(entry, url, publicUrl)).join('\n')}
</feed>
`;
}

function entryXml({ title, date, markdown }: ChangelogEntry, url: string, origin: string): string {
  // A reader shows the entry on its own site.
  const html = renderMarkdown(markdown).replaceAll('href="/', `href="${origin}/`);
  return `<entry>
<title>${escapeHtml(title)}</title>
<id>${escapeHtml(url)}#${date}</id>
<link href="${escapeHtml(url)}"/>
<updated>${timeOf(date)}</updated>
<content type="html">${escapeHtml(html)}</content>
</entry>`;
}

function entriesOf(markdown: string): ChangelogEntry[] {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const date = new Date(`${title} UTC`).toISOString().slice(0, 10);
    return { title, date, markdown: lines.join('\n') };
  });
}

function timeOf(date: string | undefined): string {
  return `${date ?? '1970-01-01'}T00:00:00Z`;
}
