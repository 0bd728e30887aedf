import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalPage } from '@shotwright/contract';
import { renderMarkdown } from '../docs/site/markdown.ts';
import { htmlResponse, type Page } from '../page.ts';
import { plainPage } from '../plain-page.ts';

/** A legal text of the operator, such as terms, a privacy policy or an imprint. */
export interface LegalText extends LegalPage {
  readonly markdown: string;
}

const fileNamePattern = /^([a-z0-9][a-z0-9-]{0,39})\.md$/;
const maxPages = 10;

/**
 * Reads the legal texts of a directory, in the order of their names: each file `{name}.md` is the page
 * `/legal/{name}`. Throws an error whose message states what is wrong with the directory or a file.
 */
export function readLegalTexts(directory: string): LegalText[] {
  const texts = filesOf(directory).map((file) => {
    const name = fileNamePattern.exec(file)?.[1];
    if (name === undefined)
      throw new Error(
        `The name of "${file}" must have lower-case letters, digits and hyphens only, at most 40 before ".md"`,
      );
    const markdown = readFileSync(join(directory, file), 'utf8');
    const title = /^# +(.+?) *$/m.exec(markdown)?.[1];
    if (title === undefined)
      throw new Error(`The file "${file}" must have a title, a line such as "# Terms of service"`);
    return { title, path: `/legal/${name}`, markdown };
  });
  if (texts.length === 0) throw new Error(`The directory "${directory}" has no file "*.md"`);
  if (texts.length > maxPages)
    throw new Error(
      `The directory "${directory}" has ${texts.length} files, more than ${maxPages}`,
    );
  return texts;
}

function filesOf(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.md'))
      .toSorted();
  } catch (cause) {
    throw new Error(`The directory "${directory}" cannot be read`, { cause });
  }
}

/** Creates the pages with the legal texts; without any there are none. */
export function legalPages(texts: readonly LegalText[], productName: string): Page[] {
  return texts.map(({ title, path, markdown }) => {
    const { headers, body } = plainPage({
      title,
      productName,
      content: renderMarkdown(markdown),
    });
    return { path, respond: async () => ({ ...htmlResponse(body), headers }) };
  });
}
