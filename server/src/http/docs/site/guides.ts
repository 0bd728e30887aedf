import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandMarkdown, type PrintedParts } from './expand-markdown.ts';

/** A page of the documentation before it is rendered. */
export interface Guide {
  /** Last part of the URL: `quickstart`, `errors/dns_error`; `index` is `/docs` itself. */
  readonly slug: string;
  readonly title: string;
  /** One sentence for lists, search and `/llms.txt`. */
  readonly description: string;
  /** Heading in the navigation; undefined: the page is not in the navigation. */
  readonly section: string | undefined;
  /** Returns the page as Markdown, with everything that is printed from code, from its title on. */
  markdown(): string;
}

/**
 * Reads the guides, one Markdown file each, in the order of the navigation. The lines between the
 * two `---` at the start of a file give title, description, section and order.
 */
export function readGuides(directory: string, parts: PrintedParts): Guide[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const [, head = '', body = ''] =
        /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(directory, name), 'utf8')) ?? [];
      const field = (key: string): string => {
        const [, value] = new RegExp(`^${key}: (.+)$`, 'm').exec(head) ?? [];
        if (value === undefined) throw new Error(`docs/site/${name} has no ${key}.`);
        return value;
      };
      const title = field('title');
      return {
        slug: name.slice(0, -'.md'.length),
        title,
        description: expandMarkdown(field('description'), parts),
        section: field('section'),
        order: Number(field('order')),
        markdown: () => `# ${title}\n\n${expandMarkdown(body, parts).trim()}\n`,
      };
    })
    .toSorted((a, b) => a.order - b.order);
}

/** Returns the path of a page. */
export function pathOf({ slug }: Pick<Guide, 'slug'>): string {
  return slug === 'index' ? '/docs' : `/docs/${slug}`;
}
