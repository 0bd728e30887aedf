import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutCharges } from '@shotwright/contract';

/** Everything that a Markdown file may refer to. */
export interface PrintedParts {
  /** Blocks for `<!-- print: name -->`. */
  readonly blocks: Readonly<Record<string, () => string>>;
  /** Values for `{{name}}`; nested ones are named with dots. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Parts that exist on this installation, for `<!-- if: name -->` up to `<!-- end -->`. */
  readonly conditions: Readonly<Record<string, boolean>>;
  /** Folder that the paths of `<!-- include: path -->` start from. */
  readonly rootDir: string;
  /** Pages that show an included file, by its path. */
  readonly pagesOfFiles: Readonly<Record<string, string>>;
}

/**
 * Replaces values, conditions, printed blocks and included files, and without billing leaves out
 * what is said about charges. Unknown names are errors.
 */
export function expandMarkdown(markdown: string, parts: PrintedParts): string {
  const expanded = markdown
    .replaceAll(
      /^<!-- if: ([\w ]+) -->\n(.*?)^<!-- end -->\n?/gms,
      (_, condition: string, body: string) => (isMet(condition, parts) ? body : ''),
    )
    .replaceAll(/^<!-- print: ([\w ]+) -->$/gm, (_, name: string) => known(parts.blocks, name)())
    .replaceAll(/^<!-- include: (\S+) -->$/gm, (_, path: string) => includeFile(path, parts))
    .replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => valueOf(name, parts));
  return parts.conditions['billing'] === false ? withoutCharges(expanded) : expanded;
}

function isMet(condition: string, { conditions }: PrintedParts): boolean {
  const name = condition.replace(/^not /, '');
  return known(conditions, name) === (name === condition);
}

function known<T>(table: Readonly<Record<string, T>>, name: string): T {
  const value = table[name];
  if (value === undefined)
    throw new Error(`The documentation names ${name}, which does not exist.`);
  return value;
}

function valueOf(name: string, { values }: PrintedParts): string {
  let value: unknown = values;
  for (const part of name.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error(`The documentation names the value ${name}, which does not exist.`);
  return typeof value === 'number' ? grouped(value) : value;
}

/** Returns a number with a thin space between thousands from 10 000 on. */
function grouped(value: number): string {
  return value < 10_000 ? String(value) : value.toLocaleString('en').replaceAll(',', ' ');
}

/**
 * Returns a file of the repository without its title. Links to files that are pages lead there; of
 * other files only the name is left.
 */
function includeFile(path: string, { rootDir, pagesOfFiles }: PrintedParts): string {
  const text = readFileSync(join(rootDir, path), 'utf8');
  return text
    .replace(/^# .*\n+/, '')
    .trimEnd()
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#|\/)([^)]+)\)/g, (_, label: string, target: string) => {
      const page = pagesOfFiles[target.split('/').at(-1) ?? ''];
      return page === undefined ? label : `[${label}](${page})`;
    });
}
